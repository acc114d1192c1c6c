import { expect, test } from 'vitest';
import { layoutSteps, STEP } from './layout-steps.ts';

const step = (name: string) => ({ name, nodeIds: [name] });
const edge = (source: string, target: string) => ({ source, target });

test('each step is below all steps it depends on, and a row of several is centered', () => {
  const { boxes, width } = layoutSteps({
    steps: [step('a'), step('b'), step('c'), step('d')],
    edges: [
      edge('__start__', 'a'),
      edge('a', 'b'),
      edge('a', 'c'),
      edge('b', 'd'),
      edge('c', 'd'),
      edge('a', 'd'),
      edge('d', '__end__'),
    ],
  });
  const rows = ['__start__', 'a', 'b', 'c', 'd', '__end__'].map((name) => boxes.get(name)?.y ?? Number.NaN);
  expect(rows).toEqual([...rows].sort((one, other) => one - other));
  expect(boxes.get('b')?.y).toBe(boxes.get('c')?.y);
  expect(boxes.get('a')?.x).toBe((width - STEP.width) / 2);
  expect(boxes.get('c')?.x).toBeGreaterThanOrEqual((boxes.get('b')?.x ?? 0) + STEP.width);
});

test('a workflow of one step has it between start and end', () => {
  const { boxes, height } = layoutSteps({ steps: [step('a')], edges: [edge('__start__', 'a'), edge('a', '__end__')] });
  expect([...boxes.keys()]).toEqual(['__start__', 'a', '__end__']);
  expect(height).toBe((boxes.get('__end__')?.y ?? 0) + STEP.height);
});
