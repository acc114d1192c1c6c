import { z } from 'zod';
import { defineNode, port } from '#lib/node-kit/define-node.ts';
import { memorySchema } from '#lib/run/memory.ts';

const ofUser = { visibleWhen: { scope: ['user'] } };

const recordsSchema = z.object({
  text: z.string().meta({ description: 'All records as lines with their time, as models read them.' }),
  records: z.array(z.object({ recordId: z.string(), at: z.string(), text: z.string() })),
});

export default defineNode({
  id: 'memory-read',
  version: 1,
  title: 'Read memory',
  summary: 'Returns the memory of the run, or what is remembered about its user.',
  icon: 'notebook-text',
  category: 'data',
  config: z.object({
    scope: z.enum(['run', 'user']).default('run').meta({
      title: 'Memory of',
      description: 'run: what nodes of this run have written; user: what earlier runs have kept about the user.',
      expression: 'literal',
    }),
    query: z
      .string()
      .optional()
      .meta({
        title: 'About',
        description: 'Only the records that fit this text best, the best first. Empty: the latest.',
        ui: { ...ofUser, placeholder: '{{start.message}}' },
      }),
    limit: z.int().min(1).max(30).default(10).meta({
      title: 'Max records',
      description: 'How many records at most.',
      ui: ofUser,
    }),
  }),
  outputs: ({ scope }) => ({ out: scope === 'user' ? port('Records', recordsSchema) : port('Memory', memorySchema) }),
  // What it returns depends on the nodes that ended before it, and on earlier runs.
  effects: 'read',
  reaches: {},
  mainField: 'facts',
});
