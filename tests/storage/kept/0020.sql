ALTER TABLE lobbies RENAME TO lobbies_before;
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
	secret VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_lobbies PRIMARY KEY (lobby_id)
);
INSERT INTO lobbies SELECT *, '0000000000000000000000000000000000000000000000000000000000000000' FROM lobbies_before;
DROP TABLE lobbies_before;
UPDATE alembic_version SET version_num = '0020';
