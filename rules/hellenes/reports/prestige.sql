-- title = "What brings Prestige?"
-- about = "Prestige that each side gains a game (14.1), by what it is for; what costs it Prestige lies left of the line."
-- [columns]
-- a_game = "Prestige a game"
-- [plot]
-- kind = "dots"
-- x = "a_game"
-- y = "why"
-- colour = "side"
-- zero = 0
WITH sizes AS (
    SELECT ruleset, split, count(*) AS games FROM chosen GROUP BY ALL
), gained AS (
    SELECT c.ruleset, c.split, p.side, replace(coalesce(nullif(p.why, ''), 'other'), '-', ' ') AS why, p.amount
    FROM hellenes.prestige_gained p JOIN chosen c ON c.game_id = p.game_id
)
SELECT ruleset, split, why, side, count(*) AS times, sum(amount)::BIGINT AS prestige, sum(amount) / any_value(games) AS a_game
FROM gained JOIN sizes USING (ruleset, split) GROUP BY ruleset, split, why, side
ORDER BY ruleset, split, sum(sum(amount)) OVER (PARTITION BY ruleset, split, why) DESC, why, side
