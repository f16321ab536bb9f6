CREATE TABLE cup_events (
	cup_id VARCHAR(64) NOT NULL, 
	seq INTEGER NOT NULL, 
	line TEXT NOT NULL, 
	CONSTRAINT pk_cup_events PRIMARY KEY (cup_id, seq), 
	CONSTRAINT fk_cup_events_cup_id FOREIGN KEY(cup_id) REFERENCES cups (cup_id) ON DELETE CASCADE
);
INSERT INTO "cup_events" VALUES('friday',0,'{"type":"join","at":1000.0,"person":101,"name":"Ada"}');
INSERT INTO "cup_events" VALUES('friday',1,'{"type":"join","at":1000.0,"person":102,"name":"Ben"}');
CREATE TABLE cup_people (
	user_id BIGINT NOT NULL, 
	cup_id VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_cup_people PRIMARY KEY (user_id, cup_id), 
	CONSTRAINT fk_cup_people_cup_id FOREIGN KEY(cup_id) REFERENCES cups (cup_id) ON DELETE CASCADE
);
INSERT INTO "cup_people" VALUES(101,'friday');
INSERT INTO "cup_people" VALUES(102,'friday');
CREATE TABLE cup_tables (
	game_id VARCHAR(64) NOT NULL, 
	cup_id VARCHAR(64) NOT NULL, 
	round INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	channel_id BIGINT, 
	withheld BOOLEAN NOT NULL, 
	CONSTRAINT pk_cup_tables PRIMARY KEY (game_id), 
	CONSTRAINT fk_cup_tables_cup_id FOREIGN KEY(cup_id) REFERENCES cups (cup_id) ON DELETE CASCADE
);
CREATE TABLE cups (
	cup_id VARCHAR(64) NOT NULL, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	host_id BIGINT, 
	locale VARCHAR(16) NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	header TEXT NOT NULL, 
	seed VARCHAR(64) NOT NULL, 
	secret VARCHAR(64), 
	events INTEGER NOT NULL, 
	shown INTEGER NOT NULL, 
	due DOUBLE, 
	cancelling BOOLEAN NOT NULL, 
	message_id BIGINT, 
	ended_at DOUBLE, 
	CONSTRAINT pk_cups PRIMARY KEY (cup_id)
);
INSERT INTO "cups" VALUES('friday',1,9,101,'en','open','{"type":"cup","format":"phase10-cup","version":1,"cup_id":"friday","name":"Friday","kind":"swiss","rounds":3,"round_time":7200.0,"duplicate":false,"edition":"classic","rules":{"edition":"classic","colours":["R","B","Y","G"],"skips":4,"skip_rule":"once_around","natural_cards_per":"phase","phases":["S3+S3","S3+R4","S4+R4","R7","R8","R9","S4+S4","C7","S5+S2","S5+S3"],"ten_hands":false,"max_players":6,"hero_number":null,"opening_offer":false,"last_turn":false,"out_by_discard":false,"choose_phase":false,"save_pile":false,"first_dealer":"drawn","stalemate_turns":40,"changes":{}},"commitment":"630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"}','000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',NULL,2,0,2000000000.0,0,NULL,NULL);
CREATE INDEX ix_cups_guild_id_ended_at ON cups (guild_id, ended_at);
CREATE INDEX ix_cups_status ON cups (status);
CREATE INDEX ix_cup_people_cup_id ON cup_people (cup_id);
CREATE UNIQUE INDEX ix_cup_tables_place ON cup_tables (cup_id, round, place);
UPDATE alembic_version SET version_num = '0017';
