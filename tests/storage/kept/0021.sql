ALTER TABLE result_seats ADD COLUMN costliest TEXT;
UPDATE result_seats SET costliest = '' WHERE game_id = 'finished';
DROP TABLE seat_reviews;
ALTER TABLE server_results DROP COLUMN counting;
DROP INDEX ix_result_seats_uncounted;
UPDATE alembic_version SET version_num = '0021';
