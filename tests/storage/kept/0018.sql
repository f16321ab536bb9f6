UPDATE cups SET header = '{"type":"cup","format":"phase10-cup","version":1,"cup_id":"friday","name":"Friday","kind":"swiss","rounds":3,"round_time":7200.0,"edition":"classic","rules":{"edition":"classic","colours":["R","B","Y","G"],"skips":4,"skip_rule":"once_around","natural_cards_per":"phase","phases":["S3+S3","S3+R4","S4+R4","R7","R8","R9","S4+S4","C7","S5+S2","S5+S3"],"ten_hands":false,"max_players":6,"hero_number":null,"opening_offer":false,"last_turn":false,"out_by_discard":false,"choose_phase":false,"save_pile":false,"first_dealer":"drawn","stalemate_turns":40,"changes":{}}}';
ALTER TABLE cups DROP COLUMN seed;
ALTER TABLE cups DROP COLUMN secret;
ALTER TABLE cup_tables DROP COLUMN withheld;
UPDATE alembic_version SET version_num = '0018';
