import { z } from 'zod';
import { slotNameSchema } from '#lib/credentials/credential-type.ts';
import { defineNode, port } from '#lib/node-kit/define-node.ts';

export default defineNode({
  id: 'database',
  version: 1,
  title: 'Database',
  summary: 'Runs one SQL statement on Postgres or MySQL.',
  icon: 'database',
  category: 'tool',
  config: z.object({
    credential: slotNameSchema.meta({
      title: 'Credential',
      description: 'A connection to Postgres or MySQL from the settings of the workflow.',
      expression: 'literal',
      refersTo: 'credential',
      ui: { credentialTypes: ['postgres', 'mysql'] },
    }),
    query: z
      .string()
      .trim()
      .min(1, 'Write a statement')
      .max(100_000)
      .meta({
        title: 'Statement',
        description: 'One SQL statement. Values are given as parameters: $1, $2 … in Postgres, ? in MySQL.',
        expression: 'literal',
        ui: { widget: 'code', placeholder: 'SELECT id, name FROM customers WHERE city = $1' },
      }),
    parameters: z
      .array(z.json())
      .max(1000)
      .default([])
      .meta({
        title: 'Parameters',
        description: 'Values of the placeholders, in order. They are sent apart from the statement.',
        ui: { widget: 'json' },
      }),
    readOnly: z.boolean().default(true).meta({
      title: 'Read only',
      description:
        'The statement runs in a transaction in which the server refuses changes, and fails for users whom that does not bind, such as superusers.',
      expression: 'literal',
    }),
    maxRows: z
      .int()
      .min(1)
      .max(50_000)
      .default(1000)
      .meta({
        title: 'Max rows',
        description: 'A result with more rows fails the node.',
        expression: 'literal',
        ui: { group: 'Advanced' },
      }),
    timeoutMs: z
      .int()
      .min(100)
      .max(300_000)
      .default(30_000)
      .meta({
        title: 'Time limit',
        description: 'Timeout of connection and statement. A plain number is milliseconds.',
        ui: { widget: 'duration', group: 'Advanced' },
      }),
    isRepeatable: z
      .boolean()
      .default(false)
      .meta({
        title: 'Repeat after a crash',
        description: 'Whether a change runs again when a crash left open whether it happened. When off, a person decides.',
        expression: 'literal',
        ui: { group: 'Advanced', visibleWhen: { readOnly: [false] } },
      }),
  }),
  outputs: {
    out: port('Result', z.object({ rows: z.array(z.record(z.string(), z.json())), count: z.int().nonnegative() })),
  },
  effects: ({ readOnly }) => (readOnly ? 'read' : 'write'),
  reaches: ({ credential }) => ({ credentials: credential }),
  mainField: 'rows',
  detailFields: ['count'],
  initialConfig: { query: '' },
});
