import { type ModelMessage, modelMessageSchema } from 'ai';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { Todo } from '#lib/run/todo.ts';
import contextProcessor from '#nodes/context-processor/context-processor.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';
import type { Artifact } from '../contract/define-processor-handler.ts';
import { compactContext } from '../interaction/compact-context.ts';
import { ContextSize } from '../interaction/context-size.ts';
import { recallIn } from '../interaction/recall-in.ts';
import { resolveModel } from '../interaction/resolve-models.ts';
import { tabsOf } from '../interaction/tabs-of.ts';
import { writeText } from '../interaction/write-text.ts';
import { skillInstructions } from '../tools/skills-of.ts';

export default defineExecutor(contextProcessor, async ({ config, context }) => {
  const { processorName, processorConfig, conversation: name } = config;
  const model = resolveModel(config.model, context);
  const size = new ContextSize(model.modelId);
  const conversation = name === undefined ? undefined : context.conversation(name);
  const given = conversation?.messages.filter(({ role }) => role !== 'system') ?? readMessages(config.messages);
  const startedAt = conversation?.variables.startedAt;
  const { sent: messages, compactions } = await compactContext(
    given,
    {
      compactAboveTokens: 0,
      isAbove: (processed, tokens) => size.isAbove(processed, tokens),
      countTokens: (processed) => size.count(processed),
      write: async (key, request) => (await writeText({ key: `summary:${key}`, ...request }, { models: [model], context })).text,
      readSkill: (skill) => skillInstructions(skill, context),
      language: context.language,
      startedAt: typeof startedAt === 'number' ? startedAt : undefined,
      now: context.clock.now(),
      memory: context.memory(),
      recall: recallIn(context),
      tabs: tabsOf(context),
      todos: (conversation?.variables.todos ?? []) as readonly Todo[],
      artifacts: (conversation?.variables.artifacts ?? []) as readonly Artifact[],
      isBeforeCall: false,
    },
    [processorConfig ? { processorName, processorConfig } : processorName],
  );
  for (const compaction of compactions) context.emit({ type: 'context_compacted', ...compaction });
  if (conversation) conversation.messages = [...messages];
  const [done] = compactions;
  const originalTokens = done?.originalTokens ?? (await size.count(given));
  return { out: { messages, originalTokens, newTokens: done?.newTokens ?? originalTokens } };
});

/** They come from anywhere: processors and models take only what is a message. */
function readMessages(values: unknown): ModelMessage[] {
  if (!Array.isArray(values)) throw notMessages('The messages are no list', 'config.messages');
  return values.map((value, index) => {
    const read = modelMessageSchema.safeParse(value);
    if (!read.success) throw notMessages(`Message ${index + 1} is none that a model would take`, `config.messages[${index}]`);
    return read.data;
  });
}

function notMessages(message: string, path: string): NodeFailure {
  const hint = 'Give a list of { role, content }, as the messages of a model node are';
  return new NodeFailure('messages-invalid', message, { path, hint });
}
