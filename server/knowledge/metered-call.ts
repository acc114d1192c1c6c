import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { MeteredCall, ModelMeter } from '#lib/ports/model-meter.ts';
import type { TokenUsage } from '#lib/run/run-event.ts';

/** Characters of a token where a server does not say what it counted. */
const CHARS_A_TOKEN = 2.5;

/** Makes one request, and tells the meter how it ended. @throws what `request` throws, and `begin` of the meter */
export async function meteredCall<T>(
  call: MeteredCall,
  { meter, signal }: { readonly meter: ModelMeter; readonly signal: AbortSignal },
  request: () => Promise<{ readonly answer: T; readonly usage: TokenUsage }>,
): Promise<T> {
  const end = await meter.begin(call);
  try {
    const { answer, usage } = await request();
    end({ usage });
    return answer;
  } catch (error) {
    end(NodeFailure.is(error) && !signal.aborted ? { failure: error } : 'cancelled');
    throw error;
  }
}

/** Prompt tokens as the server counted them, else by the length of the texts. */
export function promptUsage(counted: number | undefined, texts: readonly string[]): TokenUsage {
  const isCounted = counted !== undefined && counted > 0;
  const chars = isCounted ? 0 : texts.reduce((sum, text) => sum + text.length, 0);
  const promptTokens = isCounted ? counted : Math.ceil(chars / CHARS_A_TOKEN);
  return { promptTokens, completionTokens: 0, totalTokens: promptTokens, ...(!isCounted && { isEstimated: true as const }) };
}
