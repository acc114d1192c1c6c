import { z } from 'zod';
import { workerResultSchema, workerTaskSchema } from '#lib/agents/worker-task.ts';
import { toolCredentialsSchema } from '#lib/credentials/tool-credentials.ts';
import { defineNode, port } from '#lib/node-kit/define-node.ts';

const { task, scope, stopCondition, allowedTools, outputSchema, budget } = workerTaskSchema.shape;

export default defineNode({
  id: 'sub-agent',
  version: 1,
  title: 'Sub-agent',
  summary: 'Gives a task to an agent and returns its findings.',
  icon: 'bot',
  category: 'model',
  config: z.object({
    agent: z
      .string()
      .min(1, 'Choose an agent')
      .meta({
        title: 'Agent',
        description: 'The agent that does the task.',
        expression: 'literal',
        refersTo: 'worker',
        ui: { placeholder: 'time' },
      }),
    task: task.meta({ ...task.meta(), ui: { widget: 'textarea', placeholder: 'What time is it in {{start.city}}?' } }),
    scope,
    stopCondition,
    model: z
      .string()
      .min(1)
      .optional()
      .meta({
        title: 'Model',
        description: "The agent's own model when empty.",
        expression: 'literal',
        ui: { widget: 'model', group: 'Advanced' },
      }),
    allowedTools: allowedTools.meta({
      ...allowedTools.meta(),
      expression: 'literal',
      refersTo: 'tool',
      ui: { group: 'Advanced' },
    }),
    credentials: toolCredentialsSchema,
    outputSchema: outputSchema.meta({
      ...outputSchema.meta(),
      expression: 'literal',
      ui: { widget: 'schema', group: 'Advanced' },
    }),
    budget: budget.meta({ ...budget.meta(), ui: { group: 'Advanced' } }),
  }),
  outputs: ({ outputSchema: dataSchema }) => {
    const { title, schema } = port('Findings', workerResultSchema);
    if (!dataSchema) return { out: { title, schema } };
    return { out: { title, schema: { ...schema, properties: { ...(schema.properties as object), data: dataSchema } } } };
  },
  effects: 'write',
  reaches: ({ agent, model, credentials }) => ({ agents: agent, models: model, credentials }),
  mainField: 'summary',
  examples: [
    {
      title: 'Ask what time it is',
      config: { agent: 'time', task: 'What time is it in {{start.city}}?' },
      scope: { start: { city: 'Shanghai' } },
    },
  ],
  docs: `Gives \`{ summary, evidence, openQuestions?, nextSteps?, data? }\`, and nothing else of what the agent read and thought. The agent has its own conversation, tools and
budget; its messages and calls are shown inside this node. With a **data schema**, \`data\` is a value of that schema.

An agent that uses up its budget fails the node: connect the **error** port or set *On error* to continue.`,
});
