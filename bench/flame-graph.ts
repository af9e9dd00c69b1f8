// A tree of frames as a flame graph: one SVG file that a browser opens, a colour a group, details under the pointer.
import type { Frame } from './cpu-profile.ts';

const widthPx = 1600;
const rowPx = 17;
const charPx = 6.6;
const legendPx = 190;
const marginPx = 30;
/** Narrower than this nobody sees it. */
const leastPx = 0.4;
const colours = [
  '#4e79a7',
  '#f28e2b',
  '#59a14f',
  '#e15759',
  '#76b7b2',
  '#edc948',
  '#b07aa1',
  '#ff9da7',
  '#9c755f',
  '#bab0ac',
  '#86bcb6',
  '#d4a6c8',
  '#8cd17d',
  '#f1ce63',
];

interface Box {
  readonly frame: Frame;
  readonly leftPx: number;
  readonly widthPx: number;
  readonly depth: number;
}

/** Callers above, what they call below; the widest first. */
function boxesOf(root: Frame): Box[] {
  const boxes: Box[] = [];
  const place = (frame: Frame, leftPx: number, depth: number) => {
    const width = (frame.totalUs / root.totalUs) * widthPx;
    if (width < leastPx) return;
    boxes.push({ frame, leftPx, widthPx: width, depth });
    let childPx = leftPx;
    for (const child of frame.children.toSorted((a, b) => b.totalUs - a.totalUs)) {
      place(child, childPx, depth + 1);
      childPx += (child.totalUs / root.totalUs) * widthPx;
    }
  };
  place(root, 0, 0);
  return boxes;
}

/** `groups` in the order of the legend, which is that of the colours. */
export function flameGraph(title: string, root: Frame, groups: readonly string[]): string {
  const colourOf = (group: string) => colours[groups.indexOf(group) % colours.length] ?? '#ccc';
  const boxes = boxesOf(root);
  const depth = Math.max(...boxes.map((box) => box.depth));
  const top = marginPx + Math.ceil((groups.length * legendPx) / widthPx) * rowPx;
  const heightPx = top + (depth + 2) * rowPx;
  const perRow = Math.floor(widthPx / legendPx);
  const legend = groups.map((group, at) => {
    const [x, y] = [(at % perRow) * legendPx, marginPx + Math.floor(at / perRow) * rowPx];
    return (
      `<rect x="${x}" y="${y - 10}" width="11" height="11" fill="${colourOf(group)}"/>` +
      `<text x="${x + 16}" y="${y}">${escaped(group)}</text>`
    );
  });
  const drawn = boxes.map(({ frame, leftPx, widthPx: width, depth: row }) => {
    const [x, y] = [leftPx.toFixed(1), top + row * rowPx];
    const share = ((100 * frame.totalUs) / root.totalUs).toFixed(1);
    const own = ((100 * frame.selfUs) / root.totalUs).toFixed(1);
    const told = `${frame.name} ${frame.place}\n${frame.group}: ${share} %, itself ${own} %`;
    const room = Math.floor((width - 4) / charPx);
    const label =
      room < 3
        ? ''
        : `<text x="${(leftPx + 2).toFixed(1)}" y="${y + 12}">${escaped(frame.name.slice(0, room))}</text>`;
    return (
      `<g><title>${escaped(told)}</title><rect x="${x}" y="${y}" width="${width.toFixed(1)}" ` +
      `height="${rowPx - 1}" fill="${colourOf(frame.group)}"/>${label}</g>`
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${widthPx} ${heightPx}" font-family="monospace" font-size="11">
<rect width="100%" height="100%" fill="#fff"/>
<text x="0" y="12" font-size="13">${escaped(title)}</text>
${[...legend, ...drawn].join('\n')}
</svg>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
