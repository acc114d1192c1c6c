import type { ModelMessage } from 'ai';
import type { ProcessorStep } from '#lib/interaction/processor-step.ts';
import { type ProcessorId, processorRegistry } from '#lib/interaction/processors/registry.gen.ts';
import type { RunEventOf } from '#lib/run/run-event.ts';
import { cutText } from '#lib/text/cut-text.ts';
import { hashOf } from '../contract/context-edit.ts';
import type { ProcessorContext, ProcessorHandler } from '../contract/define-processor-handler.ts';
import { restorePinned } from './edit-context.ts';
import { weighedText } from './message-text.ts';
import { processorHandlers } from './processors/registry.gen.ts';

/**
 * The processors before each model call where the config has none. Results are omitted five at a
 * time, so that four of five requests begin like the one before and the provider's cache applies.
 */
const DEFAULT_CHAIN: readonly ProcessorStep[] = [
  { processorName: 'compress-tool-results', processorConfig: { batch: 5 } },
  'summarize-rounds',
];
/** Messages of one compaction that the log names; it counts the others. */
const MAX_REMOVED = 50;
const MAX_EXCERPT_CHARS = 160;

export type Compaction = Pick<
  RunEventOf<'context_compacted'>,
  'strategy' | 'originalTokens' | 'newTokens' | 'removed' | 'removedCount'
>;
export type Compacted = {
  readonly messages: readonly ModelMessage[];
  /** The messages, and those that processors add to each request. */
  readonly sent: readonly ModelMessage[];
  readonly compactions: readonly Compaction[];
};

/**
 * Runs context processors in order: first those that make the conversation smaller, then those that
 * add to a request. Returns the given array when none of them changes anything.
 */
export async function compactContext(
  given: readonly ModelMessage[],
  context: ProcessorContext,
  chain: readonly ProcessorStep[] = DEFAULT_CHAIN,
): Promise<Compacted> {
  let messages = given;
  const compactions: Compaction[] = [];
  const steps = chain.map((step, index) => ({ ...parseStep(step), index }));
  for (const step of steps.filter(({ isAdding }) => !isAdding)) {
    const processed = withPinned(messages, await run(step, messages, context), context);
    if (processed === messages) continue;
    compactions.push({ strategy: step.name, ...(await difference(messages, processed, context)) });
    messages = processed;
  }
  let sent = messages;
  for (const step of steps.filter(({ isAdding }) => isAdding)) sent = await run(step, sent, context);
  return { messages, sent, compactions };
}

/** Pinned messages come back where they were. */
function withPinned(
  before: readonly ModelMessage[],
  after: readonly ModelMessage[],
  { isPinned }: ProcessorContext,
): readonly ModelMessage[] {
  return isPinned && after !== before ? restorePinned(before, after, isPinned) : after;
}

type Step = { readonly name: ProcessorId; readonly config: unknown; readonly isAdding: boolean; readonly index: number };

function parseStep(step: ProcessorStep): Omit<Step, 'index'> {
  const { processorName: name, processorConfig = {} } = typeof step === 'string' ? { processorName: step } : step;
  const definition = processorRegistry[name];
  return { name, config: definition.config.parse(processorConfig), isAdding: 'adds' in definition };
}

async function run(
  { name, config, index }: Step,
  messages: readonly ModelMessage[],
  context: ProcessorContext,
): Promise<readonly ModelMessage[]> {
  const { default: handle } = (await processorHandlers[name]()) as { default: ProcessorHandler };
  return handle({
    messages,
    config,
    context: { ...context, write: (key, request) => context.write(`${index}:${key}`, request) },
  });
}

async function difference(
  before: readonly ModelMessage[],
  after: readonly ModelMessage[],
  { countTokens }: Pick<ProcessorContext, 'countTokens'>,
): Promise<Omit<Compaction, 'strategy'>> {
  const kept = new Set(after);
  const gone = before.filter((message) => !kept.has(message));
  const removed = gone.slice(-MAX_REMOVED).map(async (message) => ({
    hash: hashOf(message),
    role: message.role,
    excerpt: cutText(
      weighedText(message)
        .slice(0, 4 * MAX_EXCERPT_CHARS)
        .replaceAll(/\s+/g, ' ')
        .trim(),
      MAX_EXCERPT_CHARS,
    ),
    tokens: await countTokens([message]),
  }));
  return {
    originalTokens: await countTokens(before),
    newTokens: await countTokens(after),
    removed: await Promise.all(removed),
    removedCount: gone.length,
  };
}
