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
  content.placeOf = new Map(content.places.map((place, number) => [place.name, number]));
  return content;
}
