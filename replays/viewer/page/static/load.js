// The content of the page: JSON, gzipped, in base64 inside the document.

async function unpacked(id) {
  const text = document.getElementById(id).textContent.trim();
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

async function load() {
  const content = JSON.parse(await unpacked("content"));
  content.nodes.forEach((node, number) => {
    node.number = number;
    node.parent ??= -1;
    node.children = [];
    if (node.parent >= 0) content.nodes[node.parent].children.push(number);
  });
  // Units of one layer lie on one another in the order of their keys.
  content.rankOf = [];
  [...content.units.keys()]
    .sort((one, other) => (content.units[one] < content.units[other] ? -1 : 1))
    .forEach((unit, rank) => (content.rankOf[unit] = rank));
  content.notesOf = new Map();
  for (const note of content.notes)
    content.notesOf.set(note.node, [...(content.notesOf.get(note.node) ?? []), note]);
  content.placeOf = new Map(content.places.map((place, number) => [place.name, number]));
  return content;
}
