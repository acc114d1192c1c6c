import { z } from 'zod';
import { agentsField } from '#lib/agents/agents-field.ts';
import { checkHandoffs, handoffsField } from '#lib/agents/hand-off.ts';
import { skillFields } from '#lib/agents/skill-fields.ts';
import { checkStrategy, strategyFields } from '#lib/agents/strategy.ts';
import { toolModeFields } from '#lib/agents/tool-limits.ts';
import { toolOffersSchema } from '#lib/agents/tool-offer.ts';
import { toolCredentialsSchema } from '#lib/credentials/tool-credentials.ts';
import { processorStepSchema } from '#lib/interaction/processor-step.ts';
import { reasoningEffortSchema } from '#lib/interaction/reasoning-effort.ts';
import { fallbackModelsSchema } from '#lib/node-kit/fallback-models.ts';
import { fileValueSchema } from '#lib/run/file-value.ts';

/** Of one prompt, those in lists too. */
const MAX_FILES = 20;
const hasFewFiles = (values: readonly unknown[]) => values.flat().length <= MAX_FILES;

const exampleMessageSchema = z.object({
  role: z
    .enum(['user', 'assistant'])
    .default('user')
    .meta({ title: 'Role', description: 'user asks, assistant is how the model should answer.', expression: 'literal' }),
  content: z
    .string()
    .min(1, 'Write a message')
    .meta({ title: 'Message', description: 'Text of the message.', ui: { widget: 'textarea' } }),
});

type PromptConfig = {
  readonly userPrompt?: string | undefined;
  readonly systemPrompt?: string | undefined;
  readonly messages: readonly unknown[];
  readonly conversation: string;
  readonly images: readonly unknown[];
  readonly attachments: readonly unknown[];
};

/** A model needs something to answer, and images are sent with the prompt. */
function checkPrompt({ value, issues }: z.core.ParsePayload<PromptConfig>): void {
  const { userPrompt, systemPrompt, messages, conversation, images, attachments } = value;
  const hasOther = Boolean(systemPrompt) || messages.length > 0 || conversation !== 'own';
  if (userPrompt || (hasOther && images.length + attachments.length === 0)) return;
  issues.push({ code: 'custom', path: ['userPrompt'], input: userPrompt, message: 'Write a prompt' });
}

/** The config of a model call. */
export const llmConfig = z
  .object({
    model: z
      .string()
      .min(1, 'Choose a model')
      .default('default')
      .meta({
        title: 'Model',
        description: 'default, a model of the config, or provider/model.',
        expression: 'literal',
        refersTo: 'model',
        ui: { widget: 'model' },
      }),
    systemPrompt: z
      .string()
      .optional()
      .meta({
        title: 'System prompt',
        description: 'The role of the model and how it should answer.',
        ui: { widget: 'textarea', placeholder: 'You are a careful editor.' },
      }),
    userPrompt: z
      .string()
      .optional()
      .meta({
        title: 'Prompt',
        description:
          'The user message. Insert values of other nodes with {{node.field}}. May be empty with a system prompt, examples or a conversation.',
        ui: { widget: 'textarea', placeholder: '{{start.question}}' },
      }),
    messages: z
      .array(exampleMessageSchema)
      .max(50)
      .default([])
      .meta({
        title: 'Example messages',
        description: 'Sent before the conversation, to show how to answer (few-shot). Not part of the conversation.',
        ui: { group: 'Advanced', widget: 'rows' },
      }),
    images: z
      .array(z.union([z.string().min(1, 'Name an image'), fileValueSchema, z.array(fileValueSchema)]))
      .max(MAX_FILES)
      .refine(hasFewFiles, `At most ${MAX_FILES} files`)
      .default([])
      .meta({
        title: 'Images',
        description:
          'Sent with the prompt: https URLs, data URLs, file inputs, files of other nodes, or paths in the workspace. Lists of files are taken apart.',
        ui: { group: 'Advanced' },
      }),
    attachments: z
      .array(z.union([z.string(), fileValueSchema, z.null(), z.array(fileValueSchema)]))
      .max(MAX_FILES)
      .refine(hasFewFiles, `At most ${MAX_FILES} files`)
      .default([])
      .meta({
        title: 'Attachments',
        description:
          'Files that go with the prompt, such as {{start.paper | default: ""}} of a chat: images are shown to the model, of documents it reads the text. Empty ones are omitted, and lists of files are taken apart.',
        ui: { group: 'Chat' },
      }),
    toolMode: z.enum(['auto', 'required', 'none']).default('auto').meta({
      title: 'Tool mode',
      description: 'auto: the model decides whether to call tools; required: it must call one before it answers; none: no tools.',
      expression: 'literal',
    }),
    availableTools: toolOffersSchema.default([]).meta({
      title: 'Tools',
      description: 'Tools the model may call, each by its id or with fixed arguments. None when empty.',
      expression: 'literal',
      refersTo: 'tool',
    }),
    credentials: toolCredentialsSchema,
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
        description: "Sampling temperature. Lower is more deterministic. The model's default when empty.",
        ui: { group: 'Advanced' },
      }),
    maxTokens: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .meta({
        title: 'Max output tokens',
        description: "Limit of completion tokens. The model's default when empty.",
        ui: { group: 'Advanced' },
      }),
    topP: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .meta({
        title: 'Top P',
        description:
          'Only the most likely tokens whose probabilities add up to this are sampled. Use it instead of the temperature.',
        ui: { group: 'Advanced' },
      }),
    frequencyPenalty: z
      .number()
      .min(-2)
      .max(2)
      .optional()
      .meta({
        title: 'Frequency penalty',
        description: 'Above 0, tokens are less likely the more often they have been used. Needs a model that takes it.',
        ui: { group: 'Advanced' },
      }),
    presencePenalty: z
      .number()
      .min(-2)
      .max(2)
      .optional()
      .meta({
        title: 'Presence penalty',
        description: 'Above 0, tokens that have been used are less likely. Needs a model that takes it.',
        ui: { group: 'Advanced' },
      }),
    reasoningEffort: reasoningEffortSchema.optional().meta({
      title: 'Reasoning effort',
      description: "How much the model reasons before it answers. The model's default when empty. Needs a model that takes it.",
      expression: 'literal',
      ui: { group: 'Advanced' },
    }),
    onIncomplete: z
      .enum(['fail', 'continue', 'retry'])
      .optional()
      .meta({
        title: 'Incomplete answers',
        description:
          'What happens with an answer that was cut off, filtered, refused or is empty. fail: the node fails; continue: it continues with a warning; retry: the node calls the model once more. When empty, one that was cut off continues and the others fail.',
        expression: 'literal',
        ui: { group: 'Advanced' },
      }),
    stream: z
      .boolean()
      .default(true)
      .meta({
        title: 'Stream',
        description: 'Stream the answer token by token.',
        ui: { group: 'Advanced' },
      }),
    conversation: z
      .string()
      .min(1)
      .default('own')
      .meta({
        title: 'Conversation',
        description: 'own: starts empty. Nodes with the same name share one conversation.',
        expression: 'literal',
        ui: { group: 'Advanced' },
      }),
    conversationScope: z
      .enum(['run', 'session'])
      .default('run')
      .meta({
        title: 'Conversation lasts',
        description: 'run: ends with the run. session: continues in the next turn of the session; own is then that of this node.',
        expression: 'literal',
        ui: { group: 'Advanced' },
      }),
    conversationWindow: z
      .int()
      .min(1)
      .max(1000)
      .default(40)
      .meta({
        title: 'Messages kept',
        description: 'How many of the last messages the next turn of the session begins with.',
        expression: 'literal',
        ui: { group: 'Advanced', visibleWhen: { conversationScope: ['session'] } },
      }),
    maxIterations: z
      .int()
      .min(1)
      .max(1000)
      .default(50)
      .meta({
        title: 'Max model calls',
        description: "Limit of model calls while it uses tools or carries out a plan; the model's max_rounds may be lower.",
        ui: { group: 'Advanced', visibleWhen: { toolMode: ['auto', 'required'] } },
      }),
    workersAtOnce: z
      .int()
      .min(1)
      .max(8)
      .default(1)
      .meta({
        title: 'Parallel agents',
        description: 'How many agents run in parallel when the model calls several at once. 1: one after the other.',
        ui: { group: 'Advanced', visibleWhen: { toolMode: ['auto', 'required'] } },
      }),
    agents: agentsField,
    handoffs: handoffsField,
    ...skillFields,
    ...strategyFields,
    ...toolModeFields,
    contextProcessors: z
      .array(processorStepSchema)
      .max(10)
      .optional()
      .meta({
        title: 'Context processors',
        description:
          'Shorten the conversation before each model call. When empty, old tool results are dropped and older rounds summarized when the context is nearly full. An empty list turns this off.',
        expression: 'literal',
        ui: { group: 'Advanced', widget: 'json' },
      }),
    validateResults: z
      .enum(['rule', 'model', 'off'])
      .default('rule')
      .meta({
        title: 'Check results',
        description:
          'Checks what web_search, code_execute and create_artifact return before the model relies on it. rule: by the rule of the tool; model: then also by a model; off: not at all.',
        expression: 'literal',
        ui: { group: 'Advanced', visibleWhen: { toolMode: ['auto', 'required'] } },
      }),
    validatorModel: z
      .string()
      .min(1)
      .optional()
      .meta({
        title: 'Checking model',
        description: 'The model that checks results, often a smaller one. Empty: the model of the node.',
        expression: 'literal',
        refersTo: 'model',
        ui: { group: 'Advanced', widget: 'model', visibleWhen: { validateResults: ['model'] } },
      }),
    validatedTools: z
      .array(z.string().min(1))
      .max(50)
      .default([])
      .meta({
        title: 'Also check',
        description: 'Further tools whose results are checked.',
        expression: 'literal',
        refersTo: 'tool',
        ui: { group: 'Advanced', visibleWhen: { validateResults: ['rule', 'model'] } },
      }),
    summaryModel: z
      .string()
      .min(1)
      .optional()
      .meta({
        title: 'Summary model',
        description:
          'A small model that summarizes tool results too large for the conversation, of its agents too, and messages that a session no longer keeps. Empty: the beginning of such results is shown, and such messages are dropped.',
        expression: 'literal',
        refersTo: 'model',
        ui: { group: 'Advanced', widget: 'model' },
      }),
    fallbackModels: fallbackModelsSchema,
  })
  .check(checkPrompt)
  .check(checkStrategy)
  .check(checkHandoffs);
