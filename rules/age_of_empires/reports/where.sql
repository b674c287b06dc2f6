-- title = "Where are games decided?"
-- about = "How much happens in a space of a city, a game on average: damage to the building there, villagers lost, and buildings destroyed. The map shows the cities of one of the games."
-- [columns]
-- a_game = "moments a game"
-- [plot]
-- kind = "board"
-- x = "place"
-- y = "a_game"
WITH happened AS (
    SELECT game_id, seat || ':' || space AS place, 'damaged' AS what FROM age_of_empires.building_damaged SEMI JOIN chosen USING (game_id)
    UNION ALL SELECT game_id, seat || ':' || space, 'destroyed' FROM age_of_empires.building_destroyed SEMI JOIN chosen USING (game_id)
    UNION ALL SELECT game_id, seat || ':' || "where", 'villagers' FROM age_of_empires.villagers_lost SEMI JOIN chosen USING (game_id)
), played AS (
    SELECT ruleset, split, count(*) AS games FROM chosen GROUP BY ALL
)
SELECT c.ruleset, c.split, place, count_if(what = 'damaged') AS damaged, count_if(what = 'destroyed') AS destroyed,
    count_if(what = 'villagers') AS villagers_lost, count(*) / any_value(games) AS a_game
FROM happened JOIN chosen c USING (game_id) JOIN played p ON p.ruleset = c.ruleset AND p.split = c.split
GROUP BY c.ruleset, c.split, place ORDER BY c.ruleset, c.split, a_game DESC, place
