-- title = "What do soldiers die of?"
-- about = "Soldiers and monks that each seat loses in a hundred turns, by the reason (unit-5): combat, upkeep that could not be paid (turn-11), and the rest."
-- [columns]
-- a_hundred = "soldiers and monks lost in 100 turns"
-- [plot]
-- kind = "stacked"
-- x = "seat"
-- y = "a_hundred"
-- colour = "reason"
WITH sizes AS (
    SELECT c.ruleset, c.split, sum(g.turn) AS turns
    FROM chosen c JOIN warlog.games g ON g.game_id = c.game_id GROUP BY ALL
), lost AS (
    SELECT c.ruleset, c.split, l.side AS seat, coalesce(l.rule, 'other') AS reason, sum(l.amount) AS soldiers
    FROM warlog.losses l JOIN chosen c ON c.game_id = l.game_id WHERE l.event = 'tokens-lost' GROUP BY ALL
)
SELECT ruleset, split, seat, reason, soldiers::BIGINT AS soldiers, 100 * soldiers / turns AS a_hundred
FROM lost JOIN sizes USING (ruleset, split) ORDER BY ruleset, split, seat, reason
