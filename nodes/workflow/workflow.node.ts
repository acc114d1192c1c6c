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
      description: 'Inputs of its start node, by name.',
      ui: { widget: 'keyValue' },
    }),
  }),
  outputs: (_config, { called }) => ({ out: { title: 'Outputs', schema: called ?? {} } }),
  effects: 'read',
  reaches: {},
});
