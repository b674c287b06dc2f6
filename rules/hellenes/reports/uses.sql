-- title = "What are cards committed for?"
-- about = "The cards that each side committed, by what it chose to do with them (3.3)."
-- percent = ["share"]
-- [columns]
-- use = "committed for"
-- share = "share of the cards"
-- [plot]
-- kind = "stacked"
-- x = "seat"
-- y = "share"
-- colour = "use"
WITH revealed AS (
    SELECT c.ruleset, c.split, unnest(map_entries(r.uses)) AS use
    FROM hellenes.cards_revealed r JOIN chosen c ON c.game_id = r.game_id
), counted AS (
    SELECT ruleset, split, use.key AS seat, use.value AS use, count(*) AS cards FROM revealed GROUP BY ALL
)
SELECT ruleset, split, seat, use, cards, cards / sum(cards) OVER (PARTITION BY ruleset, split, seat) AS share
FROM counted ORDER BY ruleset, split, seat, use
