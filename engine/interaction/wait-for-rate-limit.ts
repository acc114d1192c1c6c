import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ModelHandle, RateReservation } from '#lib/ports/model-registry.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { estimatePrompt } from './estimate-usage.ts';
import { nameOf } from './model-failure.ts';
import type { ModelRequest } from './model-request.ts';

/**
 * Waits until the per-minute limits of the model allow a call.
 * @returns undefined for a model without such limits
 * @throws {NodeFailure} `model-rate-limited` at once, when the wait would be longer than the
 * model's time limit
 * @throws the reason of `context.signal` when that aborts meanwhile; the reservation is then cancelled
 */
export async function waitForRateLimit(
  handle: ModelHandle,
  request: ModelRequest,
  { clock, signal }: Pick<ExecutorContext, 'clock' | 'signal'>,
): Promise<RateReservation | undefined> {
  const { rateWindow, timeoutMs } = handle;
  if (!rateWindow) return undefined;
  const reservation = await rateWindow.reserve(rateWindow.countsTokens ? await estimatePrompt(request) : 0);
  if (reservation.waitMs === 0) return reservation;
  if (reservation.waitMs > timeoutMs) {
    reservation.cancel();
    throw tooFull(handle, reservation.waitMs);
  }
  try {
    await clock.sleep(reservation.waitMs, signal);
  } catch (error) {
    reservation.cancel();
    throw error;
  }
  return reservation;
}

function tooFull(handle: ModelHandle, waitMs: number): NodeFailure {
  const seconds = (ms: number) => `${Math.ceil(ms / 1000)} s`;
  return new NodeFailure(
    'model-rate-limited',
    `${nameOf(handle)} has used up its rate_limit: its next call can start in ${seconds(waitMs)}, and a call waits ${seconds(handle.timeoutMs)} at most`,
    {
      isRetryable: true,
      hint: 'Run less at once, raise rate_limit or timeout_s of this model in the config, or name fallback models',
    },
  );
}
