import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ModelHandle, RateTurn } from '#lib/ports/model-registry.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { estimatePrompt } from './estimate-usage.ts';
import { nameOf } from './model-failure.ts';
import type { ModelRequest } from './model-request.ts';

/**
 * Waits until the limits a minute of the model leave room for a call. Nothing where it has none.
 * @throws {NodeFailure} `model-rate-limited` at once, when the wait would be longer than the
 * model's time limit
 * @throws the reason of `context.signal` when that aborts meanwhile; the turn is then free again
 */
export async function waitForRateLimit(
  handle: ModelHandle,
  request: ModelRequest,
  { clock, signal }: Pick<ExecutorContext, 'clock' | 'signal'>,
): Promise<RateTurn | undefined> {
  const { rateWindow, timeoutMs } = handle;
  if (!rateWindow) return undefined;
  const turn = rateWindow.book(rateWindow.countsTokens ? await estimatePrompt(request) : 0);
  if (turn.waitMs === 0) return turn;
  if (turn.waitMs > timeoutMs) {
    turn.giveBack();
    throw tooFull(handle, turn.waitMs);
  }
  try {
    await clock.sleep(turn.waitMs, signal);
  } catch (error) {
    turn.giveBack();
    throw error;
  }
  return turn;
}

function tooFull(handle: ModelHandle, waitMs: number): NodeFailure {
  const seconds = (ms: number) => `${Math.ceil(ms / 1000)} s`;
  return new NodeFailure(
    'model-rate-limited',
    `${nameOf(handle)} has used up its rate_limit: its next turn is in ${seconds(waitMs)}, and a call waits ${seconds(handle.timeoutMs)} at most`,
    {
      isRetryable: true,
      hint: 'Run less at once, raise rate_limit or timeout_s of this model in the config, or name fallback models',
    },
  );
}
