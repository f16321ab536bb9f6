CREATE TABLE sheets (
	sheet_id VARCHAR(64) NOT NULL, 
	channel_id BIGINT NOT NULL, 
	version INTEGER NOT NULL, 
	touched_at DOUBLE NOT NULL, 
	ended_at DOUBLE, 
	content TEXT NOT NULL, 
	CONSTRAINT pk_sheets PRIMARY KEY (sheet_id)
);
CREATE TABLE sheet_people (
	user_id BIGINT NOT NULL, 
	sheet_id VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_sheet_people PRIMARY KEY (user_id, sheet_id), 
	CONSTRAINT fk_sheet_people_sheet_id FOREIGN KEY(sheet_id) REFERENCES sheets (sheet_id) ON DELETE CASCADE
);
CREATE INDEX ix_sheets_ended_at_channel_id ON sheets (ended_at, channel_id);
CREATE INDEX ix_sheet_people_sheet_id ON sheet_people (sheet_id);
INSERT INTO "sheets" VALUES('sheet2',2,1,1000.5,NULL,'{"sheet_id":"sheet2","guild_id":1,"channel_id":2,"host_id":2,"rules":{"edition":"classic","colours":["R","B","Y","G"],"skips":4,"skip_rule":"once_around","natural_cards_per":"phase","phases":["S3+S3","S3+R4","S4+R4","R7","R8","R9","S4+S4","C7","S5+S2","S5+S3"],"ten_hands":false,"max_players":6,"hero_number":null,"opening_offer":false,"last_turn":false,"out_by_discard":false,"choose_phase":false,"save_pile":false,"runs":"any","first_dealer":"drawn","stalemate_turns":40,"opening_skip":"first","save_limit":false,"save_ends_turn":false,"save_draw":"top"},"players":[{"name":"Ada","user_id":2},{"name":"Ben","user_id":3},{"name":"a guest","user_id":null}],"began_at":1000.5,"touched_at":1000.5,"version":1,"begun":true,"closed":false,"results":[{"hand":0,"seat":0,"laid":1,"left":"9 W"}],"corrections":[],"message_id":null}');
INSERT INTO "sheet_people" VALUES(2,'sheet2');
INSERT INTO "sheet_people" VALUES(3,'sheet2');
UPDATE alembic_version SET version_num = '0027';
