ALTER TABLE totals DROP COLUMN places;
ALTER TABLE totals DROP COLUMN hands_won;
ALTER TABLE totals DROP COLUMN rated;
UPDATE alembic_version SET version_num = '0019';
