ALTER TABLE announced ADD COLUMN message_id BIGINT;
INSERT INTO "announced" VALUES(1,'daily-post 2026-10-01',5,NULL,77);
UPDATE alembic_version SET version_num = '0016';
