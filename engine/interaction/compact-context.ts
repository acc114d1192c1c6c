import type { ModelMessage } from 'ai';
import type { ProcessorStep } from '#lib/interaction/processor-step.ts';
import { type ProcessorId, processorRegistry } from '#lib/interaction/processors/registry.gen.ts';
import type { ProcessorContext, ProcessorHandler } from '../contract/define-processor-handler.ts';
import { processorHandlers } from './processors/registry.gen.ts';

/**
 * The processors before each model call where the config has none. Results are omitted five at a
 * time, so that four of five requests begin like the one before and the provider's cache applies.
 */
const DEFAULT_CHAIN: readonly ProcessorStep[] = [
  { processorName: 'compress-tool-results', processorConfig: { batch: 5 } },
  'summarize-rounds',
];

export type Compaction = { readonly strategy: ProcessorId; readonly originalTokens: number; readonly newTokens: number };
export type Compacted = { readonly messages: readonly ModelMessage[]; readonly compactions: readonly Compaction[] };
export type CompactionContext = ProcessorContext & { countTokens(messages: readonly ModelMessage[]): Promise<number> };

/** Runs context processors in order. Returns the given array when none of them changes anything. */
export async function compactContext(
  given: readonly ModelMessage[],
  context: CompactionContext,
  chain: readonly ProcessorStep[] = DEFAULT_CHAIN,
): Promise<Compacted> {
  let messages = given;
  const compactions: Compaction[] = [];
  for (const [index, step] of chain.entries()) {
    const { processorName, processorConfig = {} } = typeof step === 'string' ? { processorName: step } : step;
    const { default: handle } = (await processorHandlers[processorName]()) as { default: ProcessorHandler };
    const config = processorRegistry[processorName].config.parse(processorConfig);
    const processed = await handle({
      messages,
      config,
      context: { ...context, write: (key, request) => context.write(`${index}:${key}`, request) },
    });
    if (processed === messages) continue;
    const [originalTokens, newTokens] = [await context.countTokens(messages), await context.countTokens(processed)];
    compactions.push({ strategy: processorName, originalTokens, newTokens });
    messages = processed;
  }
  return { messages, compactions };
}
