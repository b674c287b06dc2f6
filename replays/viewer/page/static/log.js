// The log, in step with the board: what was told of each ply, under its turn and phase, with the notes in their place.

const LONG_NOTE = 500;

class Log {
  constructor(content, place) {
    this.content = content;
    this.place = place;
    this.items = new Map();
    this.line = null;
  }

  // Lists a line, `path` being its nodes.
  list(line, path, notesAt) {
    this.line = line;
    this.items.clear();
    this.place.replaceChildren();
    let list = null;
    let period = null;
    for (const number of path) {
      const node = this.content.nodes[number];
      if (node.period !== period || !list) {
        period = node.period;
        this.place.append(element("h2", periodTitle(this.content.periods[period])));
        list = element("ol");
        this.place.append(list);
      }
      const item = this.item(line, node, notesAt(number));
      list.append(item);
      this.items.set(number, item);
    }
  }

  item(line, node, notes) {
    const item = element(
      "li",
      "",
      node.seat ? `told seat-${this.content.seats.findIndex((seat) => seat.name === node.seat)}` : "told",
    );
    const link = element("a", String(node.ply), "ply");
    link.href = `#${line.name}@${node.ply}`;
    item.append(link);
    const lines = element("div");
    lines.append(...drawnTold(node));
    if (!lines.children.length)
      lines.append(element("p", node.seat ? "(nothing to tell)" : "The beginning.", "quiet"));
    lines.append(...notes.map((note) => drawnNote(note, this.content)));
    item.append(lines);
    return item;
  }

  show(number) {
    this.place.querySelector(".current")?.classList.remove("current");
    const item = this.items.get(number);
    if (!item) return;
    item.classList.add("current");
    this.reveal(item);
  }

  reveal(item) {
    const [own, box] = [this.place.getBoundingClientRect(), item.getBoundingClientRect()];
    if (box.top < own.top + 34 || box.bottom > own.bottom - 20)
      this.place.scrollTop += box.top - own.top - own.height / 3;
  }
}

function periodTitle(period) {
  return (
    [period.turn_title || (period.turn ? `Turn ${period.turn}` : ""), period.phase_title]
      .filter(Boolean)
      .join(", ") || "The beginning"
  );
}

// What was told when it happened, and what these seats learned of it later.
function drawnTold(node) {
  return (node.told ?? []).flatMap((told) => [
    element("p", told.text),
    ...(told.later ? [element("p", `Learned at ply ${told.at}: ${told.later}`, "later")] : []),
  ]);
}

function drawnNote(note, content) {
  const found = element("div", "", "note");
  if (note.glyph) found.append(element("b", `${note.glyph} `));
  if (note.bookmark) found.append(element("span", `⚑ ${note.bookmark} `, "bookmark"));
  if (note.text) found.append(noteText(note.text));
  if (note.marks)
    found.append(
      element("span", ` [${note.marks.map((mark) => markTitle(content, mark)).join("; ")}]`, "quiet"),
    );
  const author = element("span", " – ", "quiet");
  author.append(element("bdi", note.by || "somebody"), note.sealed ? ", sealed until the end" : "");
  found.append(author);
  return found;
}

function markTitle(content, mark) {
  return mark
    .split(">")
    .map((name) => (content.placeOf.has(name) ? placeTitle(content.places[content.placeOf.get(name)]) : name))
    .join(" → ");
}

// As it was written, in its own direction; what is long is folded.
function noteText(text) {
  if (text.length <= LONG_NOTE) return element("bdi", text);
  const folded = element("details");
  const beginning = element("summary");
  beginning.append(element("bdi", `${[...text.slice(0, LONG_NOTE)].slice(0, -1).join("")} …`));
  folded.append(beginning, element("bdi", text));
  return folded;
}
