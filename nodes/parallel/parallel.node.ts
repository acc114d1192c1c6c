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
      title: 'At once',
      description: 'How many branches run at the same time; one that waits for a person does not count.',
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
  examples: [
    { title: 'Ask several sources, whatever becomes of one of them', config: { onFailure: 'settle', concurrency: 4 } },
    { title: 'The fastest answer', config: { onFailure: 'first' } },
  ],
  docs: `The nodes inside that no edge leads to all start at once. What is connected with each other is one branch; the value is an object of the last nodes of all branches by id:
\`{{parallel.summary.text}}\`. With **first** it is the value of the branch that won.

Branches drawn beside each other on the canvas run at the same time without it. It adds what they cannot have: a limit of how many run at once, one policy and one error port for the
failure of any of them, one time limit and one retry for all of them together.`,
});
