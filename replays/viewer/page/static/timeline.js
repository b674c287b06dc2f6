// The timeline: a slider over the plies of a line, with its turns, battles and notes above it.

class Timeline {
  constructor(content, slider, strip, turns, go) {
    this.content = content;
    this.slider = slider;
    this.strip = strip;
    this.turns = turns;
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
      if ((node.marks ?? []).includes("battle")) found.push(made("rect", { x: x - 1, y: 8, width: 2, height: 14, class: "battle" }));
      if (noted(number)) found.push(made("path", { d: `M${x - 4} 0h8l-4 14z`, class: "noted" }));
    });
    this.strip.replaceChildren(...found);
    this.turns.replaceChildren(...turns);
  }

  show(ply, words) {
    this.slider.value = String(ply);
    this.slider.setAttribute("aria-valuetext", words);
  }
}
