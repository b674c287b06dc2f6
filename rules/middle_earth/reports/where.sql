-- title = "Where are games decided?"
-- about = "How much happens in a hex, a game on average: attacks and duels against who stands there, and units eliminated there. Where a unit stood is where it was last set up, moved or driven."
-- sample = 1000
-- [columns]
-- a_game = "moments a game"
-- attacks = "attacks and duels"
-- eliminated = "units eliminated"
-- [plot]
-- kind = "board"
-- x = "place"
-- y = "a_game"
WITH stood AS (
    SELECT game_id, ply * 10000 + seq AS moment, unit AS piece, hex FROM {schema}.unit_placed SEMI JOIN chosen USING (game_id)
    UNION ALL SELECT game_id, ply * 10000 + seq, leader, hex FROM {schema}.leader_placed SEMI JOIN chosen USING (game_id)
    UNION ALL SELECT game_id, ply * 10000 + seq, piece, hex FROM {schema}.piece_moved SEMI JOIN chosen USING (game_id)
    UNION ALL SELECT game_id, ply * 10000 + seq, piece, hex FROM {schema}.piece_entered SEMI JOIN chosen USING (game_id)
    UNION ALL SELECT game_id, ply * 10000 + seq, unit, hex FROM {schema}.unit_retreated SEMI JOIN chosen USING (game_id)
    UNION ALL SELECT game_id, ply * 10000 + seq, unnest(leaders), hex FROM {schema}.unit_retreated SEMI JOIN chosen USING (game_id)
    UNION ALL SELECT game_id, ply * 10000 + seq, unit, hex FROM {schema}.unit_displaced SEMI JOIN chosen USING (game_id)
    UNION ALL SELECT game_id, ply * 10000 + seq, unnest(leaders), hex FROM {schema}.unit_displaced SEMI JOIN chosen USING (game_id)
    UNION ALL SELECT game_id, ply * 10000 + seq, unit, hex FROM {schema}.unit_advanced SEMI JOIN chosen USING (game_id)
    UNION ALL SELECT game_id, ply * 10000 + seq, unnest(leaders), hex FROM {schema}.unit_advanced SEMI JOIN chosen USING (game_id)
    UNION ALL SELECT game_id, ply * 10000 + seq, leader, hex FROM {schema}.leader_relocated SEMI JOIN chosen USING (game_id)
    UNION ALL SELECT game_id, ply * 10000 + seq, unnest(units), hex FROM {schema}.formation_taken SEMI JOIN chosen USING (game_id)
), happened AS (
    SELECT game_id, ply * 10000 + seq AS moment, defender AS piece, 'attack' AS what FROM {schema}.attack_resolved SEMI JOIN chosen USING (game_id)
    UNION ALL SELECT game_id, ply * 10000 + seq, defender, 'attack' FROM {schema}.duel_fought SEMI JOIN chosen USING (game_id)
    UNION ALL SELECT game_id, ply * 10000 + seq, unit, 'eliminated' FROM {schema}.unit_eliminated SEMI JOIN chosen USING (game_id)
), placed AS (
    SELECT h.game_id, h.what, s.hex AS place
    FROM happened h
    ASOF JOIN stood s ON s.game_id = h.game_id AND s.piece = h.piece AND s.moment <= h.moment
), played AS (
    SELECT ruleset, split, count(*) AS games FROM chosen GROUP BY ALL
)
SELECT ruleset, split, place, count_if(what = 'attack') AS attacks, count_if(what = 'eliminated') AS eliminated,
    count(*) / any_value(games) AS a_game
FROM placed JOIN chosen USING (game_id) JOIN played USING (ruleset, split)
WHERE place <> '' GROUP BY ruleset, split, place
ORDER BY ruleset, split, a_game DESC, place
