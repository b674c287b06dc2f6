-- title = "Which units are mustered?"
-- about = "How many units of each card a seat brings into play in a hundred turns (card-unit-5); the twenty that come most often."
-- [columns]
-- a_hundred = "mustered in 100 turns"
-- soldiers = "soldiers that they begin with"
-- [plot]
-- kind = "dots"
-- x = "a_hundred"
-- y = "unit"
-- colour = "seat"
WITH sizes AS (
    SELECT c.ruleset, c.split, sum(g.turn) AS turns
    FROM chosen c JOIN warlog.games g ON g.game_id = c.game_id GROUP BY ALL
), mustered AS (
    SELECT c.ruleset, c.split, m.card AS unit, m.seat, count(*) AS units, avg(m.soldiers) AS soldiers
    FROM age_of_empires.unit_mustered m JOIN chosen c ON c.game_id = m.game_id GROUP BY ALL
), ranked AS (
    SELECT *, sum(units) OVER (PARTITION BY ruleset, split, unit) AS together FROM mustered
)
SELECT ruleset, split, unit, seat, units, soldiers, 100 * units / turns AS a_hundred
FROM ranked JOIN sizes USING (ruleset, split)
QUALIFY dense_rank() OVER (PARTITION BY ruleset, split ORDER BY together DESC, unit) <= 20
ORDER BY ruleset, split, together DESC, unit, seat
