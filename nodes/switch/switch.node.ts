import { z } from 'zod';
import { branchIdSchema, checkBranchIds } from '#lib/node-kit/branch-id.ts';
import { defineNode } from '#lib/node-kit/define-node.ts';

const caseSchema = z.object({
  id: branchIdSchema,
  title: z
    .string()
    .max(200)
    .optional()
    .meta({ title: 'Title', description: 'Shown on the canvas instead of the id.', expression: 'literal' }),
  when: z
    .string()
    .trim()
    .min(1, 'Write a condition, for example start.count > 3')
    .max(10_000)
    .meta({
      title: 'When',
      description: 'A CEL expression that is true or false.',
      expression: 'cel',
      ui: { widget: 'code', placeholder: 'start.count > 3' },
    }),
});

const casesSchema = z.array(caseSchema).min(1, 'A switch needs at least one case').max(100).check(checkBranchIds);

export default defineNode({
  id: 'switch',
  version: 1,
  title: 'Switch',
  summary: 'Continues at the first case that matches.',
  icon: 'git-fork',
  category: 'control',
  config: z.object({
    cases: casesSchema.meta({
      title: 'Cases',
      description: 'Checked from top to bottom; the first match fires.',
      ui: { widget: 'cases' },
    }),
  }),
  outputs: (config, { input }) => ({
    ...Object.fromEntries(config.cases.map(({ id, title }) => [id, { title: title ?? id, schema: input }])),
    else: { title: 'Else', schema: input },
  }),
  effects: 'none',
  reaches: {},
  initialConfig: { cases: [{ id: 'case_1', when: '' }] },
  examples: [
    {
      title: 'The first of two matching cases',
      config: {
        cases: [
          { id: 'large', title: 'Large order', when: 'order.total >= 1000.0' },
          { id: 'medium', when: 'order.total >= 100.0' },
          { id: 'small', when: 'order.total >= 10.0' },
        ],
      },
      scope: { order: { total: 250 } },
      input: { total: 250 },
      fires: { medium: { total: 250 } },
    },
    {
      title: 'No case matches',
      config: { cases: [{ id: 'dutch', when: "order.country == 'NL'" }] },
      scope: { order: { country: 'BE' } },
      input: 1,
      fires: { else: 1 },
    },
  ],
  docs: `Each case has its own port. The conditions are CEL, as in **Condition**, and are checked from top to bottom until the first match. Without
a match, **else** fires. The input value is passed on unchanged.`,
});
