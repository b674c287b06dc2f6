-- title = "Which cards and actions go with winning?"
-- about = "How many more times a game a seat does something in games that it wins than in games that it does not, in standard deviations, with 95 % intervals; the ten that tell most of each seat that won and lost twice or more. What goes with winning need not be why: who is winning can afford more."
-- sample = 2000
-- [columns]
-- games = "games with it"
-- when_won = "times a game when won"
-- when_not = "times a game when not"
-- difference = "more in games won (standard deviations)"
-- low = "from"
-- high = "to"
-- [plot]
-- kind = "dots"
-- x = "difference"
-- y = "what"
-- low = "low"
-- high = "high"
-- panels = "seat"
-- zero = 0
WITH seats AS (
    SELECT c.ruleset, c.split, s.game_id, s.seat, s.won
    FROM warlog.seats s JOIN chosen c ON c.game_id = s.game_id WHERE s.over
), sizes AS (
    SELECT ruleset, split, seat, count_if(won) AS n1, count_if(NOT won) AS n0 FROM seats GROUP BY ALL
), did AS (
    SELECT d.game_id, d.seat, replace(d.type, '-', ' ') AS what, count(*) AS n
    FROM warlog.decisions d JOIN chosen c ON c.game_id = d.game_id
    WHERE d.type IS NOT NULL AND d.kind = 'action' GROUP BY ALL
    UNION ALL
    SELECT k.game_id, k.holder, 'card ' || k.card || coalesce(' (' || k.use || ')', ''), count(*)
    FROM warlog.cards k JOIN chosen c ON c.game_id = k.game_id
    WHERE k.card IS NOT NULL AND k.holder IS NOT NULL AND NOT contains(k.event, 'discarded') GROUP BY ALL
), summed AS (
    SELECT s.ruleset, s.split, s.seat, d.what, count(*) AS games, coalesce(sum(d.n) FILTER (s.won), 0) AS sum1,
        coalesce(sum(d.n * d.n) FILTER (s.won), 0) AS squares1, coalesce(sum(d.n) FILTER (NOT s.won), 0) AS sum0,
        coalesce(sum(d.n * d.n) FILTER (NOT s.won), 0) AS squares0
    FROM did d JOIN seats s ON s.game_id = d.game_id AND s.seat = d.seat GROUP BY ALL
), compared AS (
    SELECT ruleset, split, seat, what, games, n1, n0, sum1 / n1 AS when_won, sum0 / n0 AS when_not,
        sqrt((squares1 - sum1 * sum1 / n1 + squares0 - sum0 * sum0 / n0) / (n1 + n0 - 2)) AS deviation
    FROM summed JOIN sizes USING (ruleset, split, seat)
    WHERE n1 >= 2 AND n0 >= 2 AND games >= 3
), told AS (
    SELECT *, (when_won - when_not) / deviation AS difference, 1 / n1 + 1 / n0 AS spread
    FROM compared WHERE deviation > 0
)
SELECT ruleset, split, seat, what, games, when_won, when_not, difference,
    difference - 1.96 * sqrt(spread + difference * difference / (2 * (n1 + n0))) AS low,
    difference + 1.96 * sqrt(spread + difference * difference / (2 * (n1 + n0))) AS high
FROM told
QUALIFY row_number() OVER (PARTITION BY ruleset, split, seat ORDER BY abs(difference) DESC, what) <= 10
ORDER BY ruleset, split, seat, difference DESC, what
