import { expect, test } from 'vitest';
import { z } from 'zod';
import { testNodes } from '#tests/support/test-nodes.ts';
import { defineNode } from './define-node.ts';
import { expressionModes } from './field-expressions.ts';

const node = defineNode({
  ...testNodes.echo,
  config: z.object({
    prompt: z.string().optional().meta({ title: 'Prompt' }),
    count: z.number(),
    anything: z.json(),
    when: z.string().meta({ expression: 'cel' }),
    fixed: z
      .object({ deep: z.array(z.string()), open: z.string().meta({ expression: 'template' }) })
      .meta({ expression: 'literal' }),
    cases: z
      .array(z.object({ id: z.string().meta({ expression: 'literal' }), when: z.string().meta({ expression: 'cel' }) }))
      .default([]),
    values: z.record(z.string(), z.json()),
    either: z.union([
      z.object({ kind: z.literal('a'), test: z.string().meta({ expression: 'cel' }) }),
      z.object({ kind: z.literal('b'), text: z.string() }),
    ]),
    scalar: z.union([z.string(), z.number()]),
  }),
  outputs: {},
});

test.each([
  [['prompt'], 'text'],
  [['count'], 'template'],
  [['anything'], 'template'],
  [['anything', 'below', 0], 'template'],
  [['when'], 'cel'],
  [['fixed', 'deep', 3], 'literal'],
  [['fixed', 'open'], 'text'],
  [['cases', 7, 'id'], 'literal'],
  [['cases', 7, 'when'], 'cel'],
  [['values', 'any name'], 'template'],
  [['either', 'test'], 'cel'],
  [['either', 'text'], 'text'],
  [['scalar'], 'template'],
  [['unknown'], 'template'],
  [['constructor'], 'template'],
])('a string at %j is read as %s', (path, mode) => {
  expect(expressionModes(node)(path)).toBe(mode);
});
