import { z } from 'zod';
import { defineNode } from '#lib/node-kit/define-node.ts';
import { namedValuesSchema } from '#lib/node-kit/named-values.ts';

export default defineNode({
  id: 'workflow',
  version: 1,
  title: 'Workflow',
  summary: 'Runs another workflow as one step.',
  icon: 'workflow',
  category: 'control',
  config: z.object({
    workflowId: z
      .string()
      .min(1, 'Choose a workflow')
      .max(100)
      .meta({
        title: 'Workflow',
        description: 'Which workflow of this workspace to run.',
        expression: 'literal',
        refersTo: 'workflow',
        ui: { placeholder: 'wf_…' },
      }),
    version: z.int().positive().optional().meta({
      title: 'Version',
      description:
        'Number of a published version. Empty: the draft as it is when the run begins, or when this workflow is published.',
      expression: 'literal',
      refersTo: 'version',
    }),
    inputs: namedValuesSchema.default({}).meta({
      title: 'Inputs',
      description: 'What its start node is given, by name.',
      ui: { widget: 'keyValue' },
    }),
  }),
  outputs: (_config, { called }) => ({ out: { title: 'Outputs', schema: called ?? {} } }),
  effects: 'read',
  examples: [
    {
      title: 'Answer a question by another workflow',
      config: { workflowId: 'wf_answer', version: 3, inputs: { question: '{{start.question}}' } },
      scope: { start: { question: 'Why?' } },
    },
  ],
  docs: `Runs another workflow inside this run. Its nodes are part of the same log, under paths such as \`call[0]/answer\`; questions to people wait and go on as everywhere, and
everything counts against the limits of this run. Its value is the outputs of its end nodes: \`{{call.answer}}\`. It reads its inputs and nothing else of this workflow, has conversations of its own, and ignores pinned values.

What runs is frozen with the run: a later change of the other workflow changes neither this run nor its page. Publishing freezes it too. A workflow that would call itself, however many others
lie between, is refused.`,
});
