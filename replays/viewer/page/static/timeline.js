// The timeline: a slider over the plies of a line, with its turns, battles and notes above it.

class Timeline {
  constructor(content, slider, strip, turns, go) {
    this.content = content;
    this.slider = slider;
    this.strip = strip;
    this.turns = turns;
    this.go = go;
    slider.addEventListener("input", () => go(Number(slider.value)));
  }

  // Draws a line; `noted` tells whether a node has notes.
  list(path, noted) {
    const last = Math.max(1, path.length - 1);
    this.slider.max = String(path.length - 1);
    const found = [];
    const turns = [];
    let turn = null;
    let free = -1;
    found.push(...this.phases(path, last));
    path.forEach((number, ply) => {
      const node = this.content.nodes[number];
      const period = this.content.periods[node.period];
      const x = (1000 * ply) / last;
      if (period.turn !== turn) {
        turn = period.turn;
        found.push(made("line", { x1: x, x2: x, y1: 0, y2: 22, class: "turn" }));
        // A number that would stand on the one before is left out.
        if (turn && x > free && x < 985) {
          const label = element("span", String(turn));
          label.style.left = `${x / 10}%`;
          turns.push(label);
          free = x + 28;
        }
      }
      if ((node.marks ?? []).includes("battle"))
        found.push(made("rect", { x: x - 1, y: 8, width: 2, height: 14, class: "battle" }));
      if (noted(number)) found.push(made("path", { d: `M${x - 4} 0h8l-4 14z`, class: "noted" }));
    });
    this.strip.replaceChildren(...found);
    this.turns.replaceChildren(...turns);
  }

  // A band for each phase, every other one darker, named to who points at it.
  phases(path, last) {
    const starts = path
      .map((_, ply) => ply)
      .filter((ply) => ply === 0 || this.periodAt(path, ply) !== this.periodAt(path, ply - 1));
    return starts.map((ply, number) => {
      const [x, end] = [(1000 * ply) / last, (1000 * (starts[number + 1] ?? last)) / last];
      const band = made("rect", {
        x,
        y: 0,
        width: Math.max(0, end - x),
        height: 22,
        class: number % 2 ? "phase odd" : "phase",
      });
      const title = made("title", {});
      title.textContent = `Ply ${ply}: ${periodTitle(this.content.periods[this.periodAt(path, ply)])}`;
      band.append(title);
      band.addEventListener("click", () => this.go(ply));
      return band;
    });
  }

  periodAt(path, ply) {
    return this.content.nodes[path[ply]].period;
  }

  show(ply, words) {
    this.slider.value = String(ply);
    this.slider.setAttribute("aria-valuetext", words);
  }
}
