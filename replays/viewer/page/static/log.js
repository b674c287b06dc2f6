// The log, in step with the board: what was told of each ply, under its turn and phase, with the notes in their place.

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
        this.place.append(element("h3", periodTitle(this.content.periods[period])));
        list = element("ol");
        this.place.append(list);
      }
      const item = this.item(line, node, notesAt(number));
      list.append(item);
      this.items.set(number, item);
    }
  }

  item(line, node, notes) {
    const item = element("li", "", node.seat ? `told seat-${this.content.seats.findIndex((seat) => seat.name === node.seat)}` : "told");
    const link = element("a", String(node.ply), "ply");
    link.href = `#${line.name}@${node.ply}`;
    item.append(link);
    const lines = element("div");
    for (const told of node.told ?? []) {
      lines.append(element("p", told.text));
      if (told.later) lines.append(element("p", `Learned at ply ${told.at}: ${told.later}`, "later"));
    }
    if (!lines.children.length) lines.append(element("p", node.seat ? "(nothing to tell)" : "The beginning.", "quiet"));
    lines.append(...notes.map((note) => drawnNote(note)));
    item.append(lines);
    return item;
  }

  show(number) {
    this.place.querySelector(".current")?.classList.remove("current");
    const item = this.items.get(number);
    if (!item) return;
    item.classList.add("current");
    this.reveal(item);
    // Items take their true height only once they are near: look again when that has been done.
    requestAnimationFrame(() => this.reveal(item));
  }

  reveal(item) {
    const [own, box] = [this.place.getBoundingClientRect(), item.getBoundingClientRect()];
    if (box.top < own.top + 34 || box.bottom > own.bottom - 20) this.place.scrollTop += box.top - own.top - own.height / 3;
  }
}

function periodTitle(period) {
  return [period.turn_title || (period.turn ? `Turn ${period.turn}` : ""), period.phase_title].filter(Boolean).join(", ") || "The beginning";
}

function drawnNote(note) {
  const found = element("div", "", "note");
  if (note.glyph) found.append(element("b", `${note.glyph} `));
  if (note.bookmark) found.append(element("span", `⚑ ${note.bookmark} `, "bookmark"));
  if (note.text) found.append(element("span", note.text));
  found.append(element("span", ` – ${note.by || "somebody"}${note.sealed ? ", sealed until the end" : ""}`, "quiet"));
  return found;
}
