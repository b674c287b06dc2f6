-- title = "What are cards played for?"
-- about = "The cards that each seat played, by their use (6.3)."
-- percent = ["share"]
-- [columns]
-- share = "share of the cards played"
-- [plot]
-- kind = "stacked"
-- x = "seat"
-- y = "share"
-- colour = "use"
SELECT ruleset, split, seat, use, cards, cards / sum(cards) OVER (PARTITION BY ruleset, split, seat) AS share
FROM (
    SELECT c.ruleset, c.split, p.seat, CASE p.use WHEN 'ops' THEN 'operations' WHEN 'desperate' THEN 'desperate times'
        ELSE p.use END AS use, count(*) AS cards
    FROM sword_of_rome.card_played p JOIN chosen c ON c.game_id = p.game_id GROUP BY ALL
) ORDER BY ruleset, split, seat, use
