import { z } from 'zod';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { defineNode } from '#lib/node-kit/define-node.ts';

const mergeModeSchema = z.enum(['object', 'list', 'first']);

function schemaOfMode(mode: z.output<typeof mergeModeSchema>): JsonSchema {
  if (mode === 'object') return { type: 'object' };
  return mode === 'list' ? { type: 'array' } : {};
}

export default defineNode({
  id: 'merge',
  version: 1,
  title: 'Merge',
  summary: 'Waits for every branch and combines their values.',
  icon: 'merge',
  category: 'control',
  config: z.object({
    mode: mergeModeSchema.default('object').meta({
      title: 'Mode',
      description:
        'object: values by the id of the node they come from. list: values in the order of the edges. first: the first of them.',
      expression: 'literal',
    }),
  }),
  outputs: ({ mode }) => ({
    out: {
      title: 'Merged',
      schema: { type: 'object', properties: { value: schemaOfMode(mode) }, required: ['value'], additionalProperties: false },
    },
  }),
  effects: 'none',
  reaches: {},
  mainField: 'value',
});
