import type PptxGenJS from 'pptxgenjs';
import type { Slide, SlideChart, SlideTable } from '#lib/slides/deck.ts';
import { WritingError } from '../writing-error.ts';
import { type DeckStyle, type LayoutStyle, SLIDE } from './deck-style.ts';
import { fitText, type Point, sizeAt, toPoint } from './fit-text.ts';
import type { DeckImages } from './make-deck.ts';

type Page = PptxGenJS.Slide;
/** Inches. */
type Box = { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
type Drawing = {
  readonly style: DeckStyle;
  readonly images: DeckImages;
  /** Of the slide in the request, for errors. */
  readonly path: string;
};
type Sheet = Drawing & { readonly page: Page; readonly look: LayoutStyle };

const WIDTH = SLIDE.width - 2 * SLIDE.margin;
const BODY: Box = { x: SLIDE.margin, y: 1.7, w: WIDTH, h: 5.05 };
const GAP = 0.45;
/** Of the width, for points next to a chart, a table or an image. */
const POINTS_SHARE = 0.42;
const SMALLEST_TEXT = 11;
const SMALLEST_TITLE = 16;
const BULLET_INDENT = 0.28;
const SPACE_AFTER = 8;

/** Puts the parts of a slide where its layout has them, each as a shape with a name. */
export function drawSlide(page: Page, slide: Slide, drawing: Drawing): void {
  const sheet: Sheet = { ...drawing, page, look: drawing.style.layouts[slide.layout] };
  addTitle(sheet, slide);
  switch (slide.layout) {
    case 'cover':
    case 'section':
    case 'closing':
      addUnderTitle(sheet, slide);
      break;
    case 'content':
      addContent(sheet, slide);
      break;
    case 'two-columns':
      addColumns(sheet, slide);
      break;
    case 'quote':
      addQuote(sheet, slide);
      break;
    default:
      slide.layout satisfies never;
  }
}

function addTitle({ page, look, style, path }: Sheet, { title }: Slide): void {
  const { h, size } = look.title;
  const fitting = fitText([{ text: title, level: 0 }], { w: WIDTH, h, largest: size, smallest: SMALLEST_TITLE, isBold: true });
  if (fitting === undefined) throw tooFull(`${path}.title`, 'its title does not fit');
  // An option that the placeholder has too would be written twice.
  page.addText([{ text: title, options: { fontSize: fitting, fontFace: style.heading } }], {
    placeholder: 'title',
    objectName: 'title',
  });
}

function addUnderTitle(sheet: Sheet, { subtitle, bullets }: Slide): void {
  const { style, look } = sheet;
  const box = { x: SLIDE.margin, y: 4.25, w: WIDTH * 0.72, h: 2.2 };
  if (bullets) {
    addPoints(sheet, { name: 'points', points: bullets.map(toPoint), box, largest: 20, field: 'bullets' });
    return;
  }
  if (subtitle === undefined || subtitle === '') return;
  const size = fitText([{ text: subtitle, level: 0 }], { ...box, largest: 22, smallest: SMALLEST_TEXT });
  if (size === undefined) throw tooFull(`${sheet.path}.subtitle`, 'its subtitle does not fit');
  sheet.page.addText(subtitle, {
    ...box,
    ...plain,
    objectName: 'subtitle',
    fontFace: style.body,
    fontSize: size,
    color: look.muted,
  });
}

const plain = { margin: 0, valign: 'top' } as const;

function addContent(sheet: Sheet, slide: Slide): void {
  const { bullets, subtitle } = slide;
  const lead = subtitle === undefined || subtitle === '' ? 0 : addLead(sheet, subtitle);
  const body = { ...BODY, y: BODY.y + lead, h: BODY.h - lead };
  const visuals = [slide.chart && 'chart', slide.table && 'table', slide.image && 'image'].filter((kind) => kind !== undefined);
  const pointsWidth = visuals.length === 0 ? body.w : body.w * POINTS_SHARE;
  if (bullets) {
    const box = { ...body, w: pointsWidth };
    addPoints(sheet, { name: 'points', points: bullets.map(toPoint), box, largest: 22, field: 'bullets' });
  }
  const left = bullets ? body.x + pointsWidth + GAP : body.x;
  const width = body.x + body.w - left;
  // Several of them are side by side.
  const each = (width - GAP * (visuals.length - 1)) / Math.max(1, visuals.length);
  for (const [index, kind] of visuals.entries()) {
    const box = { ...body, x: left + index * (each + GAP), w: each };
    if (kind === 'chart' && slide.chart) addChart(sheet, slide.chart, box);
    if (kind === 'table' && slide.table) addTable(sheet, slide.table, box);
    if (kind === 'image' && slide.image) addImage(sheet, slide.image, box);
  }
}

/** @returns the height that it takes, in inches */
function addLead(sheet: Sheet, text: string): number {
  const box = { x: BODY.x, y: BODY.y - 0.1, w: BODY.w, h: 0.6 };
  const size = fitText([{ text, level: 0 }], { ...box, largest: 18, smallest: SMALLEST_TEXT });
  if (size === undefined) throw tooFull(`${sheet.path}.subtitle`, 'its subtitle does not fit');
  const { style, look } = sheet;
  sheet.page.addText(text, { ...box, ...plain, objectName: 'subtitle', fontFace: style.body, fontSize: size, color: look.muted });
  return 0.65;
}

type Points = { name: string; points: readonly Point[]; box: Box; largest: number; field: string };

function addPoints({ page, style, look, path }: Sheet, { name, points, box, largest, field }: Points): void {
  const limits = { ...box, largest, smallest: SMALLEST_TEXT, spaceAfter: SPACE_AFTER, indent: BULLET_INDENT };
  const size = fitText(points, limits);
  if (size === undefined) throw tooFull(`${path}.${field}`, 'its points do not fit');
  const texts = points.map(({ text, level }, index) => ({
    text,
    options: {
      bullet: { indent: BULLET_INDENT * 72 },
      indentLevel: level,
      fontSize: sizeAt(size, level),
      color: level === 0 ? look.ink : look.muted,
      paraSpaceAfter: SPACE_AFTER,
      breakLine: index < points.length - 1,
    },
  }));
  page.addText(texts, { ...box, ...plain, objectName: name, fontFace: style.body });
}

function addColumns(sheet: Sheet, { columns = [] }: Slide): void {
  const { page, style, look } = sheet;
  const width = (BODY.w - GAP) / 2;
  for (const [index, { heading, bullets }] of columns.entries()) {
    const side = index === 0 ? 'left' : 'right';
    const x = BODY.x + index * (width + GAP);
    page.addShape('rect', { x, y: BODY.y, w: width, h: BODY.h, objectName: `${side} card`, fill: { color: style.card } });
    page.addShape('rect', { x, y: BODY.y, w: width, h: 0.06, objectName: `${side} line`, fill: { color: style.accent } });
    const inner = { x: x + 0.3, w: width - 0.6 };
    const headingBox = { ...inner, y: BODY.y + 0.25, h: 0.6 };
    const field = `columns[${index}]`;
    const size = fitText([{ text: heading, level: 0 }], { ...headingBox, largest: 20, smallest: SMALLEST_TEXT, isBold: true });
    if (size === undefined) throw tooFull(`${sheet.path}.${field}.heading`, 'the heading of a column does not fit');
    page.addText(heading, {
      ...headingBox,
      ...plain,
      objectName: `${side} heading`,
      fontFace: style.heading,
      fontSize: size,
      bold: true,
      color: look.ink,
      valign: 'middle',
    });
    const box = { ...inner, y: BODY.y + 1, h: BODY.h - 1.25 };
    addPoints(sheet, { name: `${side} points`, points: bullets.map(toPoint), box, largest: 20, field: `${field}.bullets` });
  }
}

function addQuote(sheet: Sheet, { quote }: Slide): void {
  if (!quote) return;
  const { page, style, look, path } = sheet;
  const box = { x: SLIDE.margin + 0.5, y: 1.9, w: WIDTH - 1.6, h: 3.1 };
  const size = fitText([{ text: quote.text, level: 0 }], { ...box, largest: 32, smallest: 14 });
  if (size === undefined) throw tooFull(`${path}.quote.text`, 'its quote does not fit');
  page.addText(quote.text, {
    ...box,
    margin: 0,
    valign: 'middle',
    objectName: 'quote',
    fontFace: style.heading,
    fontSize: size,
    italic: !/\p{Script=Han}/u.test(quote.text),
    color: look.ink,
  });
  if (quote.by === undefined || quote.by === '') return;
  const by = { x: box.x, y: 5.2, w: box.w, h: 0.6 };
  page.addText(`— ${quote.by}`, { ...by, ...plain, objectName: 'by', fontFace: style.body, fontSize: 16, color: look.muted });
}

const chartTypes = { column: 'bar', bar: 'bar', line: 'line', area: 'area', pie: 'pie', doughnut: 'doughnut' } as const;

function addChart({ page, style, look }: Sheet, { type, categories, series, unit }: SlideChart, box: Box): void {
  const isRound = type === 'pie' || type === 'doughnut';
  const text = { fontFace: style.body, fontSize: 12, color: look.ink };
  const data = series.map(({ name, values }) => ({ name, labels: [...categories], values: [...values] }));
  const format = unit === undefined ? 'General' : `General"${unit.replaceAll('"', '')}"`;
  page.addChart(chartTypes[type], data, {
    ...box,
    objectName: 'chart',
    altText: `${type}: ${series.map(({ name }) => name).join(', ')}`,
    chartColors: isRound
      ? categories.map((_, index) => colourAt(style, index))
      : series.map((_, index) => colourAt(style, index)),
    ...(type === 'column' && { barDir: 'col' as const }),
    ...(type === 'bar' && { barDir: 'bar' as const }),
    ...(type === 'line' && { lineSize: 2.5, lineDataSymbolSize: 7 }),
    barGapWidthPct: 60,
    showLegend: isRound || series.length > 1,
    legendPos: 'b',
    legendFontFace: style.body,
    legendFontSize: 12,
    legendColor: look.ink,
    catAxisLabelFontFace: style.body,
    catAxisLabelFontSize: text.fontSize,
    catAxisLabelColor: look.muted,
    valAxisLabelFontFace: style.body,
    valAxisLabelFontSize: text.fontSize,
    valAxisLabelColor: look.muted,
    valAxisLabelFormatCode: format,
    valGridLine: { color: style.border, size: 0.75 },
    catGridLine: { style: 'none' },
    // A slice shows its share, whatever its unit: of 48 and the format General"%" Office makes 0.48%.
    // Above narrow columns a word would cover the next one; the axis has it, too.
    dataLabelFormatCode: isRound ? '0%' : series.length > 1 && (unit ?? '').length > 1 ? 'General' : format,
    dataLabelColor: type === 'doughnut' ? 'FFFFFF' : look.ink,
    dataLabelFontSize: isRound ? 14 : 11,
    // To the right of a point, its number would be on the line; other types have no such places.
    ...(type === 'line' && { dataLabelPosition: 't' as const }),
    ...(type === 'pie' && { dataLabelPosition: 'outEnd' as const }),
    showValue: !isRound && categories.length * series.length <= 16,
    showPercent: isRound,
    ...(type === 'doughnut' && { holeSize: 55 }),
  });
}

function colourAt({ chart }: DeckStyle, index: number): string {
  return chart[index % chart.length] as string;
}

const ROW_HEIGHT = { largest: 0.6, smallest: 0.3 };
const TABLE_SIZE = { largest: 18, smallest: 9 };
/** Texts that are numbers: with a sign, a currency or a per cent sign. */
const NUMBER = /^[-+−±]?[¥￥$€£]? ?\d[\d.,]*[ \u00a0]?[%‰]?$/;

function addTable(sheet: Sheet, { columns, rows }: SlideTable, box: Box): void {
  const { page, style, look, path } = sheet;
  const fontSize = tableFontSize({ columns, rows }, box);
  if (fontSize === undefined) throw tooFull(`${path}.table`, 'its table does not fit');
  const isNumber = columns.map((_, column) => rows.every((row) => isNumeric(row[column])));
  const border = { type: 'solid', pt: 0.75, color: style.border } as const;
  const base = {
    fontFace: style.body,
    fontSize,
    valign: 'middle',
    margin: [0.05, 0.1, 0.05, 0.1] as [number, number, number, number],
    border: [border, border, border, border],
  } as const;
  const cell = (text: string, column: number, more: object) => ({
    text,
    options: { ...base, align: isNumber[column] ? ('right' as const) : ('left' as const), ...more } as PptxGenJS.TableCellProps,
  });
  const head = columns.map((name, column) =>
    cell(name, column, { bold: true, color: style.tableHead.ink, fill: { color: style.tableHead.fill } }),
  );
  const body = rows.map((row, index) =>
    row.map((value, column) =>
      cell(value === null ? '' : String(value), column, {
        color: look.ink,
        fill: { color: index % 2 === 0 ? look.background : style.card },
      }),
    ),
  );
  const usual = Math.min(ROW_HEIGHT.largest, box.h / (rows.length + 1));
  const rowHeights = [columns, ...rows].map((cells) =>
    Math.max(usual, rowHeightOf(cells, { w: cellWidth({ columns, box }), size: fontSize })),
  );
  const excess = rowHeights.reduce((sum, height) => sum + height, 0) > box.h;
  const widths = columns.map(() => box.w / columns.length);
  page.addTable([head, ...body], {
    x: box.x,
    y: box.y,
    w: box.w,
    colW: widths,
    rowH: excess ? rowHeights.map(() => ROW_HEIGHT.smallest) : rowHeights,
    objectName: 'table',
  });
}

function isNumeric(value: string | number | null | undefined): boolean {
  return typeof value !== 'string' || NUMBER.test(value.trim());
}

/** The largest size at which all rows together are as high as the box at most. */
function tableFontSize({ columns, rows }: SlideTable, box: Box): number | undefined {
  const w = cellWidth({ columns, box });
  for (let size = TABLE_SIZE.largest; size >= TABLE_SIZE.smallest; size--) {
    const height = [columns, ...rows].reduce((sum, cells) => sum + rowHeightOf(cells, { w, size }), 0);
    if (height <= box.h) return size;
  }
  return undefined;
}

/** Inches, without its margins. */
function cellWidth({ columns, box }: { columns: readonly string[]; box: Box }): number {
  return box.w / columns.length - 0.2;
}

function rowHeightOf(cells: readonly (string | number | null)[], at: { w: number; size: number }): number {
  return Math.max(ROW_HEIGHT.smallest, ...cells.map((cell) => cellHeight(String(cell ?? ''), at)));
}

function cellHeight(text: string, { w, size }: { w: number; size: number }): number {
  const lines = [1, 2, 3, 4, 5, 6, 8, 12].find(
    (count) =>
      fitText([{ text, level: 0 }], { w, h: (count * size * 1.2 + 0.01) / 72, largest: size, smallest: size }) !== undefined,
  );
  return ((lines ?? 100) * size * 1.2) / 72 + 0.14;
}

function addImage({ page, images, path }: Sheet, { file, alt }: NonNullable<Slide['image']>, box: Box): void {
  const image = images.get(file);
  if (!image) throw new WritingError(`${path}.image.file`, `there is no image ${JSON.stringify(file)}`);
  const scale = Math.min(box.w / image.width, box.h / image.height);
  const [w, h] = [image.width * scale, image.height * scale];
  page.addImage({
    data: `data:${image.mediaType};base64,${image.base64}`,
    x: box.x + (box.w - w) / 2,
    y: box.y + (box.h - h) / 2,
    w,
    h,
    objectName: 'image',
    altText: alt,
  });
}

function tooFull(path: string, reason: string): WritingError {
  return new WritingError(path, `${reason}: shorten it, or make two slides of it`);
}
