import { NumberFormat } from '../sheets/number-format.ts';
import { all, find, findDeep, numberIn, type XmlElement } from '../xml-tree.ts';

/** Of one chart; with more of them a picture cannot be read. */
const MAX_POINTS = 10_000;
const MAX_SERIES = 1000;

/** What a chart says: its titles, and its series as a table with the categories in the first column. */
export type ChartText = {
  readonly title: string;
  /** Of its axes and notes on it. */
  readonly texts: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/** The texts of a chart part from the values that it keeps. */
export function chartText(root: XmlElement): ChartText {
  if (root.name === 'cx:chartSpace') return newChartText(root);
  const chart = findDeep(root, 'c:chart');
  const plot = find(chart, 'c:plotArea');
  const title = titleOf(find(chart, 'c:title'));
  const axes = (plot?.children ?? []).map((axis) => titleOf(find(axis, 'c:title'))).filter((text) => text !== '');
  const series = (plot?.children ?? []).flatMap((kind) => all(kind, 'c:ser')).slice(0, MAX_SERIES);
  const labels = series.map((one) => textsIn(find(one, 'c:dLbls'))).filter((text) => text !== '');
  const columns = series.map((one) => ({
    name: pointsOf(find(one, 'c:tx'))[0] ?? '',
    categories: pointsOf(find(one, 'c:cat') ?? find(one, 'c:xVal')),
    values: pointsOf(find(one, 'c:val') ?? find(one, 'c:yVal')),
  }));
  return { title, texts: [...axes, ...labels], rows: table(columns) };
}

type Column = { readonly name: string; readonly categories: readonly string[]; readonly values: readonly string[] };

function table(columns: readonly Column[]): string[][] {
  const filled = columns.filter(({ name, values }) => name !== '' || values.length > 0);
  const [first] = filled;
  if (!first) return [];
  const categories = filled.find((one) => one.categories.length > 0)?.categories ?? [];
  const count = Math.max(categories.length, ...filled.map(({ values }) => values.length));
  const rows = [['', ...filled.map(({ name }) => name)]];
  for (let index = 0; index < count; index++)
    rows.push([categories[index] ?? '', ...filled.map(({ values }) => values[index] ?? '')]);
  return rows;
}

/** Of a title that is written, or that follows a cell. */
function titleOf(title: XmlElement | undefined): string {
  const written = textsIn(title);
  return written === '' ? (pointsOf(find(title, 'c:tx'))[0] ?? '') : written;
}

function textsIn(element: XmlElement | undefined): string {
  if (!element) return '';
  if (element.name === 'a:t') return element.text;
  const inner = element.children.map(textsIn);
  return inner
    .join(element.name === 'a:p' || element.name === 'a:r' ? '' : ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Texts of the points that a reference keeps, by their place; levels of categories are joined. */
function pointsOf(reference: XmlElement | undefined): string[] {
  if (!reference) return [];
  const levels = all(findDeep(reference, 'c:multiLvlStrCache'), 'c:lvl');
  if (levels.length > 0) return joinedLevels(levels.map(filled));
  const cache = ['c:strCache', 'c:numCache', 'c:strLit', 'c:numLit']
    .map((name) => findDeep(reference, name))
    .find((found) => found !== undefined);
  if (cache) return filled(cache);
  const value = find(reference, 'c:v')?.text;
  return value === undefined ? [] : [value];
}

/** Dates and shares are numbers with a format, which each point can have of its own. */
function filled(cache: XmlElement): string[] {
  const code = find(cache, 'c:formatCode')?.text ?? cache.attributes.formatCode ?? 'General';
  const isNumbers = /^c:num(Cache|Lit)$/.test(cache.name) || cache.attributes.formatCode !== undefined;
  const usual = new NumberFormat(code);
  const texts: string[] = [];
  for (const point of all(cache, 'c:pt').length > 0 ? all(cache, 'c:pt') : all(cache, 'cx:pt')) {
    const index = numberIn(point, 'idx') ?? texts.length;
    if (index < 0 || index >= MAX_POINTS || !Number.isInteger(index)) continue;
    while (texts.length <= index) texts.push('');
    const text = (find(point, 'c:v')?.text ?? point.text).trim();
    const own = point.attributes.formatCode;
    const format = own === undefined ? usual : new NumberFormat(own);
    texts[index] = isNumbers ? format.number(text, { is1904: false }) : text;
  }
  return texts;
}

/** The outer levels of categories have a text for the first point of each group only. */
function joinedLevels(levels: readonly (readonly string[])[]): string[] {
  const count = Math.max(...levels.map(({ length }) => length));
  const held = levels.map(() => '');
  return Array.from({ length: count }, (_, index) => {
    const parts = levels.map((level, at) => {
      const text = level[index] ?? '';
      if (text !== '' || at === 0) held[at] = text;
      return held[at] ?? '';
    });
    return parts
      .reverse()
      .filter((part) => part !== '')
      .join(' / ');
  });
}

/** Charts since Office 2016, as waterfalls and tree maps. */
function newChartText(root: XmlElement): ChartText {
  const chart = find(root, 'cx:chart');
  const data = new Map(all(find(root, 'cx:chartData'), 'cx:data').map((one) => [one.attributes.id, one]));
  const region = find(chart, 'cx:plotArea', 'cx:plotAreaRegion');
  const columns = all(region, 'cx:series')
    .slice(0, MAX_SERIES)
    .map((series) => {
      const source = data.get(find(series, 'cx:dataId')?.attributes.val);
      const texts = find(source, 'cx:strDim');
      return {
        name: find(series, 'cx:tx', 'cx:txData', 'cx:v')?.text ?? '',
        categories: texts ? joinedLevels(all(texts, 'cx:lvl').map(filled)) : [],
        values: all(find(source, 'cx:numDim'), 'cx:lvl').slice(0, 1).flatMap(filled),
      };
    });
  const axes = all(find(chart, 'cx:plotArea'), 'cx:axis').map((axis) => textsIn(find(axis, 'cx:title')));
  return { title: textsIn(find(chart, 'cx:title')), texts: axes.filter((text) => text !== ''), rows: table(columns) };
}
