// How a measure of each seat went along a line.

class Chart {
  constructor(content, walk, place, select) {
    Object.assign(this, { content, walk, place, select });
    const measures = new Set(content.tallies.flatMap((tally) => Object.values(tally).flatMap((of) => Object.keys(of))));
    for (const name of measures) select.append(new Option(name.replaceAll("-", " ").replaceAll("_", " "), name));
    select.addEventListener("change", () => this.list(this.line));
    new ResizeObserver(() => this.plot?.setSize({ width: this.width(), height: 180 })).observe(place);
  }

  width() {
    return Math.max(220, this.place.clientWidth - 8);
  }

  list(line) {
    this.line = line;
    const measure = this.select.value;
    if (!measure || !this.place.clientWidth) return;
    const seats = this.content.seats;
    const plies = [];
    const series = seats.map(() => []);
    let tally = null;
    for (const number of this.walk.path(line)) {
      const node = this.content.nodes[number];
      tally = node.tally ?? tally;
      plies.push(node.ply);
      seats.forEach((seat, at) => series[at].push(this.content.tallies[tally]?.[seat.name]?.[measure] ?? null));
    }
    const ink = getComputedStyle(document.documentElement).getPropertyValue("--ink");
    const axis = { stroke: ink, grid: { stroke: "#8886" }, ticks: { stroke: "#8886" } };
    this.plot?.destroy();
    this.plot = new uPlot(
      {
        width: this.width(),
        height: 180,
        cursor: { y: false },
        scales: { x: { time: false } },
        axes: [axis, axis],
        series: [
          { label: "ply" },
          ...seats.map((seat, at) => ({ label: seat.title, stroke: seat.colour, width: 2, dash: at ? [6, 2 * at] : [] })),
        ],
      },
      [plies, ...series],
      this.place,
    );
  }
}
