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
});
