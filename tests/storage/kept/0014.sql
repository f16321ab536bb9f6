BEGIN TRANSACTION;
CREATE TABLE achievements (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	achievement VARCHAR(32) NOT NULL, 
	grade INTEGER NOT NULL, 
	game_id VARCHAR(64) NOT NULL, 
	earned_at DOUBLE NOT NULL, 
	CONSTRAINT pk_achievements PRIMARY KEY (guild_id, user_id, achievement, grade)
);
INSERT INTO "achievements" VALUES(9223372036854775807,9223372036854775807,'phases',1,'finished',77.5);
INSERT INTO "achievements" VALUES(9223372036854775807,9223372036854775807,'games',1,'finished',77.5);
INSERT INTO "achievements" VALUES(9223372036854775807,9223372036854775807,'wins',1,'finished',77.5);
INSERT INTO "achievements" VALUES(9223372036854775807,9223372036854775807,'beat_hard',1,'finished',77.5);
INSERT INTO "achievements" VALUES(9223372036854775807,9223372036854775807,'one_go',1,'finished',77.5);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0014');
CREATE TABLE announced (
	guild_id BIGINT NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_announced PRIMARY KEY (guild_id, "key")
);
INSERT INTO "announced" VALUES(7,'season 2026-10');
CREATE TABLE champion_roles (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	role_id BIGINT NOT NULL, 
	CONSTRAINT pk_champion_roles PRIMARY KEY (guild_id, user_id, role_id)
);
INSERT INTO "champion_roles" VALUES(7,1001,55);
CREATE TABLE daily_attempts (
	user_id BIGINT NOT NULL, 
	date VARCHAR(10) NOT NULL, 
	version INTEGER NOT NULL, 
	snapshot TEXT NOT NULL, 
	opened_at DOUBLE NOT NULL, 
	done_at DOUBLE, 
	turns INTEGER, 
	points INTEGER, 
	CONSTRAINT pk_daily_attempts PRIMARY KEY (user_id, date)
);
INSERT INTO "daily_attempts" VALUES(1001,'2026-11-25',9,'{}',1795564801.0,1795565801.0,5,20);
CREATE TABLE daily_blocks (
	date VARCHAR(10) NOT NULL, 
	person VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_daily_blocks PRIMARY KEY (date, person)
);
CREATE TABLE daily_boards (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	date VARCHAR(10) NOT NULL, 
	name TEXT NOT NULL, 
	shared BOOLEAN NOT NULL, 
	CONSTRAINT pk_daily_boards PRIMARY KEY (guild_id, user_id, date)
);
INSERT INTO "daily_boards" VALUES(7,1001,'2026-11-25','P1001',1);
CREATE TABLE daily_days (
	date VARCHAR(10) NOT NULL, 
	counter INTEGER NOT NULL, 
	par INTEGER NOT NULL, 
	commitment VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_daily_days PRIMARY KEY (date)
);
INSERT INTO "daily_days" VALUES('2026-11-25',1,5,'0000000000000000000000000000000000000000000000000000000000000001');
CREATE TABLE feat_totals (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	feat VARCHAR(32) NOT NULL, 
	total INTEGER NOT NULL, 
	CONSTRAINT pk_feat_totals PRIMARY KEY (guild_id, user_id, feat)
);
INSERT INTO "feat_totals" VALUES(7,1001,'daily_streak',1);
INSERT INTO "feat_totals" VALUES(7,1001,'daily_hands',1);
INSERT INTO "feat_totals" VALUES(9223372036854775807,9223372036854775807,'natural',2);
INSERT INTO "feat_totals" VALUES(9223372036854775807,9223372036854775807,'one_go',1);
INSERT INTO "feat_totals" VALUES(9223372036854775807,9223372036854775807,'skips',1);
INSERT INTO "feat_totals" VALUES(9223372036854775807,9223372036854775807,'phases',2);
INSERT INTO "feat_totals" VALUES(9223372036854775807,9223372036854775807,'games',1);
INSERT INTO "feat_totals" VALUES(9223372036854775807,9223372036854775807,'hands_won',2);
INSERT INTO "feat_totals" VALUES(9223372036854775807,9223372036854775807,'wins',1);
INSERT INTO "feat_totals" VALUES(9223372036854775807,9223372036854775807,'beat_hard',1);
CREATE TABLE game_events (
	game_id VARCHAR(64) NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	line TEXT NOT NULL, 
	CONSTRAINT pk_game_events PRIMARY KEY (game_id, seq), 
	CONSTRAINT fk_game_events_game_id FOREIGN KEY(game_id) REFERENCES games (game_id) ON DELETE CASCADE
);
INSERT INTO "game_events" VALUES('running',0,'deal','{"type":"deal","hand":1,"dealer":0,"phases":[1,1,1],"hands":[["G2","Y6","B1","Y8","G2","R6","R7","Y8","B5","R10"],["R3","Y6","B3","G11","R1","Y7","Y11","B9","B2","G11"],["B6","W","R7","R4","G9","W","B8","Y1","B12","B11"]],"draw_pile":["Y12","G7","Y4","G6","Y10","R5","Y5","G3","G4","G9","B4","Y12","B8","Y9","W","B4","G6","Y11","Y4","B7","R4","R5","Y7","W","Y2","Y3","R2","S","S","Y2","B6","W","Y9","G5","B7","B2","G10","G8","B9","G7","R8","Y1","R9","B11","B3","Y10","B10","R8","B1","R11","B12","G1","B10","R12","S","Y3","W","R1","W","G4","G1","R3","R2","G5","R11","B5","G12","G8","G10","G12","Y5","S","R6","G3","W","R9","R10"],"discard_pile":["R12"],"playoff":false}');
INSERT INTO "game_events" VALUES('running',1,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"R10"}');
INSERT INTO "game_events" VALUES('running',2,'discard','{"type":"discard","seat":1,"card":"R1","target":null}');
INSERT INTO "game_events" VALUES('running',3,'draw','{"type":"draw","seat":2,"from":"draw_pile","card":"R9"}');
INSERT INTO "game_events" VALUES('running',4,'discard','{"type":"discard","seat":2,"card":"B12","target":null}');
INSERT INTO "game_events" VALUES('running',5,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"B12"}');
INSERT INTO "game_events" VALUES('running',6,'discard','{"type":"discard","seat":0,"card":"R10","target":null}');
INSERT INTO "game_events" VALUES('running',7,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"R10"}');
INSERT INTO "game_events" VALUES('running',8,'discard','{"type":"discard","seat":1,"card":"G11","target":null}');
INSERT INTO "game_events" VALUES('running',9,'draw','{"type":"draw","seat":2,"from":"draw_pile","card":"W"}');
INSERT INTO "game_events" VALUES('running',10,'lay','{"type":"lay","seat":2,"phase":1,"groups":[["R9","G9","W9"],["B11","W11","W11"]]}');
INSERT INTO "game_events" VALUES('running',11,'discard','{"type":"discard","seat":2,"card":"B8","target":null}');
INSERT INTO "game_events" VALUES('running',12,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"B8"}');
INSERT INTO "game_events" VALUES('running',13,'discard','{"type":"discard","seat":0,"card":"G2","target":null}');
INSERT INTO "game_events" VALUES('running',14,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"G2"}');
INSERT INTO "game_events" VALUES('running',15,'discard','{"type":"discard","seat":1,"card":"Y11","target":null}');
INSERT INTO "game_events" VALUES('running',16,'draw','{"type":"draw","seat":2,"from":"draw_pile","card":"G3"}');
INSERT INTO "game_events" VALUES('running',17,'discard','{"type":"discard","seat":2,"card":"G3","target":null}');
INSERT INTO "game_events" VALUES('running',18,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"R6"}');
INSERT INTO "game_events" VALUES('running',19,'discard','{"type":"discard","seat":0,"card":"Y6","target":null}');
INSERT INTO "game_events" VALUES('running',20,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"S"}');
INSERT INTO "game_events" VALUES('running',21,'discard','{"type":"discard","seat":1,"card":"R3","target":null}');
INSERT INTO "game_events" VALUES('running',22,'draw','{"type":"draw","seat":2,"from":"draw_pile","card":"Y5"}');
INSERT INTO "game_events" VALUES('running',23,'discard','{"type":"discard","seat":2,"card":"Y1","target":null}');
INSERT INTO "game_events" VALUES('running',24,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"G12"}');
INSERT INTO "game_events" VALUES('running',25,'discard','{"type":"discard","seat":0,"card":"B12","target":null}');
INSERT INTO "game_events" VALUES('running',26,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"G10"}');
INSERT INTO "game_events" VALUES('running',27,'discard','{"type":"discard","seat":1,"card":"S","target":0}');
INSERT INTO "game_events" VALUES('running',28,'draw','{"type":"draw","seat":2,"from":"draw_pile","card":"G8"}');
INSERT INTO "game_events" VALUES('running',29,'discard','{"type":"discard","seat":2,"card":"Y5","target":null}');
INSERT INTO "game_events" VALUES('running',30,'skipped','{"type":"skipped","seat":0}');
INSERT INTO "game_events" VALUES('running',31,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"Y5"}');
INSERT INTO "game_events" VALUES('running',32,'discard','{"type":"discard","seat":1,"card":"G10","target":null}');
INSERT INTO "game_events" VALUES('running',33,'draw','{"type":"draw","seat":2,"from":"draw_pile","card":"G12"}');
INSERT INTO "game_events" VALUES('running',34,'discard','{"type":"discard","seat":2,"card":"R4","target":null}');
INSERT INTO "game_events" VALUES('running',35,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B5"}');
INSERT INTO "game_events" VALUES('running',36,'discard','{"type":"discard","seat":0,"card":"R6","target":null}');
INSERT INTO "game_events" VALUES('running',37,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"R6"}');
INSERT INTO "game_events" VALUES('running',38,'discard','{"type":"discard","seat":1,"card":"B2","target":null}');
INSERT INTO "game_events" VALUES('running',39,'draw','{"type":"draw","seat":2,"from":"draw_pile","card":"R11"}');
INSERT INTO "game_events" VALUES('running',40,'discard','{"type":"discard","seat":2,"card":"G8","target":null}');
INSERT INTO "game_events" VALUES('finished',0,'deal','{"type":"deal","hand":1,"dealer":0,"phases":[1,1],"hands":[["Y1","R10","R8","Y11","Y12","R11","B11","G5","B10","B7"],["R12","Y6","R3","B6","G8","B1","G7","W","R4","Y8"]],"draw_pile":["G5","Y3","Y6","S","Y5","Y1","Y8","B6","G7","G3","G4","R9","G6","Y9","G2","Y2","G12","R2","B8","R1","G11","B10","R1","G9","R5","B12","W","Y5","G8","R7","B9","B7","R9","R8","G2","B5","G6","B11","W","Y4","B3","R6","G9","S","Y9","R12","R2","G10","B8","R6","B4","W","R4","W","G1","B3","W","R5","B12","B1","Y11","G3","B2","W","Y2","B2","R11","G1","W","G12","R3","Y12","S","G11","Y3","B9","Y10","R7","S","Y7","B4","G4","Y4","Y7","G10","Y10","R10"],"discard_pile":["B5"],"playoff":false}');
INSERT INTO "game_events" VALUES('finished',1,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"B5"}');
INSERT INTO "game_events" VALUES('finished',2,'discard','{"type":"discard","seat":1,"card":"Y6","target":null}');
INSERT INTO "game_events" VALUES('finished',3,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"Y6"}');
INSERT INTO "game_events" VALUES('finished',4,'discard','{"type":"discard","seat":0,"card":"Y12","target":null}');
INSERT INTO "game_events" VALUES('finished',5,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"R10"}');
INSERT INTO "game_events" VALUES('finished',6,'discard','{"type":"discard","seat":1,"card":"B1","target":null}');
INSERT INTO "game_events" VALUES('finished',7,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"B1"}');
INSERT INTO "game_events" VALUES('finished',8,'discard','{"type":"discard","seat":0,"card":"Y1","target":null}');
INSERT INTO "game_events" VALUES('finished',9,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"Y1"}');
INSERT INTO "game_events" VALUES('finished',10,'discard','{"type":"discard","seat":1,"card":"B5","target":null}');
INSERT INTO "game_events" VALUES('finished',11,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"B5"}');
INSERT INTO "game_events" VALUES('finished',12,'discard','{"type":"discard","seat":0,"card":"B1","target":null}');
INSERT INTO "game_events" VALUES('finished',13,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"Y10"}');
INSERT INTO "game_events" VALUES('finished',14,'discard','{"type":"discard","seat":1,"card":"Y1","target":null}');
INSERT INTO "game_events" VALUES('finished',15,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"G10"}');
INSERT INTO "game_events" VALUES('finished',16,'discard','{"type":"discard","seat":0,"card":"R11","target":null}');
INSERT INTO "game_events" VALUES('finished',17,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"Y7"}');
INSERT INTO "game_events" VALUES('finished',18,'lay','{"type":"lay","seat":1,"phase":1,"groups":[["Y7","G7"],["Y8","G8"],["R10","Y10"],["R12","W12"]]}');
INSERT INTO "game_events" VALUES('finished',19,'discard','{"type":"discard","seat":1,"card":"B6","target":null}');
INSERT INTO "game_events" VALUES('finished',20,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"B6"}');
INSERT INTO "game_events" VALUES('finished',21,'lay','{"type":"lay","seat":0,"phase":1,"groups":[["B5","G5"],["B6","Y6"],["R10","B10","G10"],["B11","Y11"]]}');
INSERT INTO "game_events" VALUES('finished',22,'hit','{"type":"hit","seat":0,"owner":1,"group":0,"card":"B7"}');
INSERT INTO "game_events" VALUES('finished',23,'hit','{"type":"hit","seat":0,"owner":1,"group":1,"card":"R8"}');
INSERT INTO "game_events" VALUES('finished',24,'hand_end','{"type":"hand_end","hand":1,"out":[0],"points":[0,10],"totals":[0,10],"completed":[true,true],"progress":[1,1]}');
INSERT INTO "game_events" VALUES('finished',25,'deal','{"type":"deal","hand":2,"dealer":1,"phases":[2,2],"hands":[["R4","Y8","R1","Y7","G6","G4","G10","G9","Y4","Y5"],["B11","G12","Y6","R10","G8","G1","B12","R6","G1","R2"]],"draw_pile":["Y10","Y12","R3","W","Y9","G12","Y5","B8","G7","G2","Y9","B9","R1","B1","R7","R5","G10","Y10","R12","Y7","G11","Y3","W","Y6","W","Y1","B8","G5","S","B10","B2","G5","R10","W","G4","Y3","W","G6","R11","B1","Y8","B5","Y12","Y11","B4","Y2","R8","B5","G2","R11","G3","Y11","B2","W","Y2","Y1","W","R2","B6","R4","G11","G9","B12","R8","R7","B3","Y4","B4","R6","B11","B7","G7","R12","G3","S","W","B7","B10","R3","B3","S","R9","B9","G8","B6","R5","S"],"discard_pile":["R9"],"playoff":false}');
INSERT INTO "game_events" VALUES('finished',26,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"R9"}');
INSERT INTO "game_events" VALUES('finished',27,'discard','{"type":"discard","seat":0,"card":"Y5","target":null}');
INSERT INTO "game_events" VALUES('finished',28,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"Y5"}');
INSERT INTO "game_events" VALUES('finished',29,'discard','{"type":"discard","seat":1,"card":"B12","target":null}');
INSERT INTO "game_events" VALUES('finished',30,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"S"}');
INSERT INTO "game_events" VALUES('finished',31,'discard','{"type":"discard","seat":0,"card":"G9","target":null}');
INSERT INTO "game_events" VALUES('finished',32,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"R5"}');
INSERT INTO "game_events" VALUES('finished',33,'discard','{"type":"discard","seat":1,"card":"G8","target":null}');
INSERT INTO "game_events" VALUES('finished',34,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B6"}');
INSERT INTO "game_events" VALUES('finished',35,'discard','{"type":"discard","seat":0,"card":"Y4","target":null}');
INSERT INTO "game_events" VALUES('finished',36,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"G8"}');
INSERT INTO "game_events" VALUES('finished',37,'discard','{"type":"discard","seat":1,"card":"Y5","target":null}');
INSERT INTO "game_events" VALUES('finished',38,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B9"}');
INSERT INTO "game_events" VALUES('finished',39,'discard','{"type":"discard","seat":0,"card":"Y8","target":null}');
INSERT INTO "game_events" VALUES('finished',40,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"R9"}');
INSERT INTO "game_events" VALUES('finished',41,'discard','{"type":"discard","seat":1,"card":"R10","target":null}');
INSERT INTO "game_events" VALUES('finished',42,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"R10"}');
INSERT INTO "game_events" VALUES('finished',43,'lay','{"type":"lay","seat":0,"phase":2,"groups":[["R4","G4"],["B6","G6"],["R9","B9"],["R10","G10"]]}');
INSERT INTO "game_events" VALUES('finished',44,'discard','{"type":"discard","seat":0,"card":"R1","target":null}');
INSERT INTO "game_events" VALUES('finished',45,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"S"}');
INSERT INTO "game_events" VALUES('finished',46,'discard','{"type":"discard","seat":1,"card":"Y6","target":null}');
INSERT INTO "game_events" VALUES('finished',47,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"Y6"}');
INSERT INTO "game_events" VALUES('finished',48,'discard','{"type":"discard","seat":0,"card":"S","target":1}');
INSERT INTO "game_events" VALUES('finished',49,'skipped','{"type":"skipped","seat":1}');
INSERT INTO "game_events" VALUES('finished',50,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B3"}');
INSERT INTO "game_events" VALUES('finished',51,'hit','{"type":"hit","seat":0,"owner":0,"group":1,"card":"Y6"}');
INSERT INTO "game_events" VALUES('finished',52,'discard','{"type":"discard","seat":0,"card":"B3","target":null}');
INSERT INTO "game_events" VALUES('finished',53,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"R3"}');
INSERT INTO "game_events" VALUES('finished',54,'discard','{"type":"discard","seat":1,"card":"R6","target":null}');
INSERT INTO "game_events" VALUES('finished',55,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B10"}');
INSERT INTO "game_events" VALUES('finished',56,'hit','{"type":"hit","seat":0,"owner":0,"group":3,"card":"B10"}');
INSERT INTO "game_events" VALUES('finished',57,'discard','{"type":"discard","seat":0,"card":"Y7","target":null}');
INSERT INTO "game_events" VALUES('finished',58,'hand_end','{"type":"hand_end","hand":2,"out":[0],"points":[0,70],"totals":[0,80],"completed":[true,false],"progress":[2,1]}');
INSERT INTO "game_events" VALUES('finished',59,'game_end','{"type":"game_end","winners":[0],"ranking":[[0],[1]],"reason":"ten_hands","secret":"00000000000000000000000000000000000000000000000066696e6973686564"}');
CREATE TABLE game_seats (
	user_id BIGINT NOT NULL, 
	game_id VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_game_seats PRIMARY KEY (user_id, game_id), 
	CONSTRAINT fk_game_seats_game_id FOREIGN KEY(game_id) REFERENCES games (game_id) ON DELETE CASCADE
);
INSERT INTO "game_seats" VALUES(9223372036854775805,'running');
INSERT INTO "game_seats" VALUES(9223372036854775807,'running');
INSERT INTO "game_seats" VALUES(9223372036854775807,'finished');
CREATE TABLE games (
	game_id VARCHAR(64) NOT NULL, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	edition VARCHAR(64) NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	started_at DOUBLE NOT NULL, 
	ended_at DOUBLE, 
	version INTEGER NOT NULL, 
	events INTEGER NOT NULL, 
	hand_from INTEGER NOT NULL, 
	header TEXT NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	seating TEXT NOT NULL, 
	snapshot TEXT NOT NULL, 
	CONSTRAINT pk_games PRIMARY KEY (game_id)
);
INSERT INTO "games" VALUES('running',9223372036854775807,9223372036854775707,'classic','running',1700000000.5,NULL,40,41,0,'{"type":"game","format":"phase10-record","version":1,"game_id":"running","edition":"classic","rules":{"edition":"classic","colours":["R","B","Y","G"],"skips":4,"skip_rule":"once_around","natural_cards_per":"phase","phases":["S3+S3","S3+R4","S4+R4","R7","R8","R9","S4+S4","C7","S5+S2","S5+S3"],"ten_hands":false,"max_players":6,"hero_number":null,"opening_offer":false,"last_turn":false,"out_by_discard":false,"choose_phase":false,"save_pile":false,"changes":{}},"players":["Ada","Ben","Cyd"],"phases":["S3+S3","S3+R4","S4+R4","R7","R8","R9","S4+S4","C7","S5+S2","S5+S3"],"commitment":"f542c5cadcdfc6e14adec03a368b293a4c5776863ef63e13ff17d86596e94764"}','0000000000000000000000000000000000000000000000000072756e6e696e67','{"game_id":"running","guild_id":9223372036854775807,"channel_id":9223372036854775707,"host_id":9223372036854775807,"occupants":[{"name":"Ada","user_id":9223372036854775807,"level":"hard","away":false,"left":false,"missed":0,"late":false},{"name":"Ben","user_id":null,"level":"hard","away":false,"left":false,"missed":1,"late":false},{"name":"Cyd","user_id":9223372036854775805,"level":"hard","away":false,"left":false,"missed":2,"late":false}],"turn_limit":60,"locale":"pt-BR","started_at":1700000000.5,"turn_at":1700000001.5,"message_id":9223372036854775807,"ping_id":null,"ready":[0,2],"animation_id":null,"marks":[],"requests":[],"turn_from":0}','{"version":40,"stage":"draw","seats":[{"hand":"B1 Y8 G2 R7 Y8 B5 B8 R6 G12 B5","groups":[],"trying":1,"completed":[],"attempted":[],"total":0,"playing":true,"skipped":false,"guard":null,"saved":"","saved_this_hand":false,"drew_saved":false,"offered":false,"taken":"B8","thrown":"R10 G2 Y6 B12 R6","passed":"G3 Y1 R4","out_by":null,"out_card":null},{"hand":"Y6 B3 Y7 B9 G11 R10 R10 G2 Y5 R6","groups":[],"trying":1,"completed":[],"attempted":[],"total":0,"playing":true,"skipped":false,"guard":null,"saved":"","saved_this_hand":false,"drew_saved":false,"offered":false,"taken":"R10 G2 Y5 R6","thrown":"R1 G11 Y11 R3 S G10 B2","passed":"R12 Y6 B12","out_by":null,"out_card":null},{"hand":"B6 R7 G12 R11","groups":["S R9 G9 W9","S B11 W11 W11"],"trying":1,"completed":[1],"attempted":[],"total":0,"playing":true,"skipped":false,"guard":null,"saved":"","saved_this_hand":false,"drew_saved":false,"offered":false,"taken":"","thrown":"B12 B8 G3 Y1 Y5 R4 G8","passed":"R1 G11 Y11 R3 G10 B2","out_by":null,"out_card":null}],"turn":0,"dealer":0,"hand":1,"shuffles":1,"draw_pile":"Y12 G7 Y4 G6 Y10 R5 Y5 G3 G4 G9 B4 Y12 B8 Y9 W B4 G6 Y11 Y4 B7 R4 R5 Y7 W Y2 Y3 R2 S S Y2 B6 W Y9 G5 B7 B2 G10 G8 B9 G7 R8 Y1 R9 B11 B3 Y10 B10 R8 B1 R11 B12 G1 B10 R12 S Y3 W R1 W G4 G1 R3 R2 G5","discard_pile":"R12 R1 G11 Y11 G3 Y6 R3 Y1 B12 S G10 R4 B2 G8","drawn":null,"idle_turns":15,"dry":[],"out":[],"last_turns":null,"playoff":false,"last_hand":null,"result":null,"format":1}');
INSERT INTO "games" VALUES('finished',9223372036854775807,9223372034064536671,'classic','finished',1700000000.5,77.5,56,60,25,'{"type":"game","format":"phase10-record","version":1,"game_id":"finished","edition":"classic","rules":{"edition":"classic","colours":["R","B","Y","G"],"skips":4,"skip_rule":"once_around","natural_cards_per":"phase","phases":["S2+S2+S2+S2","S2+S2+S2+S2"],"ten_hands":true,"max_players":6,"hero_number":null,"opening_offer":false,"last_turn":false,"out_by_discard":false,"choose_phase":false,"save_pile":false,"changes":{"phases":["S2+S2+S2+S2","S2+S2+S2+S2"],"ten_hands":true}},"players":["Ada","Ben"],"phases":["S2+S2+S2+S2","S2+S2+S2+S2"],"commitment":"e5d1e2f176d14d22566f052733f2b0df454cb90dc5779fd539b75d5e976ab5e4"}','00000000000000000000000000000000000000000000000066696e6973686564','{"game_id":"finished","guild_id":9223372036854775807,"channel_id":9223372034064536671,"host_id":9223372036854775807,"occupants":[{"name":"Ada","user_id":9223372036854775807,"level":"hard","away":false,"left":false,"missed":0,"late":false},{"name":"Ben","user_id":null,"level":"hard","away":false,"left":false,"missed":1,"late":false}],"turn_limit":60,"locale":"pt-BR","started_at":1700000000.5,"turn_at":1700000001.5,"message_id":9223372036854775807,"ping_id":null,"ready":[0,2],"animation_id":null,"marks":[],"requests":[],"turn_from":0}','{"format":1,"version":56,"stage":"over","seats":[{"hand":"","groups":["S R4 G4","S B6 Y6 G6","S R9 B9","S R10 B10 G10"],"trying":2,"completed":[1,2],"attempted":[1,2],"total":0,"playing":true,"skipped":false,"guard":null,"saved":"","saved_this_hand":false,"drew_saved":false,"offered":false,"taken":"","thrown":"Y5 G9 Y4 Y8 R1 S B3 Y7","passed":"B12 G8 Y5 R6","out_by":"discard","out_card":"Y7"},{"hand":"B11 G12 G1 G1 R2 R5 G8 R9 S R3","groups":[],"trying":2,"completed":[1],"attempted":[1,2],"total":80,"playing":true,"skipped":false,"guard":null,"saved":"","saved_this_hand":false,"drew_saved":false,"offered":false,"taken":"","thrown":"B12 G8 Y5 R10 Y6 R6","passed":"G9 Y4 Y8 R1 B3","out_by":null,"out_card":null}],"turn":0,"dealer":1,"hand":2,"shuffles":2,"draw_pile":"Y10 Y12 R3 W Y9 G12 Y5 B8 G7 G2 Y9 B9 R1 B1 R7 R5 G10 Y10 R12 Y7 G11 Y3 W Y6 W Y1 B8 G5 S B10 B2 G5 R10 W G4 Y3 W G6 R11 B1 Y8 B5 Y12 Y11 B4 Y2 R8 B5 G2 R11 G3 Y11 B2 W Y2 Y1 W R2 B6 R4 G11 G9 B12 R8 R7 B3 Y4 B4 R6 B11 B7 G7 R12 G3 S W B7","discard_pile":"B12 G9 G8 Y4 Y5 Y8 R1 S B3 R6 Y7","drawn":null,"idle_turns":0,"dry":[],"out":[0],"last_turns":null,"playoff":false,"last_hand":{"hand":2,"out":[0],"points":[0,70],"totals":[0,80],"completed":[true,false],"progress":[2,1]},"result":{"winners":[0],"ranking":[[0],[1]],"reason":"ten_hands","secret":"00000000000000000000000000000000000000000000000066696e6973686564"}}');
CREATE TABLE installation_keys (
	name VARCHAR(16) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_installation_keys PRIMARY KEY (name)
);
INSERT INTO "installation_keys" VALUES('daily','000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f');
CREATE TABLE lobbies (
	lobby_id VARCHAR(64) NOT NULL, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	host_id BIGINT NOT NULL, 
	turn_limit INTEGER, 
	locale VARCHAR(16) NOT NULL, 
	touched_at DOUBLE NOT NULL, 
	message_id BIGINT, 
	rules TEXT NOT NULL, 
	seats TEXT NOT NULL, 
	CONSTRAINT pk_lobbies PRIMARY KEY (lobby_id)
);
INSERT INTO "lobbies" VALUES('waiting',0,9223372036854775807,9223372036854775807,NULL,'nl',5.25,9223372036854775807,'{"edition":"classic","colours":["R","B","Y","G"],"skips":4,"skip_rule":"once_around","natural_cards_per":"phase","phases":["R4","S2+S2"],"ten_hands":false,"max_players":6,"hero_number":8,"opening_offer":false,"last_turn":false,"out_by_discard":false,"choose_phase":false,"save_pile":false,"first_dealer":"drawn","stalemate_turns":40,"changes":{"phases":["R4","S2+S2"],"hero_number":8}}','[{"name":"Ada ‮🂡 愛","user_id":9223372036854775807,"level":"normal","away":false,"left":false,"missed":0,"late":false},{"name":"C","user_id":null,"level":"easy","away":false,"left":false,"missed":0,"late":false}]');
CREATE TABLE member_names (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	CONSTRAINT pk_member_names PRIMARY KEY (guild_id, user_id)
);
INSERT INTO "member_names" VALUES(9223372036854775807,9223372036854775807,'Ada');
CREATE TABLE personal_choices (
	user_id BIGINT NOT NULL, 
	choices TEXT NOT NULL, 
	CONSTRAINT pk_personal_choices PRIMARY KEY (user_id)
);
INSERT INTO "personal_choices" VALUES(2,'{"theme":"colour-blind","locale":null,"pictures":true,"animations":true,"achievements":true,"skill":false,"back":null,"cloth":null,"guided":false,"notices":"off","time_zone":null,"quiet_from":22,"quiet_until":8,"discord_locale":null}');
CREATE TABLE "phase_totals" (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	phase VARCHAR(64) NOT NULL, 
	tried INTEGER NOT NULL, 
	completed INTEGER NOT NULL, 
	edition VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_phase_totals PRIMARY KEY (guild_id, user_id, edition, phase)
);
INSERT INTO "phase_totals" VALUES(9223372036854775807,9223372036854775807,'S2+S2+S2+S2',2,2,'');
CREATE TABLE "ratings" (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	edition VARCHAR(64) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	period INTEGER NOT NULL, 
	CONSTRAINT pk_ratings PRIMARY KEY (guild_id, user_id, period, edition, kind)
);
INSERT INTO "ratings" VALUES(9223372036854775807,9223372036854775807,'','computers',2.90280569754584298891e+01,7.76672828963080696951e+00,1000000);
INSERT INTO "ratings" VALUES(9223372036854775807,9223372036854775807,'classic','computers',2.90280569754584298891e+01,7.76672828963080696951e+00,1000000);
CREATE TABLE result_seats (
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
	people_mu_edition DOUBLE, 
	people_sigma_edition DOUBLE, 
	computers_mu_before DOUBLE, 
	computers_sigma_before DOUBLE, 
	computers_mu_after DOUBLE, 
	computers_sigma_after DOUBLE, 
	computers_mu_edition DOUBLE, 
	computers_sigma_edition DOUBLE, people_mu_season DOUBLE, people_sigma_season DOUBLE, people_mu_season_edition DOUBLE, people_sigma_season_edition DOUBLE, feats TEXT, 
	CONSTRAINT pk_result_seats PRIMARY KEY (game_id, seat), 
	CONSTRAINT fk_result_seats_game_id FOREIGN KEY(game_id) REFERENCES results (game_id) ON DELETE CASCADE
);
INSERT INTO "result_seats" VALUES('finished',0,9223372036854775807,1,77.5,9223372036854775807,'Ada',NULL,0,1,0,2,2,2,'1/1 1/1',NULL,NULL,NULL,NULL,NULL,NULL,25.0,8.33333333333333392545e+00,2.90280569754584298891e+01,7.76672828963080696951e+00,25.0,8.33333333333333392545e+00,NULL,NULL,NULL,NULL,'natural=2 one_go=1 skips=1');
INSERT INTO "result_seats" VALUES('finished',1,9223372036854775807,1,77.5,NULL,'Ben','hard',0,2,80,0,2,1,'1/1 1/0',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'');
CREATE TABLE results (
	game_id VARCHAR(64) NOT NULL, 
	guild_id BIGINT NOT NULL, 
	number BIGINT NOT NULL, 
	edition VARCHAR(64) NOT NULL, 
	variation TEXT NOT NULL, 
	notations TEXT NOT NULL, 
	started_at DOUBLE NOT NULL, 
	ended_at DOUBLE NOT NULL, 
	hands INTEGER NOT NULL, 
	abandoned BOOLEAN NOT NULL, 
	CONSTRAINT pk_results PRIMARY KEY (game_id)
);
INSERT INTO "results" VALUES('finished',9223372036854775807,1,'classic','S2+S2+S2+S2,S2+S2+S2+S2 ten_hands','S2+S2+S2+S2 S2+S2+S2+S2',1700000000.5,77.5,2,0);
CREATE TABLE "rivals" (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	other_id BIGINT NOT NULL, 
	games INTEGER NOT NULL, 
	ahead INTEGER NOT NULL, 
	behind INTEGER NOT NULL, 
	edition VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_rivals PRIMARY KEY (guild_id, user_id, edition, other_id)
);
CREATE TABLE seat_reviews (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	game_id VARCHAR(64) NOT NULL, 
	seat INTEGER NOT NULL, 
	ended_at DOUBLE NOT NULL, 
	due BOOLEAN NOT NULL, 
	deals DOUBLE, 
	draws DOUBLE, 
	others DOUBLE, 
	choices DOUBLE, 
	error DOUBLE, 
	decisions INTEGER, 
	CONSTRAINT pk_seat_reviews PRIMARY KEY (guild_id, user_id, game_id), 
	CONSTRAINT fk_seat_reviews_game_id FOREIGN KEY(game_id) REFERENCES results (game_id) ON DELETE CASCADE
);
INSERT INTO "seat_reviews" VALUES(9223372036854775807,9223372036854775807,'finished',0,77.5,1,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE server_choices (
	guild_id BIGINT NOT NULL, 
	choices TEXT NOT NULL, 
	CONSTRAINT pk_server_choices PRIMARY KEY (guild_id)
);
INSERT INTO "server_choices" VALUES(1,'{"theme":"high-contrast","edition":null,"length":"evening","turn_limit":null,"locale":null,"channels":[],"pings":"ping","computers":true,"level":"normal","animations":true,"achievements":true,"announcements":null,"champion_role":null,"threads":null}');
CREATE TABLE "server_results" (
	guild_id BIGINT NOT NULL, 
	newest BIGINT NOT NULL, 
	counting INTEGER NOT NULL, 
	CONSTRAINT pk_server_results PRIMARY KEY (guild_id)
);
INSERT INTO "server_results" VALUES(7,0,3);
INSERT INTO "server_results" VALUES(9223372036854775807,1,3);
CREATE TABLE "totals" (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	edition VARCHAR(64) NOT NULL, 
	period INTEGER NOT NULL, 
	games INTEGER NOT NULL, 
	wins INTEGER NOT NULL, 
	places INTEGER NOT NULL, 
	hands INTEGER NOT NULL, 
	hands_won INTEGER NOT NULL, 
	points INTEGER NOT NULL, 
	phases INTEGER NOT NULL, 
	win_rate DOUBLE, 
	points_a_hand DOUBLE, 
	rating INTEGER, 
	rated INTEGER NOT NULL, 
	CONSTRAINT pk_totals PRIMARY KEY (guild_id, user_id, edition, period)
);
INSERT INTO "totals" VALUES(9223372036854775807,9223372036854775807,'',23640,1,1,1,2,2,0,2,NULL,NULL,NULL,0);
INSERT INTO "totals" VALUES(9223372036854775807,9223372036854775807,'',1000000,1,1,1,2,2,0,2,NULL,NULL,NULL,0);
INSERT INTO "totals" VALUES(9223372036854775807,9223372036854775807,'classic',23640,1,1,1,2,2,0,2,NULL,NULL,NULL,0);
INSERT INTO "totals" VALUES(9223372036854775807,9223372036854775807,'classic',1000000,1,1,1,2,2,0,2,NULL,NULL,NULL,0);
CREATE TABLE turn_notices (
	game_id VARCHAR(64) NOT NULL, 
	user_id BIGINT NOT NULL, 
	turn INTEGER NOT NULL, 
	dm_id BIGINT, 
	message_id BIGINT, 
	CONSTRAINT pk_turn_notices PRIMARY KEY (game_id), 
	CONSTRAINT fk_turn_notices_game_id FOREIGN KEY(game_id) REFERENCES games (game_id) ON DELETE CASCADE
);
CREATE TABLE unshown_ends (
	game_id VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_unshown_ends PRIMARY KEY (game_id), 
	CONSTRAINT fk_unshown_ends_game_id FOREIGN KEY(game_id) REFERENCES games (game_id) ON DELETE CASCADE
);
INSERT INTO "unshown_ends" VALUES('finished');
CREATE TABLE wipes (
	token VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_wipes PRIMARY KEY (token)
);
CREATE INDEX ix_games_status_started_at ON games (status, started_at);
CREATE UNIQUE INDEX ix_results_number ON results (guild_id, number);
CREATE INDEX ix_results_ended_at ON results (guild_id, ended_at, number);
CREATE INDEX ix_result_seats_user_id ON result_seats (guild_id, user_id, ended_at, number);
CREATE UNIQUE INDEX ix_games_one_a_channel ON games (guild_id, channel_id) WHERE status = 'running';
CREATE INDEX ix_game_seats_game_id ON game_seats (game_id);
CREATE INDEX ix_totals_wins ON totals (guild_id, edition, period, wins, user_id);
CREATE INDEX ix_totals_points_a_hand ON totals (guild_id, edition, period, points_a_hand, user_id);
CREATE INDEX ix_totals_win_rate ON totals (guild_id, edition, period, win_rate, user_id);
CREATE INDEX ix_totals_phases ON totals (guild_id, edition, period, phases, user_id);
CREATE INDEX ix_totals_rating ON totals (guild_id, edition, period, rating, user_id);
CREATE INDEX ix_result_seats_uncounted ON result_seats (guild_id, game_id) WHERE feats IS NULL;
CREATE INDEX ix_achievements_guild_id_game_id ON achievements (guild_id, game_id);
CREATE INDEX ix_achievements_user_id ON achievements (user_id);
CREATE INDEX ix_daily_boards_guild_id_date ON daily_boards (guild_id, date);
CREATE UNIQUE INDEX ix_games_one_a_person ON games (channel_id) WHERE status = 'running' AND channel_id < 0;
CREATE INDEX ix_member_names_user_id ON member_names (user_id);
CREATE INDEX ix_turn_notices_user_id ON turn_notices (user_id);
CREATE INDEX ix_seat_reviews_game_id ON seat_reviews (game_id);
CREATE INDEX ix_seat_reviews_due ON seat_reviews (ended_at) WHERE due;
COMMIT;
