import { z } from 'zod';
import { defineNode } from '#lib/node-kit/define-node.ts';
import { namedValuesSchema, schemaOfValues } from '#lib/node-kit/named-values.ts';
import { sessionOperationSchema } from '#lib/run/session-state.ts';

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
    target: z.enum(['run', 'session']).default('run').meta({
      title: 'Target',
      description: 'run: for later nodes. session: also written to variables of the session, for later turns.',
      expression: 'literal',
    }),
    operations: z
      .record(z.string(), sessionOperationSchema)
      .optional()
      .meta({
        title: 'Operations',
        description: 'By name, how the variable changes: set (default), append, add a number, or remove from a list.',
        expression: 'literal',
        ui: { widget: 'json', visibleWhen: { target: ['session'] } },
      }),
  }),
  outputs: (config, infer) => ({ out: { title: 'Values', schema: schemaOfValues(config.values, infer) } }),
  effects: 'none',
  reaches: {},
  initialConfig: { values: {} },
});
