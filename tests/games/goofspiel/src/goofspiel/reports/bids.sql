-- title = "Which cards win their turn?"
-- about = "How often each card won the turn in which it was shown (3.2), with 95 % intervals."
-- percent = ["share", "low", "high"]
-- [columns]
-- share = "turns won"
-- [plot]
-- kind = "dots"
-- x = "share"
-- y = "card"
-- low = "low"
-- high = "high"
WITH shown AS (
    SELECT c.ruleset, c.split, r.winner, unnest(map_entries(r.cards)) AS bid
    FROM goofspiel.cards_revealed r JOIN chosen c ON c.game_id = r.game_id
), counted AS (
    SELECT ruleset, split, split_part(bid.value, '-', 2) AS card, count(*) AS bids, count_if(bid.key = winner) AS won
    FROM shown GROUP BY ALL
)
SELECT ruleset, split, card, bids, won, won / bids AS share, wilson_low(won, bids) AS low, wilson_high(won, bids) AS high
FROM counted ORDER BY ruleset, split, card
