import { z } from 'zod';
import { defineNode, port } from '#lib/node-kit/define-node.ts';
import { storeWrites } from '#lib/ports/value-store.ts';

const DAY_MS = 86_400_000;
const foundSchema = z.object({
  value: z.json().meta({ description: 'Null without one.' }),
  found: z.boolean().meta({ description: 'Whether there was a value.' }),
});
const keySchema = z.object({ key: z.string() });

export default defineNode({
  id: 'store',
  version: 1,
  title: 'Store',
  summary: 'Keeps a value of the workspace between runs.',
  icon: 'archive',
  category: 'data',
  config: z.object({
    op: z
      .enum(['get', ...storeWrites])
      .default('get')
      .meta({
        title: 'Operation',
        description:
          'get: read; set: replace; add: add to a number; take: read and delete; seen: tell keys that come for the first time from others.',
        expression: 'literal',
      }),
    key: z
      .string()
      .trim()
      .min(1, 'Enter a key')
      .max(500)
      .meta({
        title: 'Key',
        description: 'Name of the value in the workspace. All workflows share them.',
        expression: 'text',
        ui: { placeholder: 'orders/{{start.id}}' },
      }),
    value: z
      .json()
      .default(null)
      .meta({ title: 'Value', description: 'Any JSON value.', ui: { widget: 'json', visibleWhen: { op: ['set'] } } }),
    amount: z
      .number()
      .default(1)
      .meta({ title: 'Amount', description: 'Added to the number, which begins at 0.', ui: { visibleWhen: { op: ['add'] } } }),
    ttlMs: z
      .number()
      .min(1)
      .max(3650 * DAY_MS)
      .optional()
      .meta({
        title: 'Expires after',
        description: 'Deleted then. A counter and a seen key count from when they began. Never when empty.',
        ui: { widget: 'duration', visibleWhen: { op: ['set', 'add', 'seen'] } },
      }),
  }),
  outputs: ({ op }) => {
    if (op === 'seen') return { new: port('New', keySchema), seen: port('Seen before', keySchema) };
    if (op === 'add') return { out: port('Sum', z.object({ value: z.number() })) };
    if (op === 'set') return { out: port('Value', z.object({ value: z.json() })) };
    return { out: port('Value', foundSchema) };
  },
  effects: ({ op }) => (op === 'get' ? 'read' : 'write'),
  reaches: { usesStore: true },
  mainField: 'value',
  initialConfig: { key: '' },
});
