-- title = "Which Olympians are appealed to?"
-- about = "Appeals that each side makes a game (11.0-d), by the Olympian."
-- [columns]
-- a_game = "appeals a game"
-- [plot]
-- kind = "stacked"
-- x = "olympian"
-- y = "a_game"
-- colour = "seat"
WITH sizes AS (
    SELECT ruleset, split, count(*) AS games FROM chosen GROUP BY ALL
), appeals AS (
    SELECT c.ruleset, c.split, upper(a.olympian[1]) || a.olympian[2:] AS olympian, a.seat, count(*) AS appeals
    FROM hellenes.appealed a JOIN chosen c ON c.game_id = a.game_id GROUP BY ALL
)
SELECT ruleset, split, olympian, seat, appeals, appeals / games AS a_game
FROM appeals JOIN sizes USING (ruleset, split)
ORDER BY ruleset, split, sum(appeals) OVER (PARTITION BY ruleset, split, olympian) DESC, olympian, seat
