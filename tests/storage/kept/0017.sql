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
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0017');
CREATE TABLE announced (
	guild_id BIGINT NOT NULL, 
	"key" VARCHAR(64) NOT NULL, channel_id BIGINT, claimed_at DOUBLE, message_id BIGINT, 
	CONSTRAINT pk_announced PRIMARY KEY (guild_id, "key")
);
INSERT INTO "announced" VALUES(7,'season 2026-10',NULL,NULL,NULL);
INSERT INTO "announced" VALUES(1,'season 2026-09',5,1790812800.5,NULL);
INSERT INTO "announced" VALUES(1,'daily-post 2026-10-01',5,NULL,77);
CREATE TABLE champion_roles (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	role_id BIGINT NOT NULL, 
	CONSTRAINT pk_champion_roles PRIMARY KEY (guild_id, user_id, role_id)
);
INSERT INTO "champion_roles" VALUES(7,1001,55);
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
INSERT INTO "feat_totals" VALUES(9223372036854775807,9223372036854775807,'natural',2);
INSERT INTO "feat_totals" VALUES(9223372036854775807,9223372036854775807,'quick_lay',2);
INSERT INTO "feat_totals" VALUES(9223372036854775807,9223372036854775807,'skips',5);
INSERT INTO "feat_totals" VALUES(9223372036854775807,9223372036854775807,'phases',2);
INSERT INTO "feat_totals" VALUES(9223372036854775807,9223372036854775807,'games',1);
INSERT INTO "feat_totals" VALUES(9223372036854775807,9223372036854775807,'hands_won',1);
INSERT INTO "feat_totals" VALUES(7,1001,'daily_streak',1);
INSERT INTO "feat_totals" VALUES(7,1001,'daily_hands',1);
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
INSERT INTO "game_events" VALUES('finished',1,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"R10"}');
INSERT INTO "game_events" VALUES('finished',2,'lay','{"type":"lay","seat":1,"phase":1,"groups":[["B6","Y6"]]}');
INSERT INTO "game_events" VALUES('finished',3,'discard','{"type":"discard","seat":1,"card":"R4","target":null}');
INSERT INTO "game_events" VALUES('finished',4,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"R4"}');
INSERT INTO "game_events" VALUES('finished',5,'lay','{"type":"lay","seat":0,"phase":1,"groups":[["R11","B11","Y11"]]}');
INSERT INTO "game_events" VALUES('finished',6,'discard','{"type":"discard","seat":0,"card":"B7","target":null}');
INSERT INTO "game_events" VALUES('finished',7,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"Y10"}');
INSERT INTO "game_events" VALUES('finished',8,'hit','{"type":"hit","seat":1,"owner":1,"group":0,"card":"W6"}');
INSERT INTO "game_events" VALUES('finished',9,'discard','{"type":"discard","seat":1,"card":"Y10","target":null}');
INSERT INTO "game_events" VALUES('finished',10,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"G10"}');
INSERT INTO "game_events" VALUES('finished',11,'discard','{"type":"discard","seat":0,"card":"R4","target":null}');
INSERT INTO "game_events" VALUES('finished',12,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"R4"}');
INSERT INTO "game_events" VALUES('finished',13,'discard','{"type":"discard","seat":1,"card":"R12","target":null}');
INSERT INTO "game_events" VALUES('finished',14,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"R12"}');
INSERT INTO "game_events" VALUES('finished',15,'discard','{"type":"discard","seat":0,"card":"G5","target":null}');
INSERT INTO "game_events" VALUES('finished',16,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"Y7"}');
INSERT INTO "game_events" VALUES('finished',17,'discard','{"type":"discard","seat":1,"card":"G8","target":null}');
INSERT INTO "game_events" VALUES('finished',18,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"G8"}');
INSERT INTO "game_events" VALUES('finished',19,'discard','{"type":"discard","seat":0,"card":"Y1","target":null}');
INSERT INTO "game_events" VALUES('finished',20,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"Y4"}');
INSERT INTO "game_events" VALUES('finished',21,'discard','{"type":"discard","seat":1,"card":"R3","target":null}');
INSERT INTO "game_events" VALUES('finished',22,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"G4"}');
INSERT INTO "game_events" VALUES('finished',23,'discard','{"type":"discard","seat":0,"card":"G8","target":null}');
INSERT INTO "game_events" VALUES('finished',24,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"B4"}');
INSERT INTO "game_events" VALUES('finished',25,'discard','{"type":"discard","seat":1,"card":"Y4","target":null}');
INSERT INTO "game_events" VALUES('finished',26,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"Y7"}');
INSERT INTO "game_events" VALUES('finished',27,'discard','{"type":"discard","seat":0,"card":"B10","target":null}');
INSERT INTO "game_events" VALUES('finished',28,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"B10"}');
INSERT INTO "game_events" VALUES('finished',29,'discard','{"type":"discard","seat":1,"card":"B10","target":null}');
INSERT INTO "game_events" VALUES('finished',30,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"S"}');
INSERT INTO "game_events" VALUES('finished',31,'discard','{"type":"discard","seat":0,"card":"G4","target":null}');
INSERT INTO "game_events" VALUES('finished',32,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"R7"}');
INSERT INTO "game_events" VALUES('finished',33,'discard','{"type":"discard","seat":1,"card":"R10","target":null}');
INSERT INTO "game_events" VALUES('finished',34,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"R10"}');
INSERT INTO "game_events" VALUES('finished',35,'discard','{"type":"discard","seat":0,"card":"Y12","target":null}');
INSERT INTO "game_events" VALUES('finished',36,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"Y10"}');
INSERT INTO "game_events" VALUES('finished',37,'discard','{"type":"discard","seat":1,"card":"R7","target":null}');
INSERT INTO "game_events" VALUES('finished',38,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B9"}');
INSERT INTO "game_events" VALUES('finished',39,'discard','{"type":"discard","seat":0,"card":"R8","target":null}');
INSERT INTO "game_events" VALUES('finished',40,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"R8"}');
INSERT INTO "game_events" VALUES('finished',41,'discard','{"type":"discard","seat":1,"card":"G7","target":null}');
INSERT INTO "game_events" VALUES('finished',42,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"G7"}');
INSERT INTO "game_events" VALUES('finished',43,'discard','{"type":"discard","seat":0,"card":"B9","target":null}');
INSERT INTO "game_events" VALUES('finished',44,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"B9"}');
INSERT INTO "game_events" VALUES('finished',45,'discard','{"type":"discard","seat":1,"card":"Y7","target":null}');
INSERT INTO "game_events" VALUES('finished',46,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"Y7"}');
INSERT INTO "game_events" VALUES('finished',47,'discard','{"type":"discard","seat":0,"card":"R12","target":null}');
INSERT INTO "game_events" VALUES('finished',48,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"R12"}');
INSERT INTO "game_events" VALUES('finished',49,'discard','{"type":"discard","seat":1,"card":"B9","target":null}');
INSERT INTO "game_events" VALUES('finished',50,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"Y3"}');
INSERT INTO "game_events" VALUES('finished',51,'discard','{"type":"discard","seat":0,"card":"S","target":1}');
INSERT INTO "game_events" VALUES('finished',52,'skipped','{"type":"skipped","seat":1}');
INSERT INTO "game_events" VALUES('finished',53,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"G11"}');
INSERT INTO "game_events" VALUES('finished',54,'discard','{"type":"discard","seat":0,"card":"Y3","target":null}');
INSERT INTO "game_events" VALUES('finished',55,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"Y3"}');
INSERT INTO "game_events" VALUES('finished',56,'discard','{"type":"discard","seat":1,"card":"R12","target":null}');
INSERT INTO "game_events" VALUES('finished',57,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"S"}');
INSERT INTO "game_events" VALUES('finished',58,'discard','{"type":"discard","seat":0,"card":"G10","target":null}');
INSERT INTO "game_events" VALUES('finished',59,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"G10"}');
INSERT INTO "game_events" VALUES('finished',60,'discard','{"type":"discard","seat":1,"card":"Y8","target":null}');
INSERT INTO "game_events" VALUES('finished',61,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"Y8"}');
INSERT INTO "game_events" VALUES('finished',62,'discard','{"type":"discard","seat":0,"card":"S","target":1}');
INSERT INTO "game_events" VALUES('finished',63,'skipped','{"type":"skipped","seat":1}');
INSERT INTO "game_events" VALUES('finished',64,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"Y12"}');
INSERT INTO "game_events" VALUES('finished',65,'discard','{"type":"discard","seat":0,"card":"Y12","target":null}');
INSERT INTO "game_events" VALUES('finished',66,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"R3"}');
INSERT INTO "game_events" VALUES('finished',67,'discard','{"type":"discard","seat":1,"card":"G10","target":null}');
INSERT INTO "game_events" VALUES('finished',68,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"G10"}');
INSERT INTO "game_events" VALUES('finished',69,'discard','{"type":"discard","seat":0,"card":"G7","target":null}');
INSERT INTO "game_events" VALUES('finished',70,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"G12"}');
INSERT INTO "game_events" VALUES('finished',71,'discard','{"type":"discard","seat":1,"card":"G12","target":null}');
INSERT INTO "game_events" VALUES('finished',72,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"W"}');
INSERT INTO "game_events" VALUES('finished',73,'discard','{"type":"discard","seat":0,"card":"Y7","target":null}');
INSERT INTO "game_events" VALUES('finished',74,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"Y7"}');
INSERT INTO "game_events" VALUES('finished',75,'discard','{"type":"discard","seat":1,"card":"B4","target":null}');
INSERT INTO "game_events" VALUES('finished',76,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"G1"}');
INSERT INTO "game_events" VALUES('finished',77,'discard','{"type":"discard","seat":0,"card":"W","target":null}');
INSERT INTO "game_events" VALUES('finished',78,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"R11"}');
INSERT INTO "game_events" VALUES('finished',79,'hit','{"type":"hit","seat":1,"owner":0,"group":0,"card":"R11"}');
INSERT INTO "game_events" VALUES('finished',80,'discard','{"type":"discard","seat":1,"card":"Y7","target":null}');
INSERT INTO "game_events" VALUES('finished',81,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B2"}');
INSERT INTO "game_events" VALUES('finished',82,'discard','{"type":"discard","seat":0,"card":"G11","target":null}');
INSERT INTO "game_events" VALUES('finished',83,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"G11"}');
INSERT INTO "game_events" VALUES('finished',84,'discard','{"type":"discard","seat":1,"card":"Y3","target":null}');
INSERT INTO "game_events" VALUES('finished',85,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"Y3"}');
INSERT INTO "game_events" VALUES('finished',86,'discard','{"type":"discard","seat":0,"card":"G10","target":null}');
INSERT INTO "game_events" VALUES('finished',87,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"G10"}');
INSERT INTO "game_events" VALUES('finished',88,'hit','{"type":"hit","seat":1,"owner":0,"group":0,"card":"G11"}');
INSERT INTO "game_events" VALUES('finished',89,'discard','{"type":"discard","seat":1,"card":"R8","target":null}');
INSERT INTO "game_events" VALUES('finished',90,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"Y2"}');
INSERT INTO "game_events" VALUES('finished',91,'discard','{"type":"discard","seat":0,"card":"B2","target":null}');
INSERT INTO "game_events" VALUES('finished',92,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"W"}');
INSERT INTO "game_events" VALUES('finished',93,'discard','{"type":"discard","seat":1,"card":"G10","target":null}');
INSERT INTO "game_events" VALUES('finished',94,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B2"}');
INSERT INTO "game_events" VALUES('finished',95,'discard','{"type":"discard","seat":0,"card":"G1","target":null}');
INSERT INTO "game_events" VALUES('finished',96,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"G1"}');
INSERT INTO "game_events" VALUES('finished',97,'discard','{"type":"discard","seat":1,"card":"R4","target":null}');
INSERT INTO "game_events" VALUES('finished',98,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"R4"}');
INSERT INTO "game_events" VALUES('finished',99,'discard','{"type":"discard","seat":0,"card":"Y3","target":null}');
INSERT INTO "game_events" VALUES('finished',100,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"Y3"}');
INSERT INTO "game_events" VALUES('finished',101,'discard','{"type":"discard","seat":1,"card":"G1","target":null}');
INSERT INTO "game_events" VALUES('finished',102,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"G1"}');
INSERT INTO "game_events" VALUES('finished',103,'discard','{"type":"discard","seat":0,"card":"R10","target":null}');
INSERT INTO "game_events" VALUES('finished',104,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"R10"}');
INSERT INTO "game_events" VALUES('finished',105,'discard','{"type":"discard","seat":1,"card":"R10","target":null}');
INSERT INTO "game_events" VALUES('finished',106,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"G3"}');
INSERT INTO "game_events" VALUES('finished',107,'discard','{"type":"discard","seat":0,"card":"Y2","target":null}');
INSERT INTO "game_events" VALUES('finished',108,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"Y11"}');
INSERT INTO "game_events" VALUES('finished',109,'discard','{"type":"discard","seat":1,"card":"Y11","target":null}');
INSERT INTO "game_events" VALUES('finished',110,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B1"}');
INSERT INTO "game_events" VALUES('finished',111,'discard','{"type":"discard","seat":0,"card":"Y7","target":null}');
INSERT INTO "game_events" VALUES('finished',112,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"Y7"}');
INSERT INTO "game_events" VALUES('finished',113,'hit','{"type":"hit","seat":1,"owner":0,"group":0,"card":"W11"}');
INSERT INTO "game_events" VALUES('finished',114,'discard','{"type":"discard","seat":1,"card":"B1","target":null}');
INSERT INTO "game_events" VALUES('finished',115,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B12"}');
INSERT INTO "game_events" VALUES('finished',116,'discard','{"type":"discard","seat":0,"card":"R10","target":null}');
INSERT INTO "game_events" VALUES('finished',117,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"R10"}');
INSERT INTO "game_events" VALUES('finished',118,'discard','{"type":"discard","seat":1,"card":"Y10","target":null}');
INSERT INTO "game_events" VALUES('finished',119,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"Y10"}');
INSERT INTO "game_events" VALUES('finished',120,'discard','{"type":"discard","seat":0,"card":"G1","target":null}');
INSERT INTO "game_events" VALUES('finished',121,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"G1"}');
INSERT INTO "game_events" VALUES('finished',122,'discard','{"type":"discard","seat":1,"card":"R3","target":null}');
INSERT INTO "game_events" VALUES('finished',123,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"R5"}');
INSERT INTO "game_events" VALUES('finished',124,'discard','{"type":"discard","seat":0,"card":"B12","target":null}');
INSERT INTO "game_events" VALUES('finished',125,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"B12"}');
INSERT INTO "game_events" VALUES('finished',126,'discard','{"type":"discard","seat":1,"card":"Y3","target":null}');
INSERT INTO "game_events" VALUES('finished',127,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"W"}');
INSERT INTO "game_events" VALUES('finished',128,'discard','{"type":"discard","seat":0,"card":"Y8","target":null}');
INSERT INTO "game_events" VALUES('finished',129,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"Y8"}');
INSERT INTO "game_events" VALUES('finished',130,'discard','{"type":"discard","seat":1,"card":"Y8","target":null}');
INSERT INTO "game_events" VALUES('finished',131,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B3"}');
INSERT INTO "game_events" VALUES('finished',132,'discard','{"type":"discard","seat":0,"card":"G3","target":null}');
INSERT INTO "game_events" VALUES('finished',133,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"G3"}');
INSERT INTO "game_events" VALUES('finished',134,'discard','{"type":"discard","seat":1,"card":"B12","target":null}');
INSERT INTO "game_events" VALUES('finished',135,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"B12"}');
INSERT INTO "game_events" VALUES('finished',136,'discard','{"type":"discard","seat":0,"card":"W","target":null}');
INSERT INTO "game_events" VALUES('finished',137,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"W"}');
INSERT INTO "game_events" VALUES('finished',138,'hit','{"type":"hit","seat":1,"owner":0,"group":0,"card":"W11"}');
INSERT INTO "game_events" VALUES('finished',139,'discard','{"type":"discard","seat":1,"card":"Y7","target":null}');
INSERT INTO "game_events" VALUES('finished',140,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"Y7"}');
INSERT INTO "game_events" VALUES('finished',141,'discard','{"type":"discard","seat":0,"card":"B12","target":null}');
INSERT INTO "game_events" VALUES('finished',142,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"B12"}');
INSERT INTO "game_events" VALUES('finished',143,'discard','{"type":"discard","seat":1,"card":"B12","target":null}');
INSERT INTO "game_events" VALUES('finished',144,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"G1"}');
INSERT INTO "game_events" VALUES('finished',145,'discard','{"type":"discard","seat":0,"card":"R5","target":null}');
INSERT INTO "game_events" VALUES('finished',146,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"W"}');
INSERT INTO "game_events" VALUES('finished',147,'discard','{"type":"discard","seat":1,"card":"R10","target":null}');
INSERT INTO "game_events" VALUES('finished',148,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"R4"}');
INSERT INTO "game_events" VALUES('finished',149,'discard','{"type":"discard","seat":0,"card":"B3","target":null}');
INSERT INTO "game_events" VALUES('finished',150,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"B3"}');
INSERT INTO "game_events" VALUES('finished',151,'hit','{"type":"hit","seat":1,"owner":0,"group":0,"card":"W11"}');
INSERT INTO "game_events" VALUES('finished',152,'discard','{"type":"discard","seat":1,"card":"G1","target":null}');
INSERT INTO "game_events" VALUES('finished',153,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"W"}');
INSERT INTO "game_events" VALUES('finished',154,'discard','{"type":"discard","seat":0,"card":"Y7","target":null}');
INSERT INTO "game_events" VALUES('finished',155,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"B4"}');
INSERT INTO "game_events" VALUES('finished',156,'discard','{"type":"discard","seat":1,"card":"G3","target":null}');
INSERT INTO "game_events" VALUES('finished',157,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"R6"}');
INSERT INTO "game_events" VALUES('finished',158,'discard','{"type":"discard","seat":0,"card":"G1","target":null}');
INSERT INTO "game_events" VALUES('finished',159,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"G1"}');
INSERT INTO "game_events" VALUES('finished',160,'discard','{"type":"discard","seat":1,"card":"G1","target":null}');
INSERT INTO "game_events" VALUES('finished',161,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B8"}');
INSERT INTO "game_events" VALUES('finished',162,'discard','{"type":"discard","seat":0,"card":"R6","target":null}');
INSERT INTO "game_events" VALUES('finished',163,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"R6"}');
INSERT INTO "game_events" VALUES('finished',164,'discard','{"type":"discard","seat":1,"card":"B3","target":null}');
INSERT INTO "game_events" VALUES('finished',165,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"G10"}');
INSERT INTO "game_events" VALUES('finished',166,'discard','{"type":"discard","seat":0,"card":"W","target":null}');
INSERT INTO "game_events" VALUES('finished',167,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"W"}');
INSERT INTO "game_events" VALUES('finished',168,'discard','{"type":"discard","seat":1,"card":"W","target":null}');
INSERT INTO "game_events" VALUES('finished',169,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"W"}');
INSERT INTO "game_events" VALUES('finished',170,'hit','{"type":"hit","seat":0,"owner":0,"group":0,"card":"W11"}');
INSERT INTO "game_events" VALUES('finished',171,'discard','{"type":"discard","seat":0,"card":"G10","target":null}');
INSERT INTO "game_events" VALUES('finished',172,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"G10"}');
INSERT INTO "game_events" VALUES('finished',173,'discard','{"type":"discard","seat":1,"card":"B4","target":null}');
INSERT INTO "game_events" VALUES('finished',174,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"R2"}');
INSERT INTO "game_events" VALUES('finished',175,'discard','{"type":"discard","seat":0,"card":"B2","target":null}');
INSERT INTO "game_events" VALUES('finished',176,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"B2"}');
INSERT INTO "game_events" VALUES('finished',177,'hit','{"type":"hit","seat":1,"owner":1,"group":0,"card":"R6"}');
INSERT INTO "game_events" VALUES('finished',178,'discard','{"type":"discard","seat":1,"card":"G10","target":null}');
INSERT INTO "game_events" VALUES('finished',179,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"G10"}');
INSERT INTO "game_events" VALUES('finished',180,'discard','{"type":"discard","seat":0,"card":"Y10","target":null}');
INSERT INTO "game_events" VALUES('finished',181,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"R12"}');
INSERT INTO "game_events" VALUES('finished',182,'discard','{"type":"discard","seat":1,"card":"R12","target":null}');
INSERT INTO "game_events" VALUES('finished',183,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"R12"}');
INSERT INTO "game_events" VALUES('finished',184,'discard','{"type":"discard","seat":0,"card":"B1","target":null}');
INSERT INTO "game_events" VALUES('finished',185,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"Y9"}');
INSERT INTO "game_events" VALUES('finished',186,'discard','{"type":"discard","seat":1,"card":"B2","target":null}');
INSERT INTO "game_events" VALUES('finished',187,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"S"}');
INSERT INTO "game_events" VALUES('finished',188,'discard','{"type":"discard","seat":0,"card":"R12","target":null}');
INSERT INTO "game_events" VALUES('finished',189,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"R12"}');
INSERT INTO "game_events" VALUES('finished',190,'discard','{"type":"discard","seat":1,"card":"Y9","target":null}');
INSERT INTO "game_events" VALUES('finished',191,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"G9"}');
INSERT INTO "game_events" VALUES('finished',192,'discard','{"type":"discard","seat":0,"card":"G10","target":null}');
INSERT INTO "game_events" VALUES('finished',193,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"R6"}');
INSERT INTO "game_events" VALUES('finished',194,'discard','{"type":"discard","seat":1,"card":"R12","target":null}');
INSERT INTO "game_events" VALUES('finished',195,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B3"}');
INSERT INTO "game_events" VALUES('finished',196,'discard','{"type":"discard","seat":0,"card":"B8","target":null}');
INSERT INTO "game_events" VALUES('finished',197,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"B8"}');
INSERT INTO "game_events" VALUES('finished',198,'discard','{"type":"discard","seat":1,"card":"B8","target":null}');
INSERT INTO "game_events" VALUES('finished',199,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"Y4"}');
INSERT INTO "game_events" VALUES('finished',200,'discard','{"type":"discard","seat":0,"card":"G9","target":null}');
INSERT INTO "game_events" VALUES('finished',201,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"W"}');
INSERT INTO "game_events" VALUES('finished',202,'discard','{"type":"discard","seat":1,"card":"R6","target":null}');
INSERT INTO "game_events" VALUES('finished',203,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"R6"}');
INSERT INTO "game_events" VALUES('finished',204,'discard','{"type":"discard","seat":0,"card":"B3","target":null}');
INSERT INTO "game_events" VALUES('finished',205,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"B3"}');
INSERT INTO "game_events" VALUES('finished',206,'hit','{"type":"hit","seat":1,"owner":0,"group":0,"card":"W11"}');
INSERT INTO "game_events" VALUES('finished',207,'discard','{"type":"discard","seat":1,"card":"B3","target":null}');
INSERT INTO "game_events" VALUES('finished',208,'hand_end','{"type":"hand_end","hand":1,"out":[1],"points":[40,0],"totals":[40,0],"completed":[true,true],"progress":[1,1]}');
INSERT INTO "game_events" VALUES('finished',209,'deal','{"type":"deal","hand":2,"dealer":1,"phases":[2,2],"hands":[["R4","Y8","R1","Y7","G6","G4","G10","G9","Y4","Y5"],["B11","G12","Y6","R10","G8","G1","B12","R6","G1","R2"]],"draw_pile":["Y10","Y12","R3","W","Y9","G12","Y5","B8","G7","G2","Y9","B9","R1","B1","R7","R5","G10","Y10","R12","Y7","G11","Y3","W","Y6","W","Y1","B8","G5","S","B10","B2","G5","R10","W","G4","Y3","W","G6","R11","B1","Y8","B5","Y12","Y11","B4","Y2","R8","B5","G2","R11","G3","Y11","B2","W","Y2","Y1","W","R2","B6","R4","G11","G9","B12","R8","R7","B3","Y4","B4","R6","B11","B7","G7","R12","G3","S","W","B7","B10","R3","B3","S","R9","B9","G8","B6","R5","S"],"discard_pile":["R9"],"playoff":false}');
INSERT INTO "game_events" VALUES('finished',210,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"R9"}');
INSERT INTO "game_events" VALUES('finished',211,'lay','{"type":"lay","seat":0,"phase":2,"groups":[["R4","Y4","G4"]]}');
INSERT INTO "game_events" VALUES('finished',212,'discard','{"type":"discard","seat":0,"card":"G6","target":null}');
INSERT INTO "game_events" VALUES('finished',213,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"G6"}');
INSERT INTO "game_events" VALUES('finished',214,'lay','{"type":"lay","seat":1,"phase":2,"groups":[["B12","G12"]]}');
INSERT INTO "game_events" VALUES('finished',215,'discard','{"type":"discard","seat":1,"card":"R10","target":null}');
INSERT INTO "game_events" VALUES('finished',216,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"R10"}');
INSERT INTO "game_events" VALUES('finished',217,'discard','{"type":"discard","seat":0,"card":"R9","target":null}');
INSERT INTO "game_events" VALUES('finished',218,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"S"}');
INSERT INTO "game_events" VALUES('finished',219,'discard','{"type":"discard","seat":1,"card":"R6","target":null}');
INSERT INTO "game_events" VALUES('finished',220,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"R5"}');
INSERT INTO "game_events" VALUES('finished',221,'discard','{"type":"discard","seat":0,"card":"R10","target":null}');
INSERT INTO "game_events" VALUES('finished',222,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"R10"}');
INSERT INTO "game_events" VALUES('finished',223,'discard','{"type":"discard","seat":1,"card":"R10","target":null}');
INSERT INTO "game_events" VALUES('finished',224,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B6"}');
INSERT INTO "game_events" VALUES('finished',225,'discard','{"type":"discard","seat":0,"card":"R1","target":null}');
INSERT INTO "game_events" VALUES('finished',226,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"G8"}');
INSERT INTO "game_events" VALUES('finished',227,'discard','{"type":"discard","seat":1,"card":"B11","target":null}');
INSERT INTO "game_events" VALUES('finished',228,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B9"}');
INSERT INTO "game_events" VALUES('finished',229,'discard','{"type":"discard","seat":0,"card":"G10","target":null}');
INSERT INTO "game_events" VALUES('finished',230,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"R9"}');
INSERT INTO "game_events" VALUES('finished',231,'discard','{"type":"discard","seat":1,"card":"G6","target":null}');
INSERT INTO "game_events" VALUES('finished',232,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"S"}');
INSERT INTO "game_events" VALUES('finished',233,'discard','{"type":"discard","seat":0,"card":"R5","target":null}');
INSERT INTO "game_events" VALUES('finished',234,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"R5"}');
INSERT INTO "game_events" VALUES('finished',235,'discard','{"type":"discard","seat":1,"card":"S","target":0}');
INSERT INTO "game_events" VALUES('finished',236,'skipped','{"type":"skipped","seat":0}');
INSERT INTO "game_events" VALUES('finished',237,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"B3"}');
INSERT INTO "game_events" VALUES('finished',238,'discard','{"type":"discard","seat":1,"card":"G1","target":null}');
INSERT INTO "game_events" VALUES('finished',239,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"G1"}');
INSERT INTO "game_events" VALUES('finished',240,'discard','{"type":"discard","seat":0,"card":"B9","target":null}');
INSERT INTO "game_events" VALUES('finished',241,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"R3"}');
INSERT INTO "game_events" VALUES('finished',242,'discard','{"type":"discard","seat":1,"card":"R9","target":null}');
INSERT INTO "game_events" VALUES('finished',243,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B10"}');
INSERT INTO "game_events" VALUES('finished',244,'discard','{"type":"discard","seat":0,"card":"B10","target":null}');
INSERT INTO "game_events" VALUES('finished',245,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"B7"}');
INSERT INTO "game_events" VALUES('finished',246,'discard','{"type":"discard","seat":1,"card":"G8","target":null}');
INSERT INTO "game_events" VALUES('finished',247,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"G8"}');
INSERT INTO "game_events" VALUES('finished',248,'discard','{"type":"discard","seat":0,"card":"Y8","target":null}');
INSERT INTO "game_events" VALUES('finished',249,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"Y8"}');
INSERT INTO "game_events" VALUES('finished',250,'discard','{"type":"discard","seat":1,"card":"G1","target":null}');
INSERT INTO "game_events" VALUES('finished',251,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"G1"}');
INSERT INTO "game_events" VALUES('finished',252,'discard','{"type":"discard","seat":0,"card":"G8","target":null}');
INSERT INTO "game_events" VALUES('finished',253,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"W"}');
INSERT INTO "game_events" VALUES('finished',254,'discard','{"type":"discard","seat":1,"card":"Y6","target":null}');
INSERT INTO "game_events" VALUES('finished',255,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"Y6"}');
INSERT INTO "game_events" VALUES('finished',256,'discard','{"type":"discard","seat":0,"card":"Y7","target":null}');
INSERT INTO "game_events" VALUES('finished',257,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"Y7"}');
INSERT INTO "game_events" VALUES('finished',258,'hit','{"type":"hit","seat":1,"owner":1,"group":0,"card":"W12"}');
INSERT INTO "game_events" VALUES('finished',259,'discard','{"type":"discard","seat":1,"card":"B3","target":null}');
INSERT INTO "game_events" VALUES('finished',260,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"S"}');
INSERT INTO "game_events" VALUES('finished',261,'discard','{"type":"discard","seat":0,"card":"B6","target":null}');
INSERT INTO "game_events" VALUES('finished',262,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"B6"}');
INSERT INTO "game_events" VALUES('finished',263,'discard','{"type":"discard","seat":1,"card":"B7","target":null}');
INSERT INTO "game_events" VALUES('finished',264,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"G3"}');
INSERT INTO "game_events" VALUES('finished',265,'discard','{"type":"discard","seat":0,"card":"G1","target":null}');
INSERT INTO "game_events" VALUES('finished',266,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"G1"}');
INSERT INTO "game_events" VALUES('finished',267,'discard','{"type":"discard","seat":1,"card":"G8","target":null}');
INSERT INTO "game_events" VALUES('finished',268,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"R12"}');
INSERT INTO "game_events" VALUES('finished',269,'discard','{"type":"discard","seat":0,"card":"G1","target":null}');
INSERT INTO "game_events" VALUES('finished',270,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"G7"}');
INSERT INTO "game_events" VALUES('finished',271,'discard','{"type":"discard","seat":1,"card":"R2","target":null}');
INSERT INTO "game_events" VALUES('finished',272,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B7"}');
INSERT INTO "game_events" VALUES('finished',273,'discard','{"type":"discard","seat":0,"card":"R12","target":null}');
INSERT INTO "game_events" VALUES('finished',274,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"B11"}');
INSERT INTO "game_events" VALUES('finished',275,'discard','{"type":"discard","seat":1,"card":"R5","target":null}');
INSERT INTO "game_events" VALUES('finished',276,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"R6"}');
INSERT INTO "game_events" VALUES('finished',277,'discard','{"type":"discard","seat":0,"card":"Y5","target":null}');
INSERT INTO "game_events" VALUES('finished',278,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"Y5"}');
INSERT INTO "game_events" VALUES('finished',279,'discard','{"type":"discard","seat":1,"card":"Y7","target":null}');
INSERT INTO "game_events" VALUES('finished',280,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B4"}');
INSERT INTO "game_events" VALUES('finished',281,'discard','{"type":"discard","seat":0,"card":"B4","target":null}');
INSERT INTO "game_events" VALUES('finished',282,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"Y4"}');
INSERT INTO "game_events" VALUES('finished',283,'discard','{"type":"discard","seat":1,"card":"B6","target":null}');
INSERT INTO "game_events" VALUES('finished',284,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B3"}');
INSERT INTO "game_events" VALUES('finished',285,'discard','{"type":"discard","seat":0,"card":"R6","target":null}');
INSERT INTO "game_events" VALUES('finished',286,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"R7"}');
INSERT INTO "game_events" VALUES('finished',287,'discard','{"type":"discard","seat":1,"card":"Y5","target":null}');
INSERT INTO "game_events" VALUES('finished',288,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"Y5"}');
INSERT INTO "game_events" VALUES('finished',289,'discard','{"type":"discard","seat":0,"card":"Y5","target":null}');
INSERT INTO "game_events" VALUES('finished',290,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"Y5"}');
INSERT INTO "game_events" VALUES('finished',291,'discard','{"type":"discard","seat":1,"card":"Y5","target":null}');
INSERT INTO "game_events" VALUES('finished',292,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"Y5"}');
INSERT INTO "game_events" VALUES('finished',293,'discard','{"type":"discard","seat":0,"card":"B3","target":null}');
INSERT INTO "game_events" VALUES('finished',294,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"B3"}');
INSERT INTO "game_events" VALUES('finished',295,'discard','{"type":"discard","seat":1,"card":"B11","target":null}');
INSERT INTO "game_events" VALUES('finished',296,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"R8"}');
INSERT INTO "game_events" VALUES('finished',297,'discard','{"type":"discard","seat":0,"card":"S","target":1}');
INSERT INTO "game_events" VALUES('finished',298,'skipped','{"type":"skipped","seat":1}');
INSERT INTO "game_events" VALUES('finished',299,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B12"}');
INSERT INTO "game_events" VALUES('finished',300,'hit','{"type":"hit","seat":0,"owner":1,"group":0,"card":"B12"}');
INSERT INTO "game_events" VALUES('finished',301,'discard','{"type":"discard","seat":0,"card":"G9","target":null}');
INSERT INTO "game_events" VALUES('finished',302,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"G9"}');
INSERT INTO "game_events" VALUES('finished',303,'discard','{"type":"discard","seat":1,"card":"G7","target":null}');
INSERT INTO "game_events" VALUES('finished',304,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"G7"}');
INSERT INTO "game_events" VALUES('finished',305,'discard','{"type":"discard","seat":0,"card":"B7","target":null}');
INSERT INTO "game_events" VALUES('finished',306,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"B7"}');
INSERT INTO "game_events" VALUES('finished',307,'discard','{"type":"discard","seat":1,"card":"R7","target":null}');
INSERT INTO "game_events" VALUES('finished',308,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"R7"}');
INSERT INTO "game_events" VALUES('finished',309,'discard','{"type":"discard","seat":0,"card":"Y6","target":null}');
INSERT INTO "game_events" VALUES('finished',310,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"G11"}');
INSERT INTO "game_events" VALUES('finished',311,'discard','{"type":"discard","seat":1,"card":"B3","target":null}');
INSERT INTO "game_events" VALUES('finished',312,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"B3"}');
INSERT INTO "game_events" VALUES('finished',313,'discard','{"type":"discard","seat":0,"card":"S","target":1}');
INSERT INTO "game_events" VALUES('finished',314,'skipped','{"type":"skipped","seat":1}');
INSERT INTO "game_events" VALUES('finished',315,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"R4"}');
INSERT INTO "game_events" VALUES('finished',316,'discard','{"type":"discard","seat":0,"card":"R8","target":null}');
INSERT INTO "game_events" VALUES('finished',317,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"R8"}');
INSERT INTO "game_events" VALUES('finished',318,'discard','{"type":"discard","seat":1,"card":"G9","target":null}');
INSERT INTO "game_events" VALUES('finished',319,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"G9"}');
INSERT INTO "game_events" VALUES('finished',320,'discard','{"type":"discard","seat":0,"card":"Y5","target":null}');
INSERT INTO "game_events" VALUES('finished',321,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"B6"}');
INSERT INTO "game_events" VALUES('finished',322,'discard','{"type":"discard","seat":1,"card":"Y4","target":null}');
INSERT INTO "game_events" VALUES('finished',323,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"R2"}');
INSERT INTO "game_events" VALUES('finished',324,'discard','{"type":"discard","seat":0,"card":"R7","target":null}');
INSERT INTO "game_events" VALUES('finished',325,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"R7"}');
INSERT INTO "game_events" VALUES('finished',326,'discard','{"type":"discard","seat":1,"card":"Y8","target":null}');
INSERT INTO "game_events" VALUES('finished',327,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"Y8"}');
INSERT INTO "game_events" VALUES('finished',328,'discard','{"type":"discard","seat":0,"card":"G3","target":null}');
INSERT INTO "game_events" VALUES('finished',329,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"G3"}');
INSERT INTO "game_events" VALUES('finished',330,'discard','{"type":"discard","seat":1,"card":"G1","target":null}');
INSERT INTO "game_events" VALUES('finished',331,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"G1"}');
INSERT INTO "game_events" VALUES('finished',332,'discard','{"type":"discard","seat":0,"card":"R4","target":null}');
INSERT INTO "game_events" VALUES('finished',333,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"R4"}');
INSERT INTO "game_events" VALUES('finished',334,'discard','{"type":"discard","seat":1,"card":"R8","target":null}');
INSERT INTO "game_events" VALUES('finished',335,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"W"}');
INSERT INTO "game_events" VALUES('finished',336,'discard','{"type":"discard","seat":0,"card":"R2","target":null}');
INSERT INTO "game_events" VALUES('finished',337,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"Y1"}');
INSERT INTO "game_events" VALUES('finished',338,'discard','{"type":"discard","seat":1,"card":"R7","target":null}');
INSERT INTO "game_events" VALUES('finished',339,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"R7"}');
INSERT INTO "game_events" VALUES('finished',340,'discard','{"type":"discard","seat":0,"card":"B3","target":null}');
INSERT INTO "game_events" VALUES('finished',341,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"B3"}');
INSERT INTO "game_events" VALUES('finished',342,'discard','{"type":"discard","seat":1,"card":"R3","target":null}');
INSERT INTO "game_events" VALUES('finished',343,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"Y2"}');
INSERT INTO "game_events" VALUES('finished',344,'discard','{"type":"discard","seat":0,"card":"G9","target":null}');
INSERT INTO "game_events" VALUES('finished',345,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"W"}');
INSERT INTO "game_events" VALUES('finished',346,'hit','{"type":"hit","seat":1,"owner":0,"group":0,"card":"R4"}');
INSERT INTO "game_events" VALUES('finished',347,'discard','{"type":"discard","seat":1,"card":"G11","target":null}');
INSERT INTO "game_events" VALUES('finished',348,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"G11"}');
INSERT INTO "game_events" VALUES('finished',349,'hit','{"type":"hit","seat":0,"owner":1,"group":0,"card":"W12"}');
INSERT INTO "game_events" VALUES('finished',350,'discard','{"type":"discard","seat":0,"card":"G1","target":null}');
INSERT INTO "game_events" VALUES('finished',351,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"B2"}');
INSERT INTO "game_events" VALUES('finished',352,'hit','{"type":"hit","seat":1,"owner":1,"group":0,"card":"W12"}');
INSERT INTO "game_events" VALUES('finished',353,'discard','{"type":"discard","seat":1,"card":"B7","target":null}');
INSERT INTO "game_events" VALUES('finished',354,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"Y11"}');
INSERT INTO "game_events" VALUES('finished',355,'discard','{"type":"discard","seat":0,"card":"R7","target":null}');
INSERT INTO "game_events" VALUES('finished',356,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"R7"}');
INSERT INTO "game_events" VALUES('finished',357,'discard','{"type":"discard","seat":1,"card":"B3","target":null}');
INSERT INTO "game_events" VALUES('finished',358,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"B3"}');
INSERT INTO "game_events" VALUES('finished',359,'discard','{"type":"discard","seat":0,"card":"Y8","target":null}');
INSERT INTO "game_events" VALUES('finished',360,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"G3"}');
INSERT INTO "game_events" VALUES('finished',361,'discard','{"type":"discard","seat":1,"card":"R7","target":null}');
INSERT INTO "game_events" VALUES('finished',362,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"R7"}');
INSERT INTO "game_events" VALUES('finished',363,'discard','{"type":"discard","seat":0,"card":"G7","target":null}');
INSERT INTO "game_events" VALUES('finished',364,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"R11"}');
INSERT INTO "game_events" VALUES('finished',365,'discard','{"type":"discard","seat":1,"card":"G3","target":null}');
INSERT INTO "game_events" VALUES('finished',366,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"G2"}');
INSERT INTO "game_events" VALUES('finished',367,'discard','{"type":"discard","seat":0,"card":"G11","target":null}');
INSERT INTO "game_events" VALUES('finished',368,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"G11"}');
INSERT INTO "game_events" VALUES('finished',369,'discard','{"type":"discard","seat":1,"card":"B2","target":null}');
INSERT INTO "game_events" VALUES('finished',370,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B5"}');
INSERT INTO "game_events" VALUES('finished',371,'discard','{"type":"discard","seat":0,"card":"B5","target":null}');
INSERT INTO "game_events" VALUES('finished',372,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"B5"}');
INSERT INTO "game_events" VALUES('finished',373,'discard','{"type":"discard","seat":1,"card":"Y1","target":null}');
INSERT INTO "game_events" VALUES('finished',374,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"R8"}');
INSERT INTO "game_events" VALUES('finished',375,'discard','{"type":"discard","seat":0,"card":"Y11","target":null}');
INSERT INTO "game_events" VALUES('finished',376,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"Y2"}');
INSERT INTO "game_events" VALUES('finished',377,'discard','{"type":"discard","seat":1,"card":"R11","target":null}');
INSERT INTO "game_events" VALUES('finished',378,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B4"}');
INSERT INTO "game_events" VALUES('finished',379,'discard','{"type":"discard","seat":0,"card":"Y2","target":null}');
INSERT INTO "game_events" VALUES('finished',380,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"Y2"}');
INSERT INTO "game_events" VALUES('finished',381,'discard','{"type":"discard","seat":1,"card":"B5","target":null}');
INSERT INTO "game_events" VALUES('finished',382,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"Y11"}');
INSERT INTO "game_events" VALUES('finished',383,'hit','{"type":"hit","seat":0,"owner":0,"group":0,"card":"B4"}');
INSERT INTO "game_events" VALUES('finished',384,'discard','{"type":"discard","seat":0,"card":"R7","target":null}');
INSERT INTO "game_events" VALUES('finished',385,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"R7"}');
INSERT INTO "game_events" VALUES('finished',386,'discard','{"type":"discard","seat":1,"card":"B6","target":null}');
INSERT INTO "game_events" VALUES('finished',387,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"B6"}');
INSERT INTO "game_events" VALUES('finished',388,'discard','{"type":"discard","seat":0,"card":"Y11","target":null}');
INSERT INTO "game_events" VALUES('finished',389,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"Y11"}');
INSERT INTO "game_events" VALUES('finished',390,'discard','{"type":"discard","seat":1,"card":"Y11","target":null}');
INSERT INTO "game_events" VALUES('finished',391,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"Y11"}');
INSERT INTO "game_events" VALUES('finished',392,'discard','{"type":"discard","seat":0,"card":"Y11","target":null}');
INSERT INTO "game_events" VALUES('finished',393,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"Y11"}');
INSERT INTO "game_events" VALUES('finished',394,'discard','{"type":"discard","seat":1,"card":"G3","target":null}');
INSERT INTO "game_events" VALUES('finished',395,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"G3"}');
INSERT INTO "game_events" VALUES('finished',396,'discard','{"type":"discard","seat":0,"card":"R8","target":null}');
INSERT INTO "game_events" VALUES('finished',397,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"Y12"}');
INSERT INTO "game_events" VALUES('finished',398,'discard','{"type":"discard","seat":1,"card":"Y2","target":null}');
INSERT INTO "game_events" VALUES('finished',399,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"Y2"}');
INSERT INTO "game_events" VALUES('finished',400,'discard','{"type":"discard","seat":0,"card":"B3","target":null}');
INSERT INTO "game_events" VALUES('finished',401,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"B3"}');
INSERT INTO "game_events" VALUES('finished',402,'discard','{"type":"discard","seat":1,"card":"Y11","target":null}');
INSERT INTO "game_events" VALUES('finished',403,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B5"}');
INSERT INTO "game_events" VALUES('finished',404,'discard','{"type":"discard","seat":0,"card":"G2","target":null}');
INSERT INTO "game_events" VALUES('finished',405,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"G2"}');
INSERT INTO "game_events" VALUES('finished',406,'discard','{"type":"discard","seat":1,"card":"Y12","target":null}');
INSERT INTO "game_events" VALUES('finished',407,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"Y8"}');
INSERT INTO "game_events" VALUES('finished',408,'discard','{"type":"discard","seat":0,"card":"Y8","target":null}');
INSERT INTO "game_events" VALUES('finished',409,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"B1"}');
INSERT INTO "game_events" VALUES('finished',410,'discard','{"type":"discard","seat":1,"card":"Y2","target":null}');
INSERT INTO "game_events" VALUES('finished',411,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"Y2"}');
INSERT INTO "game_events" VALUES('finished',412,'discard','{"type":"discard","seat":0,"card":"Y2","target":null}');
INSERT INTO "game_events" VALUES('finished',413,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"Y2"}');
INSERT INTO "game_events" VALUES('finished',414,'discard','{"type":"discard","seat":1,"card":"B1","target":null}');
INSERT INTO "game_events" VALUES('finished',415,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"B1"}');
INSERT INTO "game_events" VALUES('finished',416,'discard','{"type":"discard","seat":0,"card":"G3","target":null}');
INSERT INTO "game_events" VALUES('finished',417,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"R11"}');
INSERT INTO "game_events" VALUES('finished',418,'discard','{"type":"discard","seat":1,"card":"R7","target":null}');
INSERT INTO "game_events" VALUES('finished',419,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"R7"}');
INSERT INTO "game_events" VALUES('finished',420,'discard','{"type":"discard","seat":0,"card":"B6","target":null}');
INSERT INTO "game_events" VALUES('finished',421,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"G6"}');
INSERT INTO "game_events" VALUES('finished',422,'discard','{"type":"discard","seat":1,"card":"R11","target":null}');
INSERT INTO "game_events" VALUES('finished',423,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"R11"}');
INSERT INTO "game_events" VALUES('finished',424,'discard','{"type":"discard","seat":0,"card":"R11","target":null}');
INSERT INTO "game_events" VALUES('finished',425,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"R11"}');
INSERT INTO "game_events" VALUES('finished',426,'discard','{"type":"discard","seat":1,"card":"R11","target":null}');
INSERT INTO "game_events" VALUES('finished',427,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"W"}');
INSERT INTO "game_events" VALUES('finished',428,'hit','{"type":"hit","seat":0,"owner":1,"group":0,"card":"W12"}');
INSERT INTO "game_events" VALUES('finished',429,'discard','{"type":"discard","seat":0,"card":"B1","target":null}');
INSERT INTO "game_events" VALUES('finished',430,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"B1"}');
INSERT INTO "game_events" VALUES('finished',431,'discard','{"type":"discard","seat":1,"card":"B1","target":null}');
INSERT INTO "game_events" VALUES('finished',432,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"B1"}');
INSERT INTO "game_events" VALUES('finished',433,'discard','{"type":"discard","seat":0,"card":"Y2","target":null}');
INSERT INTO "game_events" VALUES('finished',434,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"Y2"}');
INSERT INTO "game_events" VALUES('finished',435,'discard','{"type":"discard","seat":1,"card":"G2","target":null}');
INSERT INTO "game_events" VALUES('finished',436,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"G2"}');
INSERT INTO "game_events" VALUES('finished',437,'discard','{"type":"discard","seat":0,"card":"R7","target":null}');
INSERT INTO "game_events" VALUES('finished',438,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"Y3"}');
INSERT INTO "game_events" VALUES('finished',439,'discard','{"type":"discard","seat":1,"card":"G11","target":null}');
INSERT INTO "game_events" VALUES('finished',440,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"G11"}');
INSERT INTO "game_events" VALUES('finished',441,'discard','{"type":"discard","seat":0,"card":"B1","target":null}');
INSERT INTO "game_events" VALUES('finished',442,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"G4"}');
INSERT INTO "game_events" VALUES('finished',443,'discard','{"type":"discard","seat":1,"card":"Y2","target":null}');
INSERT INTO "game_events" VALUES('finished',444,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"Y2"}');
INSERT INTO "game_events" VALUES('finished',445,'discard','{"type":"discard","seat":0,"card":"G11","target":null}');
INSERT INTO "game_events" VALUES('finished',446,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"G11"}');
INSERT INTO "game_events" VALUES('finished',447,'discard','{"type":"discard","seat":1,"card":"B3","target":null}');
INSERT INTO "game_events" VALUES('finished',448,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"B3"}');
INSERT INTO "game_events" VALUES('finished',449,'discard','{"type":"discard","seat":0,"card":"B5","target":null}');
INSERT INTO "game_events" VALUES('finished',450,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"W"}');
INSERT INTO "game_events" VALUES('finished',451,'discard','{"type":"discard","seat":1,"card":"W","target":null}');
INSERT INTO "game_events" VALUES('finished',452,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"W"}');
INSERT INTO "game_events" VALUES('finished',453,'hit','{"type":"hit","seat":0,"owner":1,"group":0,"card":"W12"}');
INSERT INTO "game_events" VALUES('finished',454,'discard','{"type":"discard","seat":0,"card":"G2","target":null}');
INSERT INTO "game_events" VALUES('finished',455,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"G2"}');
INSERT INTO "game_events" VALUES('finished',456,'discard','{"type":"discard","seat":1,"card":"Y3","target":null}');
INSERT INTO "game_events" VALUES('finished',457,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"R10"}');
INSERT INTO "game_events" VALUES('finished',458,'discard','{"type":"discard","seat":0,"card":"R10","target":null}');
INSERT INTO "game_events" VALUES('finished',459,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"G5"}');
INSERT INTO "game_events" VALUES('finished',460,'discard','{"type":"discard","seat":1,"card":"G4","target":null}');
INSERT INTO "game_events" VALUES('finished',461,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"G4"}');
INSERT INTO "game_events" VALUES('finished',462,'discard','{"type":"discard","seat":0,"card":"B3","target":null}');
INSERT INTO "game_events" VALUES('finished',463,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"B3"}');
INSERT INTO "game_events" VALUES('finished',464,'discard','{"type":"discard","seat":1,"card":"G5","target":null}');
INSERT INTO "game_events" VALUES('finished',465,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B2"}');
INSERT INTO "game_events" VALUES('finished',466,'hit','{"type":"hit","seat":0,"owner":0,"group":0,"card":"G4"}');
INSERT INTO "game_events" VALUES('finished',467,'discard','{"type":"discard","seat":0,"card":"Y2","target":null}');
INSERT INTO "game_events" VALUES('finished',468,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"Y2"}');
INSERT INTO "game_events" VALUES('finished',469,'discard','{"type":"discard","seat":1,"card":"G6","target":null}');
INSERT INTO "game_events" VALUES('finished',470,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"G6"}');
INSERT INTO "game_events" VALUES('finished',471,'discard','{"type":"discard","seat":0,"card":"B2","target":null}');
INSERT INTO "game_events" VALUES('finished',472,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"B10"}');
INSERT INTO "game_events" VALUES('finished',473,'discard','{"type":"discard","seat":1,"card":"B10","target":null}');
INSERT INTO "game_events" VALUES('finished',474,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"S"}');
INSERT INTO "game_events" VALUES('finished',475,'discard','{"type":"discard","seat":0,"card":"S","target":1}');
INSERT INTO "game_events" VALUES('finished',476,'skipped','{"type":"skipped","seat":1}');
INSERT INTO "game_events" VALUES('finished',477,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"G5"}');
INSERT INTO "game_events" VALUES('finished',478,'discard','{"type":"discard","seat":0,"card":"G5","target":null}');
INSERT INTO "game_events" VALUES('finished',479,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"G5"}');
INSERT INTO "game_events" VALUES('finished',480,'discard','{"type":"discard","seat":1,"card":"B3","target":null}');
INSERT INTO "game_events" VALUES('finished',481,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"B8"}');
INSERT INTO "game_events" VALUES('finished',482,'discard','{"type":"discard","seat":0,"card":"B8","target":null}');
INSERT INTO "game_events" VALUES('finished',483,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"B8"}');
INSERT INTO "game_events" VALUES('finished',484,'discard','{"type":"discard","seat":1,"card":"G11","target":null}');
INSERT INTO "game_events" VALUES('finished',485,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"G11"}');
INSERT INTO "game_events" VALUES('finished',486,'discard','{"type":"discard","seat":0,"card":"G6","target":null}');
INSERT INTO "game_events" VALUES('finished',487,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"Y1"}');
INSERT INTO "game_events" VALUES('finished',488,'discard','{"type":"discard","seat":1,"card":"B8","target":null}');
INSERT INTO "game_events" VALUES('finished',489,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"B8"}');
INSERT INTO "game_events" VALUES('finished',490,'discard','{"type":"discard","seat":0,"card":"G11","target":null}');
INSERT INTO "game_events" VALUES('finished',491,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"G11"}');
INSERT INTO "game_events" VALUES('finished',492,'discard','{"type":"discard","seat":1,"card":"G5","target":null}');
INSERT INTO "game_events" VALUES('finished',493,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"W"}');
INSERT INTO "game_events" VALUES('finished',494,'discard','{"type":"discard","seat":0,"card":"W","target":null}');
INSERT INTO "game_events" VALUES('finished',495,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"Y6"}');
INSERT INTO "game_events" VALUES('finished',496,'discard','{"type":"discard","seat":1,"card":"G2","target":null}');
INSERT INTO "game_events" VALUES('finished',497,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"G2"}');
INSERT INTO "game_events" VALUES('finished',498,'discard','{"type":"discard","seat":0,"card":"B8","target":null}');
INSERT INTO "game_events" VALUES('finished',499,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"W"}');
INSERT INTO "game_events" VALUES('finished',500,'discard','{"type":"discard","seat":1,"card":"Y6","target":null}');
INSERT INTO "game_events" VALUES('finished',501,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"Y3"}');
INSERT INTO "game_events" VALUES('finished',502,'discard','{"type":"discard","seat":0,"card":"Y3","target":null}');
INSERT INTO "game_events" VALUES('finished',503,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"G11"}');
INSERT INTO "game_events" VALUES('finished',504,'hit','{"type":"hit","seat":1,"owner":1,"group":0,"card":"W12"}');
INSERT INTO "game_events" VALUES('finished',505,'discard','{"type":"discard","seat":1,"card":"Y1","target":null}');
INSERT INTO "game_events" VALUES('finished',506,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"Y7"}');
INSERT INTO "game_events" VALUES('finished',507,'discard','{"type":"discard","seat":0,"card":"G2","target":null}');
INSERT INTO "game_events" VALUES('finished',508,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"G2"}');
INSERT INTO "game_events" VALUES('finished',509,'discard','{"type":"discard","seat":1,"card":"G11","target":null}');
INSERT INTO "game_events" VALUES('finished',510,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"G11"}');
INSERT INTO "game_events" VALUES('finished',511,'discard','{"type":"discard","seat":0,"card":"G11","target":null}');
INSERT INTO "game_events" VALUES('finished',512,'draw','{"type":"draw","seat":1,"from":"draw_pile","card":"R12"}');
INSERT INTO "game_events" VALUES('finished',513,'discard','{"type":"discard","seat":1,"card":"R12","target":null}');
INSERT INTO "game_events" VALUES('finished',514,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"R12"}');
INSERT INTO "game_events" VALUES('finished',515,'discard','{"type":"discard","seat":0,"card":"Y7","target":null}');
INSERT INTO "game_events" VALUES('finished',516,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"Y7"}');
INSERT INTO "game_events" VALUES('finished',517,'discard','{"type":"discard","seat":1,"card":"Y2","target":null}');
INSERT INTO "game_events" VALUES('finished',518,'draw','{"type":"draw","seat":0,"from":"draw_pile","card":"Y10"}');
INSERT INTO "game_events" VALUES('finished',519,'discard','{"type":"discard","seat":0,"card":"Y10","target":null}');
INSERT INTO "game_events" VALUES('finished',520,'draw','{"type":"draw","seat":1,"from":"discard_pile","card":"Y10"}');
INSERT INTO "game_events" VALUES('finished',521,'discard','{"type":"discard","seat":1,"card":"G11","target":null}');
INSERT INTO "game_events" VALUES('finished',522,'draw','{"type":"draw","seat":0,"from":"discard_pile","card":"G11"}');
INSERT INTO "game_events" VALUES('finished',523,'hit','{"type":"hit","seat":0,"owner":1,"group":0,"card":"R12"}');
INSERT INTO "game_events" VALUES('finished',524,'discard','{"type":"discard","seat":0,"card":"G11","target":null}');
INSERT INTO "game_events" VALUES('finished',525,'hand_end','{"type":"hand_end","hand":2,"out":[0],"points":[0,25],"totals":[40,25],"completed":[true,true],"progress":[2,2]}');
INSERT INTO "game_events" VALUES('finished',526,'game_end','{"type":"game_end","winners":[1],"ranking":[[1],[0]],"reason":"ten_hands","secret":"00000000000000000000000000000000000000000000000066696e6973686564"}');
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
INSERT INTO "games" VALUES('finished',9223372036854775807,9223372034064536671,'classic','finished',1700000000.5,77.5,518,527,209,'{"type":"game","format":"phase10-record","version":1,"game_id":"finished","edition":"classic","rules":{"edition":"classic","colours":["R","B","Y","G"],"skips":4,"skip_rule":"once_around","natural_cards_per":"phase","phases":["S2","S2"],"ten_hands":true,"max_players":6,"hero_number":null,"opening_offer":false,"last_turn":false,"out_by_discard":false,"choose_phase":false,"save_pile":false,"changes":{"phases":["S2","S2"],"ten_hands":true}},"players":["Ada","Ben"],"phases":["S2","S2"],"commitment":"e5d1e2f176d14d22566f052733f2b0df454cb90dc5779fd539b75d5e976ab5e4"}','00000000000000000000000000000000000000000000000066696e6973686564','{"game_id":"finished","guild_id":9223372036854775807,"channel_id":9223372034064536671,"host_id":9223372036854775807,"occupants":[{"name":"Ada","user_id":9223372036854775807,"level":"hard","away":false,"left":false,"missed":0,"late":false},{"name":"Ben","user_id":null,"level":"hard","away":false,"left":false,"missed":1,"late":false}],"turn_limit":60,"locale":"pt-BR","started_at":1700000000.5,"turn_at":1700000001.5,"message_id":9223372036854775807,"ping_id":null,"ready":[0,2],"animation_id":null,"marks":[],"requests":[],"turn_from":0}','{"version":518,"stage":"over","seats":[{"hand":"","groups":["S R4 R4 B4 Y4 G4 G4"],"trying":2,"completed":[1,2],"attempted":[1,2],"total":40,"playing":true,"skipped":false,"guard":null,"saved":"","saved_this_hand":false,"drew_saved":false,"offered":false,"taken":"","thrown":"G6 R9 R10 R1 G10 R5 B9 B10 Y8 G8 Y7 B6 G1 G1 R12 Y5 B4 R6 Y5 B3 S G9 B7 Y6 S R8 Y5 R7 G3 R4 R2 B3 G9 G1 R7 Y8 G7 G11 B5 Y11 Y2 R7 Y11 Y11 R8 B3 G2 Y8 Y2 G3 B6 R11 B1 Y2 R7 B1 G11 B5 G2 R10 B3 Y2 B2 S G5 B8 G6 G11 W B8 Y3 G2 G11 Y7 Y10 G11","passed":"R6 R10 B11 G6 R9 B3 B7 G8 R2 R5 Y7 B6 B11 Y4 R8 R3 B7 G3 B2 Y1 R11 B5 Y11 Y12 R11 Y3 G5 B10 B3 G5 Y6 Y1 Y2","out_by":"discard","out_card":"G11"},{"hand":"Y2 G2 Y7 Y10","groups":["S R12 B12 B12 G12 W12 W12 W12 W12 W12 W12"],"trying":2,"completed":[1,2],"attempted":[1,2],"total":25,"playing":true,"skipped":false,"guard":null,"saved":"","saved_this_hand":false,"drew_saved":false,"offered":false,"taken":"Y2 G2 Y7 Y10","thrown":"R10 R6 R10 B11 G6 S G1 R9 G8 G1 Y6 B3 B7 G8 R2 R5 Y7 B6 Y5 Y5 B11 G7 R7 B3 G9 Y4 Y8 G1 R8 R7 R3 G11 B7 B3 R7 G3 B2 Y1 R11 B5 B6 Y11 G3 Y2 Y11 Y12 Y2 B1 R7 R11 R11 B1 G2 G11 Y2 B3 W Y3 G4 G5 G6 B10 B3 G11 B8 G5 G2 Y6 Y1 G11 R12 Y2 G11","passed":"R9 R1 G10 B9 B10 G8 G1 R12 B4 R6 G9 Y6 Y5 R2 G9 G1 Y8 G7 Y11 R8 Y8 G3 B6 R7 B1 B5 R10 B2 G6 W B8 Y3 G11","out_by":null,"out_card":null}],"turn":0,"dealer":1,"hand":2,"shuffles":2,"draw_pile":"Y10 Y12 R3 W Y9 G12 Y5 B8 G7 G2 Y9 B9 R1 B1 R7 R5 G10","discard_pile":"R9 R6 R10 R1 B11 G10 G6 S B9 R9 B10 G8 B3 B7 G8 G1 R2 R12 R5 Y7 B4 B6 R6 B11 S G9 Y6 S Y5 Y4 R8 R2 R3 G9 G1 B7 Y8 G7 G3 B2 Y1 Y11 R11 B5 R8 Y11 Y12 Y8 G3 B6 R11 R7 B1 B5 Y3 R10 G5 B2 B10 S B3 G6 G5 W B8 Y6 Y3 Y1 G11 Y2 G11","drawn":null,"idle_turns":0,"dry":[],"out":[0],"last_turns":null,"playoff":false,"last_hand":{"hand":2,"out":[0],"points":[0,25],"totals":[40,25],"completed":[true,true],"progress":[2,2]},"result":{"winners":[1],"ranking":[[1],[0]],"reason":"ten_hands","secret":"00000000000000000000000000000000000000000000000066696e6973686564"},"format":1}');
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
INSERT INTO "phase_totals" VALUES(9223372036854775807,9223372036854775807,'S2',2,2,'');
CREATE TABLE processes (
	process_id VARCHAR(32) NOT NULL, 
	place VARCHAR(256) NOT NULL, 
	shard_count INTEGER NOT NULL, 
	shard_ids TEXT NOT NULL, 
	started_at DOUBLE NOT NULL, 
	renewed_at DOUBLE NOT NULL, 
	CONSTRAINT pk_processes PRIMARY KEY (process_id)
);
INSERT INTO "processes" VALUES('0123456789abcdef','host, process 1',2,'0,1',1790812700.5,1790812800.5);
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
INSERT INTO "ratings" VALUES(9223372036854775807,9223372036854775807,'','computers',2.22240185389245326064e+01,7.76672828963080696951e+00,1000000);
INSERT INTO "ratings" VALUES(9223372036854775807,9223372036854775807,'classic','computers',2.22240185389245326064e+01,7.76672828963080696951e+00,1000000);
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
INSERT INTO "result_seats" VALUES('finished',0,9223372036854775807,1,77.5,9223372036854775807,'Ada',NULL,0,2,40,1,2,2,'1/1 1/1',NULL,NULL,NULL,NULL,NULL,NULL,25.0,8.33333333333333392545e+00,2.22240185389245326064e+01,7.76672828963080696951e+00,25.0,8.33333333333333392545e+00,NULL,NULL,NULL,NULL,'natural=2 quick_lay=2 skips=5');
INSERT INTO "result_seats" VALUES('finished',1,9223372036854775807,1,77.5,NULL,'Ben','hard',0,1,25,1,2,2,'1/1 1/1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'natural=2 quick_lay=2 skips=1');
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
INSERT INTO "results" VALUES('finished',9223372036854775807,1,'classic','S2,S2 ten_hands','S2 S2',1700000000.5,77.5,2,0);
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
INSERT INTO "server_results" VALUES(9223372036854775807,1,3);
INSERT INTO "server_results" VALUES(7,0,3);
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
INSERT INTO "totals" VALUES(9223372036854775807,9223372036854775807,'',23640,1,0,2,2,1,40,2,NULL,NULL,NULL,0);
INSERT INTO "totals" VALUES(9223372036854775807,9223372036854775807,'',1000000,1,0,2,2,1,40,2,NULL,NULL,NULL,0);
INSERT INTO "totals" VALUES(9223372036854775807,9223372036854775807,'classic',23640,1,0,2,2,1,40,2,NULL,NULL,NULL,0);
INSERT INTO "totals" VALUES(9223372036854775807,9223372036854775807,'classic',1000000,1,0,2,2,1,40,2,NULL,NULL,NULL,0);
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
CREATE INDEX ix_cups_guild_id_ended_at ON cups (guild_id, ended_at);
CREATE INDEX ix_cups_status ON cups (status);
CREATE INDEX ix_cup_people_cup_id ON cup_people (cup_id);
CREATE UNIQUE INDEX ix_cup_tables_place ON cup_tables (cup_id, round, place);
COMMIT;
