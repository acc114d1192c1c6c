import { expect, test } from 'vitest';
import { detailAt } from './canvas-detail.ts';

test.each([
  [1, 'full'],
  [0.5, 'full'],
  [0.49, 'brief'],
  [0.25, 'brief'],
  [0.24, 'block'],
  [0.1, 'block'],
])('at a zoom of %d nodes are drawn %s', (zoom, detail) => {
  expect(detailAt(zoom)).toBe(detail);
});
