import { z } from 'zod';
import { defineNode, port } from '#lib/node-kit/define-node.ts';

export default defineNode({
  id: 'map',
  version: 1,
  title: 'For each',
  summary: 'Runs its body for each item of a list.',
  icon: 'list-tree',
  category: 'control',
  isContainer: true,
  config: z.object({
    items: z.json().meta({
      title: 'Items',
      description: 'The list. The body reads an item as {{map.item}} and its index, from 0, as {{map.index}}.',
      ui: { widget: 'json', placeholder: '{{fetch.body.items}}' },
    }),
    concurrency: z.int().min(1).max(100).default(5).meta({
      title: 'Concurrency',
      description: 'How many items run in parallel; items that wait for approval do not count.',
      expression: 'literal',
    }),
    onFailure: z.enum(['all', 'settle', 'first']).default('all').meta({
      title: 'When an item fails',
      description:
        'all: the others are stopped and the node fails; settle: its place in the list says what went wrong; first: the first that succeeds is the value, and the others are stopped.',
      expression: 'literal',
    }),
  }),
  outputs: ({ onFailure }) => ({
    out: port('Results', onFailure === 'first' ? z.unknown() : z.array(z.unknown())),
  }),
  effects: 'read',
  reaches: {},
});
