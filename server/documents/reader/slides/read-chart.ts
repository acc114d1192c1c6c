import type { PictureChart } from '#lib/slides/slide-picture.ts';
import { all, find, findDeep, numberIn, type XmlElement } from '../xml-tree.ts';
import { readColour, type Theme } from './colours.ts';

const MAX_POINTS = 200;
const MAX_SERIES = 30;
const FALLBACK = '5B6B7B';
const types: Readonly<Record<string, PictureChart['type']>> = {
  'c:barChart': 'column',
  'c:bar3DChart': 'column',
  'c:lineChart': 'line',
  'c:line3DChart': 'line',
  'c:areaChart': 'area',
  'c:pieChart': 'pie',
  'c:pie3DChart': 'pie',
  'c:doughnutChart': 'doughnut',
};

/** The first chart of a chart part, from the values that it keeps; undefined for a kind that is not drawn. */
export function readChart(root: XmlElement, theme: Theme): PictureChart | undefined {
  const chart = findDeep(root, 'c:plotArea')?.children.find(({ name }) => types[name] !== undefined);
  if (!chart) return undefined;
  const type = find(chart, 'c:barDir')?.attributes.val === 'bar' ? 'bar' : (types[chart.name] ?? 'column');
  const series = all(chart, 'c:ser').slice(0, MAX_SERIES);
  const accents = (index: number) => theme.colours.get(`accent${(index % 6) + 1}`) ?? FALLBACK;
  const categories = cached(find(series[0], 'c:cat'));
  const points = new Map(all(series[0], 'c:dPt').map((point) => [numberIn(find(point, 'c:idx'), 'val') ?? 0, point]));
  return {
    type,
    categories,
    series: series.map((one, index) => ({
      name: cached(find(one, 'c:tx'))[0] ?? '',
      values: cached(find(one, 'c:val')).map((text) => (text === '' || !Number.isFinite(Number(text)) ? null : Number(text))),
      colour: (readColour(find(one, 'c:spPr'), theme) ?? readColour(find(one, 'c:spPr', 'a:ln'), theme))?.hex ?? accents(index),
    })),
    colours: categories.map((_, index) => readColour(find(points.get(index), 'c:spPr'), theme)?.hex ?? accents(index)),
    ink:
      readColour(find(findDeep(root, 'c:legend'), 'c:txPr', 'a:p', 'a:pPr', 'a:defRPr'), theme)?.hex ??
      theme.colours.get('tx1') ??
      '1B2733',
    unit: unitOf(findDeep(findDeep(root, 'c:valAx'), 'c:numFmt')?.attributes.formatCode ?? ''),
  };
}

/** Texts of the points that a reference keeps, by their place; empty where one is missing. */
function cached(reference: XmlElement | undefined): string[] {
  const cache = ['c:strCache', 'c:numCache', 'c:lvl']
    .map((name) => findDeep(reference, name))
    .find((found) => found !== undefined);
  const points = all(cache ?? reference, 'c:pt');
  const texts: string[] = [];
  for (const point of points) {
    const index = numberIn(point, 'idx') ?? 0;
    if (index >= MAX_POINTS || index < 0) continue;
    while (texts.length <= index) texts.push('');
    texts[index] = find(point, 'c:v')?.text ?? '';
  }
  return points.length > 0 ? texts : [findDeep(reference, 'c:v')?.text ?? ''].filter((text) => text !== '');
}

/** Of `0"km"`: km. */
function unitOf(format: string): string {
  const [, quoted = ''] = format.split('"');
  return quoted !== '' ? quoted : format.endsWith('%') ? '%' : '';
}
