import { z } from 'zod';
import { messageValueSchema } from '#lib/interaction/message-value.ts';
import { processorStepSchema } from '#lib/interaction/processor-step.ts';
import { defineNode, port } from '#lib/node-kit/define-node.ts';
import { fallbackModelsSchema } from '#lib/node-kit/fallback-models.ts';

const tokenUsageSchema = z.object({ promptTokens: z.int(), completionTokens: z.int(), totalTokens: z.int() });

export default defineNode({
  id: 'llm',
  version: 1,
  title: 'LLM',
  summary: 'Calls a language model and returns its answer.',
  icon: 'sparkle',
  category: 'model',
  config: z.object({
    model: z
      .string()
      .min(1, 'Choose a model')
      .default('default')
      .meta({
        title: 'Model',
        description: 'default, a model of the config, or provider/model.',
        expression: 'literal',
        ui: { widget: 'model' },
      }),
    systemPrompt: z
      .string()
      .optional()
      .meta({
        title: 'System prompt',
        description: 'Who the model is and how it should answer.',
        ui: { widget: 'textarea', placeholder: 'You are a careful editor.' },
      }),
    userPrompt: z
      .string()
      .min(1, 'Write what the model is asked')
      .meta({
        title: 'Prompt',
        description: 'What the model is asked. Put values of other nodes in with {{node.field}}.',
        ui: { widget: 'textarea', placeholder: '{{start.question}}' },
      }),
    images: z
      .array(z.string().min(1, 'Name an image'))
      .max(20)
      .default([])
      .meta({
        title: 'Images',
        description: 'What the model sees beside the prompt: https addresses, data URLs, or paths of files of the workspace.',
        ui: { group: 'Advanced' },
      }),
    toolMode: z.enum(['auto', 'required', 'none']).default('auto').meta({
      title: 'Tool mode',
      description:
        'auto: the model calls tools as it sees fit; required: it has to call one before it answers; none: it gets none.',
      expression: 'literal',
    }),
    availableTools: z.array(z.string().min(1)).max(50).default([]).meta({
      title: 'Tools',
      description: 'What the model may call. None when empty.',
      expression: 'literal',
      refersTo: 'tool',
    }),
    outputSchema: z
      .record(z.string(), z.json())
      .optional()
      .meta({
        title: 'Output schema',
        description: 'JSON Schema of the answer. The output is then an object instead of text.',
        expression: 'literal',
        ui: { widget: 'schema' },
      }),
    temperature: z
      .number()
      .min(0)
      .max(2)
      .optional()
      .meta({
        title: 'Temperature',
        description: "How free the answer is: 0 is strict. The model's own setting when empty.",
        ui: { group: 'Advanced' },
      }),
    maxTokens: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .meta({
        title: 'Longest answer',
        description: "Tokens the answer may have. The model's own setting when empty.",
        ui: { group: 'Advanced' },
      }),
    stream: z
      .boolean()
      .default(true)
      .meta({
        title: 'Stream',
        description: 'Whether the answer is shown while it is written.',
        ui: { group: 'Advanced' },
      }),
    conversation: z
      .string()
      .min(1)
      .default('own')
      .meta({
        title: 'Conversation',
        description: 'own: nothing was said before. Nodes with the same name go on with one conversation.',
        expression: 'literal',
        ui: { group: 'Advanced' },
      }),
    maxIterations: z
      .int()
      .min(1)
      .max(1000)
      .default(50)
      .meta({
        title: 'Model calls',
        description: "How often the model may be called while it uses tools; the model's own max_rounds may be less.",
        ui: { group: 'Advanced', visibleWhen: { toolMode: ['auto', 'required'] } },
      }),
    workersAtOnce: z
      .int()
      .min(1)
      .max(8)
      .default(1)
      .meta({
        title: 'Workers at once',
        description: 'How many workers may work beside each other when the model asks for several at once. 1: they take turns.',
        ui: { group: 'Advanced', visibleWhen: { toolMode: ['auto', 'required'] } },
      }),
    strategy: z
      .enum(['react'])
      .default('react')
      .meta({
        title: 'Strategy',
        description: 'react: the model calls tools and sees their results until it answers.',
        expression: 'literal',
        ui: { group: 'Advanced' },
      }),
    contextProcessors: z
      .array(processorStepSchema)
      .max(10)
      .optional()
      .meta({
        title: 'Context processors',
        description:
          'What makes the conversation smaller before each model call. Empty: old tool results are left out, and older rounds summed up when the context gets full. An empty list: nothing.',
        expression: 'literal',
        ui: { group: 'Advanced', widget: 'json' },
      }),
    fallbackModels: fallbackModelsSchema,
  }),
  outputs: ({ outputSchema }) => {
    const { title, schema } = port(
      'Answer',
      z.object({
        output: z.string(),
        messages: z.array(messageValueSchema),
        llmCalls: z.int(),
        toolCalls: z.int(),
        tokenUsage: tokenUsageSchema,
      }),
    );
    if (!outputSchema) return { out: { title, schema } };
    return { out: { title, schema: { ...schema, properties: { ...(schema.properties as object), output: outputSchema } } } };
  },
  // what a tool does to the outside is not known here
  effects: ({ toolMode, availableTools = [] }) => (toolMode !== 'none' && availableTools.length > 0 ? 'write' : 'read'),
  examples: [
    {
      title: 'Ask a question',
      config: { userPrompt: '{{start.question}}' },
      scope: { start: { question: 'Why is the sky blue?' } },
    },
    {
      title: 'Sort a message into a class',
      config: {
        systemPrompt: 'You sort messages of customers.',
        userPrompt: 'Message: {{start.message}}',
        temperature: 0,
        outputSchema: {
          type: 'object',
          properties: { urgency: { type: 'string', enum: ['low', 'high'] }, reason: { type: 'string' } },
          required: ['urgency', 'reason'],
          additionalProperties: false,
        },
      },
      scope: { start: { message: 'The server is on fire' } },
    },
    {
      title: 'Let the model look something up',
      config: { userPrompt: 'What time is it in {{start.city}}?', toolMode: 'required', availableTools: ['time-now'] },
      scope: { start: { city: 'Shanghai' } },
    },
  ],
  docs: `Gives \`{ output, messages, llmCalls, toolCalls, tokenUsage }\`. \`output\` is the text of the answer, so the next node writes
\`{{answer.output}}\`. With an **output schema** it is an object that fits the schema, and \`{{answer.output.title}}\` works; an answer that
does not fit is sent back to the model once with what is wrong with it.

With **tools** the model is called again with the results of its calls, until it answers. It ends with an error when it still wants tools after
**model calls** rounds, or after the \`max_rounds\` of its config, whichever is less; where the workflow's limits ask, a person is asked first whether it may go on. A call that needs a person's approval lets the run wait; rounds that
had ended are not made again, neither then nor after a crash. Several **workers** that the model asks for in one answer take turns, unless **workers at once** lets them work beside each
other; limits and approvals are the same then, and so is the order of their results.

Nodes with the same **conversation** see what was said before them; each has its own system prompt. \`messages\` is the whole conversation. What a
conversation holds is made smaller before it gets too long: see *context processors*, and the node type \`context-processor\`.

With **images** the model sees them beside the prompt: PNG, JPEG, GIF or WebP, each up to 10 MB. Each model of the node, those that stand in included,
has to have \`support_vision\` in its config. Images are sent with every call of this node; in a shared conversation other nodes see its words alone.

Lines that break and servers that are busy are tried again, as often as the model's config says. When the model fails all the same, the
**fallback models** are asked in turn; after the last one the node fails: connect the **error** port or set *On error* to go on.`,
});
