import { z } from 'zod';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { defineNode } from '#lib/node-kit/define-node.ts';
import { joinModeSchema } from '#lib/workflow/join-mode.ts';

function joinedSchema(value: JsonSchema, isRace: boolean): JsonSchema {
  const properties = isRace ? { value, from: { type: 'string' } as JsonSchema } : { value: { type: 'object' } as JsonSchema };
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

export default defineNode({
  id: 'join',
  version: 1,
  title: 'Join',
  summary: 'Waits for all branches, or for the first one.',
  icon: 'git-merge',
  category: 'control',
  config: z.object({
    mode: joinModeSchema.default('first').meta({
      title: 'Continues with',
      description:
        'all: every branch that came, by the id of the node it comes from. any: the first that comes, and the others run on. first: the first that succeeds, and the others are stopped.',
      expression: 'literal',
    }),
  }),
  outputs: ({ mode }, { input }) => ({ out: { title: 'Joined', schema: joinedSchema(input, mode !== 'all') } }),
  effects: 'none',
  reaches: {},
  mainField: 'value',
  detailFields: ['from'],
});
