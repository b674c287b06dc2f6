// Two lines side by side: the second board, and what differs between the two positions, in words.

function differences(content, left, right) {
  const found = [];
  const where = (piece) => (piece ? placeTitle(content.places[piece.space]) : "not on the board");
  const seen = new Set([...left.pieces.keys(), ...right.pieces.keys()]);
  for (const name of seen) {
    const [one, other] = [left.pieces.get(name), right.pieces.get(name)];
    if (one && other && one.space === other.space && one.words === other.words) continue;
    const words = content.descriptions[(one ?? other).words];
    const [here, there] = [where(one), where(other)];
    found.push(
      here === there
        ? `${here}: ${content.descriptions[one.words]} | ${content.descriptions[other.words]}`
        : `${words}: ${here} | ${there}`,
    );
  }
  return found;
}

// The last node that two lines share.
function parting(walk, one, other) {
  const [first, second] = [walk.path(one), walk.path(other)];
  let at = 0;
  while (at + 1 < Math.min(first.length, second.length) && first[at + 1] === second[at + 1]) at += 1;
  return at;
}
