-- title = "Where are games decided?"
-- about = "How much happens in a place: battles, losses and changes of control, a game on average."
-- [columns]
-- a_game = "moments a game"
-- changes = "changes of control"
-- [plot]
-- kind = "board"
-- x = "place"
-- y = "a_game"
WITH happened AS (
    SELECT c.ruleset, c.split, b.place, 'battle' AS what FROM warlog.battles b JOIN chosen c ON c.game_id = b.game_id
    UNION ALL
    SELECT c.ruleset, c.split, l.place, 'loss' FROM warlog.losses l JOIN chosen c ON c.game_id = l.game_id
    UNION ALL
    SELECT c.ruleset, c.split, k.place, 'control' FROM warlog.control k JOIN chosen c ON c.game_id = k.game_id
), played AS (
    SELECT ruleset, split, count(*) AS games FROM chosen GROUP BY ALL
)
SELECT ruleset, split, place, count_if(what = 'battle') AS battles, count_if(what = 'loss') AS losses,
    count_if(what = 'control') AS changes, count(*) / any_value(games) AS a_game
FROM happened JOIN played USING (ruleset, split)
WHERE place IS NOT NULL GROUP BY ruleset, split, place
ORDER BY ruleset, split, a_game DESC, place
