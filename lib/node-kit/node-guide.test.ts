import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineNode, port } from './define-node.ts';
import { defineNodeGuide } from './define-node-guide.ts';
import { guideIndex, nodeGuide } from './node-guide.ts';

const bell = defineNode({
  id: 'bell',
  version: 2,
  title: 'Bell',
  summary: 'Rings, once or often.',
  icon: 'bell',
  category: 'tool',
  config: z.object({
    tone: z.enum(['high', 'low']).default('low').meta({ title: 'Tone', description: 'high | low' }),
    times: z.int().min(1).max(9).meta({ title: 'Times' }),
    note: z.string().optional(),
  }),
  outputs: { out: port('Rung', z.object({ at: z.string(), count: z.int() })) },
  effects: 'write',
});

const guide = defineNodeGuide(bell, {
  examples: [
    { title: 'Twice', config: { times: 2 }, scope: { start: { who: 'Ada' } }, fires: { out: { at: 'noon', count: 2 } } },
  ],
  docs: 'It **rings**.',
});

const page = nodeGuide(bell, guide);

test('the page has the name of the type, its description and its side effects', () => {
  expect(page).toContain('# Bell\n\nRings, once or often.');
  expect(page).toContain('Node type `bell`, version 2. May have side effects.');
  expect(page).toContain('It **rings**.');
});

test('every field is listed with its type, its range, its default, and whether it is required', () => {
  expect(page).toContain('| `tone` | Tone | `high`, `low` | `"low"` | high \\| low |');
  expect(page).toContain('| `times` | Times | number, 1 to 9 | required |  |');
  expect(page).toContain('| `note` | note | text |  |  |');
});

test('ports are listed with their values, and an example with its values and its output', () => {
  expect(page).toContain('| `in` | in | any value |');
  expect(page).toContain('| `out` | out | Rung: `at`, `count` |');
  expect(page).toContain('### Twice');
  expect(page).toContain('"who": "Ada"');
  expect(page).toContain('"count": 2');
});

test('the index links every page', () => {
  expect(guideIndex([bell])).toContain('| [Bell](bell.md) | `bell` | Rings, once or often. |');
});
