import { z } from 'zod';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { defineNode } from '#lib/node-kit/define-node.ts';

const listSteps = ['filter', 'sort', 'unique', 'take', 'map', 'pick', 'group', 'join'] as const;
const listTests = ['equals', 'differs', 'contains', 'greater', 'less', 'empty', 'filled'] as const;

const path = z.string().trim().max(200);

const stepSchema = z.object({
  do: z.enum(listSteps).meta({
    title: 'Step',
    description:
      'filter: keep items; sort; unique: the first of each value; take: the first or last ones; map: one field of each; pick: some fields of each; group: by a field; join: with another list.',
    expression: 'literal',
  }),
  field: path.optional().meta({
    title: 'Field',
    description: 'Of each item, as name or address.city. The item itself when empty; a join without one is by position.',
    expression: 'literal',
    ui: { visibleWhen: { do: ['filter', 'sort', 'unique', 'map', 'group', 'join'] }, placeholder: 'address.city' },
  }),
  test: z
    .enum(listTests)
    .optional()
    .meta({
      title: 'Is',
      description: 'How it is compared: equals when not chosen. Numbers in texts count as numbers.',
      expression: 'literal',
      ui: { visibleWhen: { do: ['filter'] } },
    }),
  value: z
    .json()
    .optional()
    .meta({ title: 'Value', description: 'What it is compared with.', ui: { widget: 'json', visibleWhen: { do: ['filter'] } } }),
  order: z
    .enum(['ascending', 'descending'])
    .optional()
    .meta({
      title: 'Order',
      description: 'Ascending when not chosen.',
      expression: 'literal',
      ui: { visibleWhen: { do: ['sort'] } },
    }),
  count: z
    .int()
    .optional()
    .meta({
      title: 'Count',
      description: 'How many; a negative number takes the last ones.',
      ui: { visibleWhen: { do: ['take'] } },
    }),
  fields: z
    .array(path.min(1))
    .max(100)
    .optional()
    .meta({
      title: 'Fields',
      description: 'Names of the fields that stay.',
      expression: 'literal',
      ui: { visibleWhen: { do: ['pick'] } },
    }),
  with: z
    .json()
    .optional()
    .meta({ title: 'Other list', description: 'A list of objects.', ui: { widget: 'json', visibleWhen: { do: ['join'] } } }),
  otherField: path.optional().meta({
    title: 'Field there',
    description: 'The same name when empty.',
    expression: 'literal',
    ui: { visibleWhen: { do: ['join'] } },
  }),
});
export type ListStep = z.output<typeof stepSchema>;

const KEEPS_ITEMS: readonly string[] = ['filter', 'sort', 'unique', 'take'];

/** Of the items after the steps, as far as it is known. */
function itemSchema(from: JsonSchema, steps: readonly Pick<ListStep, 'do'>[]): JsonSchema {
  const items = (typeof from.items === 'object' && !Array.isArray(from.items) ? from.items : {}) as JsonSchema;
  return steps.reduce<JsonSchema>((schema, step) => {
    if (KEEPS_ITEMS.includes(step.do)) return schema;
    if (step.do !== 'group') return {};
    const group = { key: {}, items: { type: 'array', items: schema } };
    return { type: 'object', properties: group, required: ['key', 'items'] } as JsonSchema;
  }, items);
}

export default defineNode({
  id: 'list',
  version: 1,
  title: 'List',
  summary: 'Filters, sorts, groups or joins a list, step by step.',
  icon: 'list-filter',
  category: 'data',
  config: z.object({
    from: z.json().meta({
      title: 'List',
      description: 'The list to begin with.',
      ui: { widget: 'json', placeholder: '{{orders.body.items}}' },
    }),
    steps: z
      .array(stepSchema)
      .min(1, 'Add a step')
      .max(20)
      .meta({ title: 'Steps', description: 'Done one after the other.', ui: { widget: 'rows' } }),
  }),
  outputs: ({ from, steps = [] }, { schemaOf }) => ({
    out: { title: 'List', schema: { type: 'array', items: itemSchema(schemaOf(from), steps) } as JsonSchema },
  }),
  effects: 'none',
  reaches: {},
  initialConfig: { from: '', steps: [{ do: 'filter', field: '' }] },
});
