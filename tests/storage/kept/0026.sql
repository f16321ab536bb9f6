DROP TABLE result_seats;
CREATE TABLE "result_seats" (
	game_id VARCHAR(64) NOT NULL, 
	seat INTEGER NOT NULL, 
	guild_id BIGINT NOT NULL, 
	number BIGINT NOT NULL, 
	ended_at DOUBLE NOT NULL, 
	user_id BIGINT, 
	name TEXT NOT NULL, 
	level VARCHAR(16), 
	has_left BOOLEAN NOT NULL, 
	place INTEGER NOT NULL, 
	total INTEGER NOT NULL, 
	hands_won INTEGER NOT NULL, 
	hands INTEGER NOT NULL, 
	phases INTEGER NOT NULL, 
	tries TEXT NOT NULL, 
	people_mu_before DOUBLE, 
	people_sigma_before DOUBLE, 
	people_mu_after DOUBLE, 
	people_sigma_after DOUBLE, 
	computers_mu_before DOUBLE, 
	computers_sigma_before DOUBLE, 
	computers_mu_after DOUBLE, 
	computers_sigma_after DOUBLE, 
	feats JSON, 
	costliest TEXT, 
	month INTEGER NOT NULL, 
	edition VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_result_seats PRIMARY KEY (game_id, seat), 
	CONSTRAINT fk_result_seats_game_id FOREIGN KEY(game_id) REFERENCES results (game_id) ON DELETE CASCADE
);
INSERT INTO "result_seats" VALUES('finished',0,9223372036854775807,1,77.5,9223372036854775807,'Ada',NULL,0,1,0,2,2,2,'1/1 1/1',NULL,NULL,NULL,NULL,25.0,8.33333333333333392545e+00,2.90280569754584298891e+01,7.76672828963080696951e+00,'{"natural": 2, "one_go": 1, "skips": 1, "games": 1, "phases": 2, "hands_won": 2, "wins": 1, "beat_hard": 1}','',23640,'classic');
INSERT INTO "result_seats" VALUES('finished',1,9223372036854775807,1,77.5,NULL,'Ben','hard',0,2,80,0,2,1,'1/1 1/0',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'',23640,'classic');
CREATE INDEX ix_result_seats_of_person ON result_seats (user_id, guild_id, ended_at, number);
CREATE INDEX ix_result_seats_of_board ON result_seats (guild_id, user_id, month, edition, place, hands, total, phases) WHERE people_mu_after IS NOT NULL;
DROP TABLE totals;
DROP TABLE phase_totals;
DROP TABLE rivals;
DROP TABLE feat_totals;
DROP TABLE achievements;
DROP TABLE member_names;
UPDATE alembic_version SET version_num = '0026';
