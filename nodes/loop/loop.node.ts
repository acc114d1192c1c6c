import { z } from 'zod';
import { defineNode } from '#lib/node-kit/define-node.ts';

export default defineNode({
  id: 'loop',
  version: 1,
  title: 'Loop',
  summary: 'Repeats its body while a condition holds.',
  icon: 'repeat',
  category: 'control',
  isContainer: true,
  config: z.object({
    while: z
      .string()
      .trim()
      .min(1, 'Write a condition, for example loop.last.score < 8')
      .max(10_000)
      .meta({
        title: 'While',
        description:
          'Evaluated after each iteration: true runs another one. loop.last is the value of that iteration, loop.index its number from 0.',
        expression: 'cel',
        ui: { widget: 'code', placeholder: 'loop.last.score < 8' },
      }),
    initial: z
      .json()
      .optional()
      .meta({
        title: 'Initial value',
        description: 'What loop.last is in the first iteration. Missing there when empty.',
        ui: { widget: 'json' },
      }),
    max: z.int().min(1).max(10_000).default(10).meta({
      title: 'Max iterations',
      description: 'How often the body may run.',
      expression: 'literal',
    }),
    everyMs: z
      .int()
      .min(0)
      .max(30 * 24 * 3_600_000)
      .default(0)
      .meta({
        title: 'Interval',
        description: 'Time between the end of an iteration and the next one. A plain number is milliseconds.',
        expression: 'literal',
        ui: { widget: 'duration', group: 'Advanced' },
      }),
    onMax: z.enum(['fail', 'continue']).default('fail').meta({
      title: 'At the limit',
      description: 'fail: the node fails; continue: the last iteration is the value.',
      expression: 'literal',
    }),
  }),
  outputs: { out: { title: 'Last result', schema: {} } },
  effects: 'read',
  reaches: {},
});
