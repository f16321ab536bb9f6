ALTER TABLE announced DROP COLUMN claimed_at;
UPDATE alembic_version SET version_num = '0022';
