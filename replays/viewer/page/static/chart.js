// Charts over the plies of a line: how a measure of each seat went.

class Chart {
  constructor(content, walk, place, select) {
    Object.assign(this, { content, walk, place, select });
    const measures = new Set(
      content.tallies.flatMap((tally) => Object.values(tally).flatMap((of) => Object.keys(of))),
    );
    for (const name of measures) select.append(new Option(measureTitle(name), name));
    select.addEventListener("change", () => this.list(this.line));
    new ResizeObserver(() => this.plot?.setSize({ width: plotWidth(place), height: 200 })).observe(place);
  }

  list(line) {
    this.line = line;
    const measure = this.select.value;
    if (!measure || !this.place.clientWidth) return;
    const seats = this.content.seats;
    const plies = [];
    const columns = seats.map(() => []);
    let tally = null;
    for (const number of this.walk.path(line)) {
      const node = this.content.nodes[number];
      tally = node.tally ?? tally;
      plies.push(node.ply);
      seats.forEach((seat, at) =>
        columns[at].push(this.content.tallies[tally]?.[seat.name]?.[measure] ?? null),
      );
    }
    this.plot?.destroy();
    this.plot = drawnChart(this.place, plotWidth(this.place), 200, plies, columns, seats);
  }
}

function measureTitle(name) {
  return name.replaceAll("-", " ").replaceAll("_", " ");
}

function plotWidth(place) {
  return Math.max(220, place.clientWidth - 8);
}

// Lines of the seats' colours, told apart by their dashes as well.
function drawnChart(place, width, height, plies, columns, seats) {
  const ink = getComputedStyle(document.documentElement).getPropertyValue("--ink");
  const axis = { stroke: ink, grid: { stroke: "#8886" }, ticks: { stroke: "#8886" } };
  const series = seats.map((seat, at) => ({
    label: seat.title,
    stroke: seat.strokes[isDark() ? 1 : 0],
    width: 2,
    dash: at ? [7, 2 * at] : [],
    value: (plot, value) => (value === null ? "" : String(Math.round(value * 10) / 10)),
  }));
  const options = {
    width,
    height,
    cursor: { y: false },
    scales: { x: { time: false } },
    axes: [axis, axis],
    series: [{ label: "ply" }, ...series],
  };
  return new uPlot(options, [plies, ...columns], place);
}
