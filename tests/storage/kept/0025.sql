DROP TABLE champion_roles;
UPDATE alembic_version SET version_num = '0025';
