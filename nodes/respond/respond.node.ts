import { z } from 'zod';
import { defineNode, port } from '#lib/node-kit/define-node.ts';
import { responseFields, responseSchema } from '#lib/run/response-fields.ts';

export default defineNode({
  id: 'respond',
  version: 1,
  title: 'Respond',
  summary: 'Answers the request of a webhook in the middle of the run.',
  icon: 'corner-up-left',
  category: 'flow',
  config: z.object({
    ...responseFields,
    bodyType: z
      .enum(['value', 'file'])
      .default('value')
      .meta({
        title: 'Send body as',
        description: 'value: a text as it is, anything else as JSON; file: the content of a file.',
        expression: 'literal',
        ui: { group: 'Advanced' },
      }),
  }),
  outputs: { out: port('Response', responseSchema) },
  // The log has it once; whether it was sent is known to the caller only.
  effects: 'read',
  reaches: ({ bodyType }) => ({ usesFiles: bodyType === 'file' }),
  mainField: 'body',
  detailFields: ['status', 'headers'],
});
