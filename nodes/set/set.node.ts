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
  examples: [
    {
      title: 'Literals and references',
      config: { values: { limit: 10, tags: ['new', '{{start.tag}}'], total: '{{order.total}}', line: 'Order {{order.id}}' } },
      scope: { start: { tag: 'gift' }, order: { id: 'A-7', total: 250 } },
      fires: { out: { limit: 10, tags: ['new', 'gift'], total: 250, line: 'Order A-7' } },
    },
  ],
  docs: `Use it to rename values, to collect values for later nodes, or to define a constant once. Each value is read as \`{{node.name}}\`.
A value that is exactly one \`{{…}}\` keeps its type: a number stays a number. References inside lists and objects are replaced too.

With **target** \`session\` the values are written to variables of the session, which the settings of the workflow declare. Later nodes and
the next turns read them as \`{{session.name}}\`; \`{{session.turn}}\` and \`{{session.messages}}\` are always there. **Operations** say how each variable
changes: \`set\` replaces it, \`append\` adds to the end of a list or text, \`add\` adds a number, \`remove\` takes entries out of a list or keys
out of an object. The node returns the variables as they are after that. They are written when it ends, so writes of parallel branches add up.`,
});
