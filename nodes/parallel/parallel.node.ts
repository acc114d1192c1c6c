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
  examples: [
    {
      title: 'Ask several sources, whatever becomes of one of them',
      config: { onFailure: 'settle', concurrency: 4 },
      body: {
        containerId: 'sources',
        nodes: [
          { id: 'orders', type: 'http', config: { url: 'https://example.com/orders' } },
          { id: 'stock', type: 'http', config: { url: 'https://example.com/stock' } },
          { id: 'counts', type: 'set', config: { values: { stock: '{{stock.body}}' } } },
        ],
        edges: [{ source: 'stock', target: 'counts' }],
      },
    },
    { title: 'The fastest answer', config: { onFailure: 'first' } },
  ],
  docs: `The nodes inside without an incoming edge start together. Connected nodes form one branch; the value is an object of the last nodes of all
branches by id: \`{{parallel.summary.text}}\`. With **first** it is the value of the winning branch.

Separate branches on the canvas run in parallel without this node. It adds a concurrency limit, one failure policy and one error port, one
timeout and one retry for all branches.`,
});
