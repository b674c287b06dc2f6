// The tree of lines: each under the one that it was parted from.

class Lines {
  constructor(content, place, undone, switchTo) {
    this.content = content;
    this.place = place;
    this.undone = undone;
    this.switchTo = switchTo;
    undone.closest("label").hidden = !content.lines.some((line) => line.abandoned);
    undone.addEventListener("change", () => this.show(this.current));
  }

  show(current) {
    this.current = current;
    const names = new Set(this.content.lines.map((line) => line.name));
    const below = (source) =>
      this.content.lines.filter(
        (line) => (names.has(line.source) ? line.source : "") === source && this.wanted(line),
      );
    const list = (source) => {
      const found = element("ul");
      for (const line of below(source)) {
        const item = element("li");
        const button = element("button", line.name);
        button.type = "button";
        button.setAttribute("aria-pressed", String(line === current));
        button.addEventListener("click", () => this.switchTo(line));
        item.append(button, element("span", ` ${this.words(line)}`, "quiet"));
        const under = list(line.name);
        if (under.children.length) item.append(under);
        found.append(item);
      }
      return found;
    };
    this.place.replaceChildren(list(""));
  }

  wanted(line) {
    return !line.abandoned || this.undone.checked || line === this.current;
  }

  words(line) {
    const parts = [];
    if (line.fork !== null) parts.push(`parted from ${line.source} after ply ${line.fork}`);
    parts.push(`to ply ${this.content.nodes[line.head].ply}`);
    if (line.main) parts.push("main line");
    if (line.abandoned) parts.push("taken back");
    return parts.join(", ");
  }
}
