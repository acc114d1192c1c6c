import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { GRAPH, layoutGraph } from './layout-graph.ts';

const node = (id: string, x = 0, type = 'llm', config = {}) =>
  ({ id, type, version: 1, label: '', config, position: { x, y: 0 } }) as Workflow['nodes'][number];
const edge = (source: string, target: string) =>
  ({ id: `${source}-${target}`, source, target, sourceHandle: 'out', targetHandle: 'in' }) as Workflow['edges'][number];

test('branches are above each other, and edges have the state of what they lead to', () => {
  const nodes = [node('start', 0, 'start'), node('a', -100), node('b', 100), node('end', 0, 'end')];
  const edges = [edge('start', 'a'), edge('start', 'b'), edge('a', 'end'), edge('b', 'end')];
  const picture = layoutGraph({ nodes, edges }, { start: 'succeeded', a: 'succeeded', b: 'skipped', end: 'waiting' });
  expect(picture.boxes.map(({ x, y }) => [x, y])).toEqual([
    [50, 56],
    [144, 28],
    [144, 84],
    [238, 56],
  ]);
  expect(picture.edges.map(({ state }) => state)).toEqual(['succeeded', 'skipped', 'succeeded', 'skipped']);
  expect(layoutGraph({ nodes, edges }).edges.map(({ state }) => state)).toEqual(Array(4).fill('queued'));
});

test('tools of a model are drawn below it', () => {
  const nodes = [node('start', 0, 'start'), node('ask', 0, 'llm', { tools: ['web_search', 'time_now'] })];
  const { boxes, edges } = layoutGraph({ nodes, edges: [edge('start', 'ask')] });
  expect(boxes.map(({ type, y }) => `${type} ${y}`)).toEqual(['start 34', 'llm 34', 'tool-call 86', 'tool-call 86']);
  expect(edges.filter(({ state }) => state === 'tool')).toHaveLength(2);
});

test('in the drawings of all templates no two boxes overlap, and none is cut', () => {
  for (const file of readdirSync('templates').filter((name) => name.endsWith('.workflow.json'))) {
    const { boxes, width } = layoutGraph(JSON.parse(readFileSync(`templates/${file}`, 'utf8')) as Workflow);
    for (const [index, { x, y }] of boxes.entries()) {
      expect(x, file).toBeGreaterThanOrEqual(GRAPH.box / 2);
      expect(x, file).toBeLessThanOrEqual(width - GRAPH.box / 2);
      const over = boxes.slice(index + 1).filter((box) => Math.abs(box.x - x) < GRAPH.box && Math.abs(box.y - y) < GRAPH.box);
      expect(over, file).toEqual([]);
    }
  }
});
