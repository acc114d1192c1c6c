import { z } from 'zod';
import { defineNode } from '#lib/node-kit/define-node.ts';

export default defineNode({
  id: 'parallel',
  version: 1,
  title: 'Parallel',
  summary: 'Runs the branches of its body in parallel.',
  icon: 'rows-3',
  category: 'control',
  isContainer: true,
  config: z.object({
    concurrency: z.int().min(1).max(100).default(10).meta({
      title: 'Concurrency',
      description: 'How many branches run in parallel; branches that wait for approval do not count.',
      expression: 'literal',
    }),
    onFailure: z.enum(['all', 'settle', 'first']).default('all').meta({
      title: 'When a branch fails',
      description:
        'all: the others are stopped and the node fails; settle: its place in the result says what went wrong; first: the first that succeeds is the value, and the others are stopped.',
      expression: 'literal',
    }),
  }),
  outputs: ({ onFailure }) => ({ out: { title: 'Results', schema: onFailure === 'first' ? {} : { type: 'object' } } }),
  effects: 'read',
  reaches: {},
});
