DROP TABLE wipes;
UPDATE alembic_version SET version_num = '0024';
