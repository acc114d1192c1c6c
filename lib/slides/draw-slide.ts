import { drawChart } from './draw-chart.ts';
import { drawText, textHeight } from './draw-text.ts';
import type { PictureBox, PictureShape, SlidePicture } from './slide-picture.ts';
import { escapeXml, num } from './svg-text.ts';

/** A slide as an SVG image. All texts in it are escaped; it refers to nothing outside itself. */
export function drawSlide({ width, height, background, behind, shapes }: SlidePicture): string {
  const body = [...behind, ...shapes].map((shape) => `<g>${drawShape(shape)}</g>`).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${num(width)} ${num(height)}" width="${num(width)}" height="${num(height)}">` +
    `<rect width="100%" height="100%" fill="#${background}"/>${body}</svg>`
  );
}

function drawShape(shape: PictureShape): string {
  switch (shape.kind) {
    case 'box':
      return drawBox(shape) + (shape.text ? drawText(shape.text, shape) : '');
    case 'image':
      return drawImage(shape);
    case 'table':
      return drawTable(shape);
    case 'chart':
      return drawChart(shape.chart, shape);
    default:
      return shape satisfies never;
  }
}

function drawBox({ x, y, width, height, outline, fill, opacity, line }: PictureBox): string {
  if (!fill && !line) return '';
  const paint =
    `fill="${fill ? `#${fill}` : 'none'}"${fill && opacity < 1 ? ` fill-opacity="${num(opacity)}"` : ''}` +
    (line ? ` stroke="#${line.colour}" stroke-width="${num(line.width)}"` : '');
  switch (outline) {
    case 'ellipse':
      return `<ellipse cx="${num(x + width / 2)}" cy="${num(y + height / 2)}" rx="${num(width / 2)}" ry="${num(height / 2)}" ${paint}/>`;
    case 'line':
      return `<line x1="${num(x)}" y1="${num(y)}" x2="${num(x + width)}" y2="${num(y + height)}" ${paint}/>`;
    default: {
      const radius = outline === 'rounded' ? ` rx="${num(Math.min(width, height) / 6)}"` : '';
      return `<rect x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}"${radius} ${paint}/>`;
    }
  }
}

function drawImage({ x, y, width, height, mediaType, base64, alt }: Extract<PictureShape, { kind: 'image' }>): string {
  const at = `x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}"`;
  if (base64 === '') return `<rect ${at} fill="#e5e9ed"/>`;
  const title = alt === '' ? '' : `<title>${escapeXml(alt)}</title>`;
  return `<image ${at} preserveAspectRatio="none" href="data:${mediaType};base64,${base64}">${title}</image>`;
}

function drawTable({ x, y, width, columns, rows, border }: Extract<PictureShape, { kind: 'table' }>): string {
  const total = columns.reduce((sum, column) => sum + column, 0) || 1;
  let top = y;
  let drawn = '';
  const widthOf = (index: number) => ((columns[index] ?? 0) / total) * width;
  for (const { height: least, cells } of rows) {
    let left = x;
    // A row grows with its text.
    const height = Math.max(least, ...cells.map(({ text }, index) => textHeight(text, widthOf(index))));
    for (const [index, { fill, text }] of cells.entries()) {
      const cellWidth = widthOf(index);
      const frame = { x: left, y: top, width: cellWidth, height };
      drawn +=
        `<rect x="${num(left)}" y="${num(top)}" width="${num(cellWidth)}" height="${num(height)}"` +
        ` fill="${fill ? `#${fill}` : 'none'}" stroke="#${border}" stroke-width="0.75"/>${drawText(text, frame)}`;
      left += cellWidth;
    }
    top += height;
  }
  return drawn;
}
