// Positions: what stands where after a batch. A position is the sum of the changes along its path; some are kept, so
// that a step in any direction costs a few changes.

const KEPT_EVERY = 48;

class Walk {
  constructor(content) {
    this.content = content;
    this.kept = new Map();
    this.last = null;
  }

  // The nodes from the beginning to the head of a line.
  path(line) {
    line.path ??= this.pathTo(line.head);
    return line.path;
  }

  pathTo(number) {
    const found = [];
    for (let at = number; at >= 0; at = this.content.nodes[at].parent) found.push(at);
    return found.reverse();
  }

  // Never changed once given: {units: key -> markup, pieces: piece -> {space, words, since}, owners: space -> seat, beside, tally, awaited}
  at(number) {
    if (this.last && this.last.number === number) return this.last;
    const missing = [];
    let at = number;
    while (at >= 0 && !this.kept.has(at) && !(this.last && this.last.number === at)) {
      missing.push(at);
      at = this.content.nodes[at].parent;
    }
    const start = at < 0 ? empty() : (this.kept.get(at) ?? this.last);
    const position = copied(start);
    for (const each of missing.reverse()) {
      this.change(position, this.content.nodes[each]);
      if (this.content.nodes[each].ply % KEPT_EVERY === 0) this.kept.set(each, copied(position));
    }
    this.last = position;
    return position;
  }

  change(position, node) {
    position.number = node.number;
    for (const [unit, markup] of pairs(node.units)) {
      if (markup < 0) position.units.delete(unit);
      else position.units.set(unit, markup);
    }
    const pieces = node.pieces ?? [];
    for (let at = 0; at < pieces.length; at += 3) {
      const [piece, space, words] = pieces.slice(at, at + 3);
      if (space < 0) {
        position.pieces.delete(piece);
        continue;
      }
      const before = position.pieces.get(piece);
      const since = before && before.space === space ? before.since : node.ply;
      position.pieces.set(piece, { space, words, since });
    }
    for (const [space, seat] of pairs(node.owners)) position.owners.set(space, seat);
    for (const name of ["beside", "tally", "awaited"]) {
      if (node[name] !== undefined && node[name] !== null) position[name] = node[name];
    }
    position.result = node.result ?? null;
  }
}

function empty() {
  return {
    number: -1,
    units: new Map(),
    pieces: new Map(),
    owners: new Map(),
    beside: null,
    tally: null,
    awaited: "",
  };
}

function copied(position) {
  return {
    ...position,
    units: new Map(position.units),
    pieces: new Map(position.pieces),
    owners: new Map(position.owners),
  };
}

function* pairs(list) {
  for (let at = 0; at < (list ?? []).length; at += 2) yield [list[at], list[at + 1]];
}

// The pieces that went from one space to another in a batch: [from, to, how many].
function moves(content, before, node) {
  const found = new Map();
  const pieces = node.pieces ?? [];
  for (let at = 0; at < pieces.length; at += 3) {
    const [piece, to] = [pieces[at], pieces[at + 1]];
    const was = before?.pieces.get(piece);
    if (to < 0 || !was || was.space === to || content.pieces[piece].startsWith("marker:")) continue;
    const key = `${was.space}>${to}`;
    found.set(key, [was.space, to, (found.get(key)?.[2] ?? 0) + 1]);
  }
  return [...found.values()];
}

// The spaces on which a batch changed anything; the beginning, before which nothing was, changed none.
function changed(content, before, node) {
  const found = new Set();
  if (!before) return found;
  const pieces = node.pieces ?? [];
  for (let at = 0; at < pieces.length; at += 3) {
    if (pieces[at + 1] >= 0) found.add(pieces[at + 1]);
    const was = before.pieces.get(pieces[at]);
    if (was) found.add(was.space);
  }
  for (const [space] of pairs(node.owners)) found.add(space);
  for (const [unit] of pairs(node.units)) {
    const key = content.units[unit];
    if (!key.startsWith("hexside:")) continue;
    for (const name of key.slice(8).split("-"))
      if (content.placeOf.has(name)) found.add(content.placeOf.get(name));
  }
  return found;
}
