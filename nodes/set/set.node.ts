import { z } from 'zod';
import { defineNode } from '#lib/node-kit/define-node.ts';
import { namedValuesSchema, schemaOfValues } from '#lib/node-kit/named-values.ts';

export default defineNode({
  id: 'set',
  version: 1,
  title: 'Set values',
  summary: 'Defines named values for later nodes.',
  icon: 'braces',
  category: 'data',
  config: z.object({
    values: namedValuesSchema.meta({
      title: 'Values',
      description: 'A name, and a value or {{node.field}}.',
      ui: { widget: 'keyValue' },
    }),
  }),
  outputs: (config, infer) => ({ out: { title: 'Values', schema: schemaOfValues(config.values, infer) } }),
  effects: 'none',
  reaches: {},
  initialConfig: { values: {} },
  examples: [
    {
      title: 'Literals and references',
      config: { values: { limit: 10, tags: ['new', '{{start.tag}}'], total: '{{order.total}}', line: 'Order {{order.id}}' } },
      scope: { start: { tag: 'gift' }, order: { id: 'A-7', total: 250 } },
      fires: { out: { limit: 10, tags: ['new', 'gift'], total: 250, line: 'Order A-7' } },
    },
  ],
  docs: `Use it to rename values, to collect values for later nodes, or to define a constant once. Each value is read as \`{{node.name}}\`.
A value that is exactly one \`{{…}}\` keeps its type: a number stays a number. References inside lists and objects are replaced too.`,
});
