ALTER TABLE daily_days DROP COLUMN commitment;
UPDATE alembic_version SET version_num = '0023';
