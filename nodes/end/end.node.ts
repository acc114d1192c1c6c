import { z } from 'zod';
import { defineNode } from '#lib/node-kit/define-node.ts';
import { namedValuesSchema, schemaOfValues } from '#lib/node-kit/named-values.ts';

export default defineNode({
  id: 'end',
  version: 1,
  title: 'End',
  summary: 'The outputs of a run.',
  icon: 'circle-stop',
  category: 'flow',
  config: z.object({
    outputs: namedValuesSchema.default({}).meta({
      title: 'Outputs',
      description: 'The fields of the output: a name, and a value or {{node.field}}.',
      ui: { widget: 'keyValue' },
    }),
  }),
  outputs: (config, infer) => ({ out: { title: 'Outputs', schema: schemaOfValues(config.outputs, infer) } }),
  effects: 'none',
  reaches: {},
  examples: [
    {
      title: 'An answer and how long it is',
      config: { outputs: { answer: '{{answer.text}}', words: '{{count.words}}', source: 'threadloom' } },
      scope: { answer: { text: 'It scatters.' }, count: { words: 2 } },
      fires: { out: { answer: 'It scatters.', words: 2, source: 'threadloom' } },
    },
  ],
  docs: `The outputs are the result of the run: the API returns them, and a workflow that calls this one reads them.

A value that is exactly one \`{{node.field}}\` keeps its type. A workflow may have several end nodes, one per branch; the result has the
outputs of those that ran. Without an end node, the result is the outputs of the last nodes.`,
});
