import { parseLayoutName, type Slide } from './deck.ts';
import type { PictureBox, PictureText, SlidePicture } from './slide-picture.ts';

const MAX_TITLE_CHARS = 200;

/**
 * The slide that a picture shows, as its author would describe it: what a model reads and changes.
 * Of a deck of another program it has what its shapes say, without their places.
 */
export function slideOfPicture({ layout, shapes, notes }: SlidePicture): Slide {
  const boxes = shapes.filter((shape) => shape.kind === 'box');
  const text = (name: string) => plainText(boxes.find((box) => box.name === name)?.text);
  const points = (name: string) => pointsOf(boxes.find((box) => box.name === name)?.text);
  const known = parseLayoutName(layout)?.layout;
  const columns = [columnOf('left', { text, points }), columnOf('right', { text, points })].filter(
    (column) => column !== undefined,
  );
  const bullets = known ? points('points') : otherPoints(boxes);
  const chart = shapes.find((shape) => shape.kind === 'chart')?.chart;
  const table = shapes.find((shape) => shape.kind === 'table');
  const image = shapes.find((shape) => shape.kind === 'image');
  const [subtitle, quote, by] = [text('subtitle'), text('quote'), text('by')];
  return {
    layout: known ?? 'content',
    title: titleOf(boxes),
    ...(subtitle !== '' && { subtitle }),
    ...(bullets.length > 0 && { bullets }),
    ...(columns.length === 2 && { columns }),
    ...(quote !== '' && { quote: { text: quote, ...(by !== '' && { by: by.replace(/^— /, '') }) } }),
    ...(chart && {
      chart: {
        type: chart.type,
        categories: chart.categories,
        series: chart.series.map(({ name, values }) => ({ name, values: values.map((value) => value ?? 0) })),
        ...(chart.unit !== '' && { unit: chart.unit }),
      },
    }),
    ...(table && { table: tableOf(table.rows.map(({ cells }) => cells.map((cell) => plainText(cell.text)))) }),
    ...(image && { image: { file: image.path, alt: image.alt } }),
    ...(notes !== '' && { notes }),
  };
}

/** All texts of a slide, for search and for people who cannot see it. */
export function slideText(picture: SlidePicture): string {
  const texts = picture.shapes.flatMap((shape) => {
    if (shape.kind === 'box') return /^(sldNum|dt|ftr)$/.test(shape.placeholder) ? [] : [plainText(shape.text)];
    if (shape.kind === 'table') return shape.rows.map(({ cells }) => cells.map(({ text }) => plainText(text)).join(' | '));
    if (shape.kind === 'image') return [shape.alt];
    const { categories, series, unit } = shape.chart;
    return series.map(
      ({ name, values }) =>
        `${name}: ${categories.map((category, index) => `${category} ${values[index] ?? '-'}${unit}`).join(', ')}`,
    );
  });
  return texts.filter((text) => text !== '').join('\n');
}

/** Without a title, the first line of the slide. */
function titleOf(boxes: readonly PictureBox[]): string {
  const [line = ''] = plainText((boxes.find(isTitle) ?? boxes.find(({ text }) => text))?.text).split('\n');
  return line.slice(0, MAX_TITLE_CHARS).trim() || '-';
}

function isTitle({ placeholder, name }: PictureBox): boolean {
  return /^(ctrT|t)itle$/.test(placeholder) || name === 'title';
}

function plainText(text: PictureText | null | undefined): string {
  return (text?.paragraphs ?? [])
    .map(({ runs }) => runs.map((run) => run.text).join(''))
    .join('\n')
    .trim();
}

function pointsOf(text: PictureText | null | undefined): string[] {
  return (text?.paragraphs ?? [])
    .map(
      ({ runs, level }) =>
        (level > 0 ? '  ' : '') +
        runs
          .map((run) => run.text)
          .join('')
          .trim(),
    )
    .filter((point) => point.trim() !== '');
}

function otherPoints(boxes: readonly PictureBox[]): string[] {
  return boxes.filter((box) => !isTitle(box) && !/^(sldNum|dt|ftr)$/.test(box.placeholder)).flatMap(({ text }) => pointsOf(text));
}

type Texts = { readonly text: (name: string) => string; readonly points: (name: string) => string[] };

function columnOf(side: string, { text, points }: Texts) {
  const [heading, bullets] = [text(`${side} heading`), points(`${side} points`)];
  return heading === '' || bullets.length === 0 ? undefined : { heading, bullets };
}

function tableOf([columns = [], ...rows]: readonly (readonly string[])[]): NonNullable<Slide['table']> {
  return {
    columns: [...columns],
    rows: rows.map((row) =>
      row.map((cell) => (cell === '' ? null : /^-?\d{1,15}(\.\d{1,10})?$/.test(cell) ? Number(cell) : cell)),
    ),
  };
}
