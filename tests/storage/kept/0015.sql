ALTER TABLE announced ADD COLUMN channel_id BIGINT;
ALTER TABLE announced ADD COLUMN claimed_at DOUBLE;
INSERT INTO "announced" VALUES(1,'season 2026-09',5,1790812800.5);
CREATE TABLE processes (
	process_id VARCHAR(32) NOT NULL, 
	place VARCHAR(256) NOT NULL, 
	shard_count INTEGER NOT NULL, 
	shard_ids TEXT NOT NULL, 
	started_at DOUBLE NOT NULL, 
	renewed_at DOUBLE NOT NULL, 
	CONSTRAINT pk_processes PRIMARY KEY (process_id)
);
INSERT INTO "processes" VALUES('0123456789abcdef','host, process 1',2,'0,1',1790812700.5,1790812800.5);
UPDATE alembic_version SET version_num = '0015';
