import type { ModelHandle } from '#lib/ports/model-registry.ts';
import type { TokenUsage } from '#lib/run/run-event.ts';
import { addUsage, NO_USAGE } from '#lib/run/token-usage.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { answerText } from './answer.ts';
import { askInTurn, isModelsFault, withoutDeltas } from './ask-in-turn.ts';

export type WrittenText = {
  /** Undefined when no model gave any. */
  readonly text?: string;
  readonly usage: TokenUsage;
  readonly llmCalls: number;
};

type Wish = { readonly key: string; readonly instructions: string; readonly prompt: string };

/**
 * A text for the engine itself, such as a summary: one request through the ledger, whose deltas are
 * not the node's answer. That no model answers is a stored outcome as well.
 * @throws errors that are no fault of a model: a limit, a stop
 */
export function writeText(
  { key, instructions, prompt }: Wish,
  { models, context }: { models: readonly [ModelHandle, ...ModelHandle[]]; context: ExecutorContext },
): Promise<WrittenText> {
  const effect = { key, kind: 'model', name: models[0].name, effects: 'read' } as const;
  return context.effect(effect, async () => {
    const spent = { usage: NO_USAGE, llmCalls: 0 };
    const counting: ExecutorContext = {
      ...withoutDeltas(context),
      countUsage(usage, calls) {
        spent.usage = addUsage(spent.usage, usage);
        spent.llmCalls += calls.llmCalls ?? 0;
        context.countUsage(usage, calls);
      },
    };
    try {
      const request = { instructions, messages: [{ role: 'user' as const, content: prompt }] };
      const text = answerText(await askInTurn(models, () => request, counting)).trim();
      return { ...spent, ...(text !== '' && { text }) };
    } catch (error) {
      if (!isModelsFault(error)) throw error;
      return { ...spent };
    }
  });
}
