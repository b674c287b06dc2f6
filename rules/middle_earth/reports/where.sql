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
    SELECT game_id, ply, seq, unit AS piece, hex FROM {schema}.unit_placed
    UNION ALL SELECT game_id, ply, seq, leader, hex FROM {schema}.leader_placed
    UNION ALL SELECT game_id, ply, seq, piece, hex FROM {schema}.piece_moved
    UNION ALL SELECT game_id, ply, seq, piece, hex FROM {schema}.piece_entered
    UNION ALL SELECT game_id, ply, seq, unit, hex FROM {schema}.unit_retreated
    UNION ALL SELECT game_id, ply, seq, unnest(leaders), hex FROM {schema}.unit_retreated
    UNION ALL SELECT game_id, ply, seq, unit, hex FROM {schema}.unit_displaced
    UNION ALL SELECT game_id, ply, seq, unnest(leaders), hex FROM {schema}.unit_displaced
    UNION ALL SELECT game_id, ply, seq, unit, hex FROM {schema}.unit_advanced
    UNION ALL SELECT game_id, ply, seq, unnest(leaders), hex FROM {schema}.unit_advanced
    UNION ALL SELECT game_id, ply, seq, leader, hex FROM {schema}.leader_relocated
    UNION ALL SELECT game_id, ply, seq, unnest(units), hex FROM {schema}.formation_taken
), happened AS (
    SELECT game_id, ply, seq, defender AS piece, 'attack' AS what FROM {schema}.attack_resolved
    UNION ALL SELECT game_id, ply, seq, defender, 'attack' FROM {schema}.duel_fought
    UNION ALL SELECT game_id, ply, seq, unit, 'eliminated' FROM {schema}.unit_eliminated
), placed AS (
    SELECT h.game_id, h.what, s.hex AS place
    FROM (SELECT *, ply * 10000 + seq AS moment FROM happened SEMI JOIN chosen USING (game_id)) h
    ASOF JOIN (SELECT *, ply * 10000 + seq AS moment FROM stood SEMI JOIN chosen USING (game_id)) s
        ON s.game_id = h.game_id AND s.piece = h.piece AND s.moment <= h.moment
), played AS (
    SELECT ruleset, split, count(*) AS games FROM chosen GROUP BY ALL
)
SELECT ruleset, split, place, count_if(what = 'attack') AS attacks, count_if(what = 'eliminated') AS eliminated,
    count(*) / any_value(games) AS a_game
FROM placed JOIN chosen USING (game_id) JOIN played USING (ruleset, split)
WHERE place <> '' GROUP BY ruleset, split, place
ORDER BY ruleset, split, a_game DESC, place
