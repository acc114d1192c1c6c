import { textWidth } from './measure-text.ts';
import type { PictureChart } from './slide-picture.ts';
import { escapeXml, num } from './svg-text.ts';

type Frame = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const LABEL = 12;
const GRID = '#c8d0d8';
const STEPS = 5;
const FONT = `font-family="Arial,'Liberation Sans',Helvetica,'PingFang SC','Microsoft YaHei','Noto Sans SC',sans-serif" font-size="${LABEL}"`;
const LEGEND_HEIGHT = 22;
const GAP = 6;
const MAX_LABEL_CHARS = 24;

/** A chart with its axes and legend: the numbers of the file, drawn more simply than Office does. */
export function drawChart(chart: PictureChart, frame: Frame): string {
  const isRound = chart.type === 'pie' || chart.type === 'doughnut';
  const hasLegend = isRound || chart.series.length > 1;
  const plot = { ...frame, height: Math.max(1, frame.height - (hasLegend ? LEGEND_HEIGHT : 0)) };
  const names = isRound ? chart.categories : chart.series.map(({ name }) => name);
  const colours = isRound ? chart.colours : chart.series.map(({ colour }) => colour);
  const legend = hasLegend ? drawLegend(names, colours, { chart, y: frame.y + frame.height - 6, frame }) : '';
  return (isRound ? drawRound(chart, plot) : chart.type === 'bar' ? drawBars(chart, plot) : drawColumns(chart, plot)) + legend;
}

function label(text: string, { x, y, ink, anchor = 'middle' }: { x: number; y: number; ink: string; anchor?: string }): string {
  const shown = text.length > MAX_LABEL_CHARS ? `${text.slice(0, MAX_LABEL_CHARS - 1)}…` : text;
  return `<text x="${num(x)}" y="${num(y)}" ${FONT} fill="${ink}" text-anchor="${anchor}">${escapeXml(shown)}</text>`;
}

function drawLegend(
  names: readonly string[],
  colours: readonly string[],
  { chart, y, frame }: { chart: PictureChart; y: number; frame: Frame },
): string {
  const widths = names.map((name) => textWidth(name, { size: LABEL }) + 34);
  let x = frame.x + Math.max(0, (frame.width - widths.reduce((sum, width) => sum + width, 0)) / 2);
  return names
    .map((name, index) => {
      const drawn =
        `<rect x="${num(x)}" y="${num(y - 9)}" width="9" height="9" fill="#${colours[index] ?? chart.ink}"/>` +
        label(name, { x: x + 14, y, ink: `#${chart.ink}`, anchor: 'start' });
      x += widths[index] ?? 0;
      return drawn;
    })
    .join('');
}

type Scale = { readonly low: number; readonly high: number; readonly step: number };

/** Round numbers that hold all values and zero. */
function scaleOf({ series }: PictureChart): Scale {
  const values = series.flatMap(({ values: all }) => all.filter((value) => value !== null));
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const raw = (most - least || 1) / STEPS;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= raw) ?? 10) * power;
  return { low: Math.floor(least / step) * step, high: Math.ceil(most / step) * step || step, step };
}

function ticks({ low, high, step }: Scale): number[] {
  return Array.from({ length: Math.round((high - low) / step) + 1 }, (_, index) => low + index * step);
}

function shown(value: number, unit: string): string {
  return `${Number(value.toFixed(4)).toLocaleString('en')}${unit}`;
}

function drawColumns(chart: PictureChart, frame: Frame): string {
  const scale = scaleOf(chart);
  const ink = `#${chart.ink}`;
  const labels = ticks(scale).map((value) => ({ value, text: shown(value, chart.unit) }));
  const left = frame.x + Math.max(...labels.map(({ text }) => textWidth(text, { size: LABEL }))) + GAP;
  const plot = { x: left, y: frame.y + 10, width: frame.x + frame.width - left - GAP, height: frame.height - 34 };
  const yOf = (value: number) => plot.y + plot.height * (1 - (value - scale.low) / (scale.high - scale.low));
  const grid = labels
    .map(({ value, text }) => {
      const y = yOf(value);
      return (
        `<line x1="${num(plot.x)}" y1="${num(y)}" x2="${num(plot.x + plot.width)}" y2="${num(y)}" stroke="${GRID}" stroke-width="0.75"/>` +
        label(text, { x: plot.x - GAP, y: y + 4, ink, anchor: 'end' })
      );
    })
    .join('');
  const each = plot.width / Math.max(1, chart.categories.length);
  const middle = (index: number) => plot.x + each * (index + 0.5);
  const names = chart.categories
    .map((name, index) => label(name, { x: middle(index), y: plot.y + plot.height + 18, ink }))
    .join('');
  const drawn =
    chart.type === 'column'
      ? columnRects(chart, { each, plot, yOf })
      : curves(chart, { middle, yOf, zero: yOf(Math.max(0, scale.low)) });
  return grid + drawn + names;
}

type ColumnPlot = { readonly each: number; readonly plot: Frame; readonly yOf: (value: number) => number };

function columnRects({ series }: PictureChart, { each, plot, yOf }: ColumnPlot): string {
  const width = (each * 0.64) / Math.max(1, series.length);
  return series
    .flatMap(({ values, colour }, place) =>
      values.map((value, index) => {
        if (value === null) return '';
        const x = plot.x + each * index + each * 0.18 + width * place;
        const [top, bottom] = [yOf(Math.max(0, value)), yOf(Math.min(0, value))];
        return `<rect x="${num(x)}" y="${num(top)}" width="${num(width)}" height="${num(bottom - top)}" fill="#${colour}"/>`;
      }),
    )
    .join('');
}

type CurvePlot = { readonly middle: (index: number) => number; readonly yOf: (value: number) => number; readonly zero: number };

function curves({ series, type }: PictureChart, { middle, yOf, zero }: CurvePlot): string {
  return series
    .map(({ values, colour }) => {
      const points = values.flatMap((value, index) => (value === null ? [] : [`${num(middle(index))},${num(yOf(value))}`]));
      if (type === 'area') {
        const ends = [`${num(middle(0))},${num(zero)}`, ...points, `${num(middle(values.length - 1))},${num(zero)}`];
        return `<polygon points="${ends.join(' ')}" fill="#${colour}" fill-opacity="0.75"/>`;
      }
      const dots = points.map((point) => {
        const [x = '0', y = '0'] = point.split(',');
        return `<circle cx="${x}" cy="${y}" r="3.5" fill="#${colour}"/>`;
      });
      return `<polyline points="${points.join(' ')}" fill="none" stroke="#${colour}" stroke-width="2.5"/>${dots.join('')}`;
    })
    .join('');
}

function drawBars(chart: PictureChart, frame: Frame): string {
  const scale = scaleOf(chart);
  const ink = `#${chart.ink}`;
  const widest = Math.max(0, ...chart.categories.map((name) => textWidth(name.slice(0, MAX_LABEL_CHARS), { size: LABEL })));
  const left = frame.x + Math.min(widest, frame.width / 3) + GAP;
  const plot = { x: left, y: frame.y + 6, width: frame.x + frame.width - left - 16, height: frame.height - 28 };
  const xOf = (value: number) => plot.x + plot.width * ((value - scale.low) / (scale.high - scale.low));
  const grid = ticks(scale)
    .map(
      (value) =>
        `<line x1="${num(xOf(value))}" y1="${num(plot.y)}" x2="${num(xOf(value))}" y2="${num(plot.y + plot.height)}" stroke="${GRID}" stroke-width="0.75"/>` +
        label(shown(value, chart.unit), { x: xOf(value), y: plot.y + plot.height + 16, ink }),
    )
    .join('');
  const each = plot.height / Math.max(1, chart.categories.length);
  const width = (each * 0.64) / Math.max(1, chart.series.length);
  // The first category of a bar chart is at the bottom.
  const bottom = (index: number) => plot.y + plot.height - each * index;
  const bars = chart.series.flatMap(({ values, colour }, place) =>
    values.map((value, index) => {
      if (value === null) return '';
      const [from, to] = [xOf(Math.min(0, value)), xOf(Math.max(0, value))];
      const y = bottom(index) - each * 0.18 - width * (place + 1);
      return `<rect x="${num(from)}" y="${num(y)}" width="${num(to - from)}" height="${num(width)}" fill="#${colour}"/>`;
    }),
  );
  const names = chart.categories.map((name, index) =>
    label(name, { x: plot.x - GAP, y: bottom(index) - each / 2 + 4, ink, anchor: 'end' }),
  );
  return grid + bars.join('') + names.join('');
}

function drawRound(chart: PictureChart, frame: Frame): string {
  const values = (chart.series[0]?.values ?? []).map((value) => Math.max(0, value ?? 0));
  const total = values.reduce((sum, value) => sum + value, 0) || 1;
  const [cx, cy] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
  const radius = Math.max(1, Math.min(frame.width, frame.height) / 2 - 8);
  const hole = chart.type === 'doughnut' ? radius * 0.55 : 0;
  let angle = -Math.PI / 2;
  const at = (turn: number, distance: number) => `${num(cx + Math.cos(turn) * distance)} ${num(cy + Math.sin(turn) * distance)}`;
  return values
    .map((value, index) => {
      const share = value / total;
      const [from, to] = [angle, angle + Math.min(share, 0.99999) * 2 * Math.PI];
      angle += share * 2 * Math.PI;
      const large = share > 0.5 ? 1 : 0;
      const outer = `M ${at(from, radius)} A ${num(radius)} ${num(radius)} 0 ${large} 1 ${at(to, radius)}`;
      const inner =
        hole > 0 ? `L ${at(to, hole)} A ${num(hole)} ${num(hole)} 0 ${large} 0 ${at(from, hole)} Z` : `L ${num(cx)} ${num(cy)} Z`;
      const middle = (from + to) / 2;
      const distance = hole > 0 ? (radius + hole) / 2 : radius * 0.65;
      const percent =
        share < 0.04
          ? ''
          : label(`${Math.round(share * 100)}%`, {
              x: cx + Math.cos(middle) * distance,
              y: cy + Math.sin(middle) * distance + 4,
              ink: '#ffffff',
            });
      return `<path d="${outer} ${inner}" fill="#${chart.colours[index] ?? chart.ink}"/>${percent}`;
    })
    .join('');
}
