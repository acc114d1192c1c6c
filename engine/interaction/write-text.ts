import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import type { TokenUsage } from '#lib/run/run-event.ts';
import { addUsage, NO_USAGE } from '#lib/run/token-usage.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { answerText } from './answer.ts';
import { askInTurn, isModelsFault, withoutDeltas } from './ask-in-turn.ts';
import { responseFormatOf } from './structured-output.ts';

export type WrittenText = {
  /** Undefined when no model gave any. */
  readonly text?: string;
  readonly usage: TokenUsage;
  readonly llmCalls: number;
};

type Wish = {
  readonly key: string;
  readonly instructions: string;
  readonly prompt: string;
  /** @defaultValue the setting of the model */
  readonly temperature?: number;
  /** The form of the text, where it is JSON; the instructions say it, too. */
  readonly schema?: JsonSchema;
};

/**
 * A text for the engine itself, such as a summary: one request through the ledger, whose deltas are
 * not the node's answer. That no model answers is a stored outcome as well.
 * @throws errors that are no fault of a model: a limit, a stop
 */
export function writeText(
  { key, instructions, prompt, temperature, schema }: Wish,
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
      const responseFormat = schema && responseFormatOf(schema);
      const request = {
        instructions,
        messages: [{ role: 'user' as const, content: prompt }],
        ...(temperature !== undefined && { temperature }),
        ...(responseFormat && { responseFormat }),
      };
      const answer = await askInTurn(models, () => request, counting);
      // What a model says when it refuses is no summary.
      const isRefused = answer.finishReason === 'refusal' || answer.finishReason === 'content-filter';
      const text = isRefused ? '' : answerText(answer).trim();
      return { ...spent, ...(text !== '' && { text }) };
    } catch (error) {
      if (!isModelsFault(error)) throw error;
      return { ...spent };
    }
  });
}
