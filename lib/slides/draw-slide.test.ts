import { expect, test } from 'vitest';
import { drawSlide } from './draw-slide.ts';
import type { PictureShape } from './slide-picture.ts';

const frame = { name: 'a', x: 10, y: 10, width: 300, height: 200 };
const draw = (shape: PictureShape) =>
  drawSlide({ width: 960, height: 540, background: 'FFFFFF', layout: '', behind: [], shapes: [shape], notes: '' });
const chart = (type: 'column' | 'bar' | 'line' | 'area' | 'pie' | 'doughnut', values: (number | null)[]) =>
  draw({
    kind: 'chart',
    ...frame,
    chart: {
      type,
      categories: values.map((_, index) => `<c${index}>`),
      series: [{ name: 's', values, colour: '112233' }],
      colours: values.map(() => '445566'),
      ink: '000000',
      unit: '%',
    },
  });

test.each(['column', 'bar', 'line', 'area', 'pie', 'doughnut'] as const)('a %s chart of odd numbers is whole SVG', (type) => {
  for (const values of [[], [0], [0, 0], [null, -3, 1e9], [0.001, 0.002]]) {
    const svg = chart(type, values);
    expect(svg).not.toMatch(/NaN|Infinity|undefined|<c\d/);
    expect(svg.match(/<g>/g)?.length).toBe(svg.match(/<\/g>/g)?.length);
  }
});

test('bars are as long as their numbers', () => {
  const widths = [...chart('bar', [10, 20]).matchAll(/width="([\d.]+)" height="[\d.]+" fill="#112233"/g)].map(([, width]) =>
    Number(width),
  );
  expect((widths[1] ?? 0) / (widths[0] ?? 1)).toBeCloseTo(2, 1);
});

test('an image that browsers cannot show is an empty box, and its name is no markup', () => {
  const image = { kind: 'image' as const, ...frame, alt: '"><script>', path: 'ppt/media/a.emf' };
  expect(draw({ ...image, mediaType: '', base64: '' })).toContain('fill="#e5e9ed"');
  expect(draw({ ...image, mediaType: 'image/png', base64: 'AA==' })).toContain('<title>&quot;&gt;&lt;script&gt;</title>');
});
