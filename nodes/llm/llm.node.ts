import { z } from 'zod';
import { agentsField } from '#lib/agents/agents-field.ts';
import { checkHandoffs, HAND_OFF, handoffsField } from '#lib/agents/hand-off.ts';
import { skillFields } from '#lib/agents/skill-fields.ts';
import { isWithSkills, reachedSkills, SKILL_TOOLS } from '#lib/agents/skill-modes.ts';
import { checkStrategy, strategyFields } from '#lib/agents/strategy.ts';
import { toolModeFields } from '#lib/agents/tool-limits.ts';
import { toolOffersSchema, toolsInOffers } from '#lib/agents/tool-offer.ts';
import { toolCredentialsSchema } from '#lib/credentials/tool-credentials.ts';
import { messageValueSchema } from '#lib/interaction/message-value.ts';
import { processorStepSchema } from '#lib/interaction/processor-step.ts';
import { reasoningEffortSchema } from '#lib/interaction/reasoning-effort.ts';
import { defineNode, port } from '#lib/node-kit/define-node.ts';
import { fallbackModelsSchema } from '#lib/node-kit/fallback-models.ts';
import { fileValueSchema } from '#lib/run/file-value.ts';
import { citationSchema } from '#lib/text/citation.ts';

const tokenUsageSchema = z.object({ promptTokens: z.int(), completionTokens: z.int(), totalTokens: z.int() });

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

export default defineNode({
  id: 'llm',
  version: 1,
  title: 'LLM',
  summary: 'Calls a language model and returns its answer.',
  icon: 'sparkle',
  category: 'model',
  config: z
    .object({
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
        .array(z.union([z.string().min(1, 'Name an image'), fileValueSchema]))
        .max(20)
        .default([])
        .meta({
          title: 'Images',
          description:
            'Sent with the prompt: https URLs, data URLs, file inputs, files of other nodes, or paths in the workspace.',
          ui: { group: 'Advanced' },
        }),
      attachments: z
        .array(z.union([z.string(), fileValueSchema, z.null()]))
        .max(20)
        .default([])
        .meta({
          title: 'Attachments',
          description:
            'Files that go with the prompt, such as {{start.paper | default: ""}} of a chat: images are shown to the model, of documents it reads the text. Empty ones are omitted.',
          ui: { group: 'Chat' },
        }),
      toolMode: z.enum(['auto', 'required', 'none']).default('auto').meta({
        title: 'Tool mode',
        description:
          'auto: the model decides whether to call tools; required: it must call one before it answers; none: no tools.',
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
          description:
            'run: ends with the run. session: continues in the next turn of the session; own is then that of this node.',
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
          description: "Limit of model calls while it uses tools; the model's max_rounds may be lower.",
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
          ui: { group: 'Advanced', widget: 'model' },
        }),
      fallbackModels: fallbackModelsSchema,
    })
    .check(checkPrompt)
    .check(checkStrategy)
    .check(checkHandoffs),
  outputs: ({ outputSchema }) => {
    const { title, schema } = port(
      'Answer',
      z.object({
        output: z.string(),
        messages: z.array(messageValueSchema),
        llmCalls: z.int(),
        toolCalls: z.int(),
        tokenUsage: tokenUsageSchema,
        citations: z.array(citationSchema).meta({ description: 'The sources that the answer cites as `[n]`.' }),
        agent: z.string().optional().meta({
          description: 'With agents to hand off to: the one that answered, or empty for the model of the node.',
        }),
      }),
    );
    if (!outputSchema) return { out: { title, schema } };
    return { out: { title, schema: { ...schema, properties: { ...(schema.properties as object), output: outputSchema } } } };
  },
  // The side effects of the tools are not known here.
  effects: ({ toolMode, availableTools = [], handoffs = [] }) =>
    toolMode !== 'none' && availableTools.length + handoffs.length > 0 ? 'write' : 'read',
  reaches: ({
    model,
    fallbackModels,
    strategy,
    candidateModels,
    images,
    attachments,
    toolMode,
    availableTools,
    agents,
    handoffs,
    credentials,
    validateResults,
    validatorModel,
    summaryModel,
    skillMode,
    skills,
  }) => ({
    models: [
      model,
      fallbackModels,
      strategy === 'multi-llm' ? candidateModels : [],
      validateResults === 'model' && validatorModel ? validatorModel : [],
      summaryModel ?? [],
    ],
    urls: images,
    usesFiles: Array.isArray(attachments) && attachments.length > 0,
    calls: toolMode === 'none' ? [] : toolsInOffers(availableTools),
    agents: toolMode === 'none' ? [] : handoffs,
    delegates: toolMode === 'none' ? [] : agents,
    tools:
      toolMode === 'none'
        ? []
        : [Array.isArray(handoffs) && handoffs.length > 0 ? [HAND_OFF] : [], isWithSkills(skillMode) ? [...SKILL_TOOLS] : []],
    skills: isWithSkills(skillMode) ? reachedSkills(skills) : [],
    credentials: toolMode === 'none' ? [] : credentials,
  }),
  mainField: 'output',
  detailFields: ['messages', 'citations', 'llmCalls', 'toolCalls', 'tokenUsage'],
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
    {
      title: 'Let the model read one page, and no other',
      config: {
        userPrompt: '{{start.question}}',
        availableTools: [
          { tool: 'read_url', name: 'read_manual', description: 'Reads the manual.', with: { url: '{{start.manual}}' } },
        ],
      },
      scope: { start: { question: 'How do I reset it?', manual: 'https://example.com/manual' } },
    },
  ],
  docs: `The **prompt** may be empty where there is a system prompt, a shared conversation or **example messages**. A system prompt
alone is sent as the user message, since some servers take no request without one. Example messages go before the conversation, with
every call of this node, and are not part of it.

Returns \`{ output, messages, llmCalls, toolCalls, tokenUsage, citations }\`. \`output\` is the text of the answer: \`{{answer.output}}\`. With an
**output schema** it is an object that matches the schema, so \`{{answer.output.title}}\` works; an answer that does not match is sent back
to the model once, with the errors.

With **tools** the model is called again with the results of its calls until it answers. An entry of the list is the id of a tool, or
\`{ tool, name, description, with, ask }\`: a tool under a name of its own, with arguments that the model neither sees nor changes, and with an
approval for every call. The node fails when the model still calls tools
after **max model calls**, or after the \`max_rounds\` of its config, whichever is lower; if the limits of the workflow are set to ask, an
approval is requested first. A tool call that needs approval suspends the run; finished rounds are not repeated when it resumes, nor after a
crash. **Agents** that the model calls in one answer run one after the other unless **parallel agents** allows more; limits, approvals and
the order of results are the same.

Tools that read pages number them, and the model cites them as \`[1]\`; \`citations\` lists what the answer cites, each with \`index\`, \`url\`, \`title\`,
\`domain\` and \`snippet\`. What agents cite gets the numbers of the model that called them. **Check results** tells the model when a result is
of no use: a search without a fitting page, code that failed or printed nothing. With \`model\` a model judges too; its verdict is in the trace.

With **conversation lasts** \`session\` the model knows the earlier turns of the session: the conversation begins with the last messages of
the turn before and is kept when the node ends, at most **messages kept** of it. A run without a session is like a first turn.

Nodes with the same **conversation** share its history; each has its own system prompt. \`messages\` is the whole conversation. A
conversation is shortened before it gets too long: see *context processors*, and the node type \`context-processor\`.

**Reasoning effort** goes to every model of the node, including the fallbacks; one whose config has \`support_reasoning: false\` fails the
node before a call. What a model reasons is streamed apart from its answer, counted and billed.

The **strategy** decides which request is made when. \`react\`, the default: the model calls tools until it answers. \`plan-and-execute\`: the model
first makes a plan, then does one step after the other, with the plan repeated at the end of each request. When a step fails it plans the
rest anew, and before it answers it checks the plan against the task; after **plan changes** the node fails with \`plan-failed\`. The plan is
shown as a list that fills. \`multi-llm\`: the **candidate models** answer in parallel, each with the tools and limits of the node, and the
model of the node chooses the best answer by the **criteria**, without knowing whose it is. Only the chosen answer continues; the others are in
the trace. A candidate that fails does not compete.

Results of tools above 8,000 characters are stored, and the model gets their beginning and a reference that it can read on from with
\`read_result\`. With a **summary model** it gets a summary instead, made for the task at hand.

With **hand off to** the model may pass the conversation to one of these agents for good: the agent reads all of it, continues with its own
instructions, model, tools and limits, and gives the answer of the node; \`agent\` says which one answered. It may pass the conversation on to
agents of its own list, five times in all. A named **conversation** stays with the agent that has it: the next node of that conversation that
may hand off to it continues with it. To get only a part of the work done, use **agents**.

**Images** are sent with the prompt: PNG, JPEG, GIF or WebP, up to 10 MB each. A start input of type file is one: \`{{start.photo}}\`. Every model of the node, including the fallbacks, needs
\`support_vision\` in its config. Images are sent with every call of this node; in a shared conversation other nodes see only its text.

Broken connections and busy servers are retried as the config of the model says. When the model still fails, the **fallback models** are
tried in order; after the last one the node fails: connect the **error** port or set *On error* to continue.

With **skills** the model knows which skills there are, and the one that fits the message becomes active: its instructions are added to the system
prompt, the model may call only those of its tools that the skill names, and the model calls and the time of the skill are limits. It reads files of the skill
with \`read_skill\` and runs its scripts in a sandbox with \`run_skill_script\`. The node shows the active skill, the trace its score and reason.`,
});
