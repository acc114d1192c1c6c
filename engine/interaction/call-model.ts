import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ModelHandle, RateReservation } from '#lib/ports/model-registry.ts';
import type { NodeError, TokenUsage } from '#lib/run/run-event.ts';
import { addUsage, NO_USAGE, priced } from '#lib/run/token-usage.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import type { AnswerEnd } from './answer-end.ts';
import { usageOf } from './estimate-usage.ts';
import type { FailedAttempt } from './model-failure.ts';
import { type ModelRequest, requestForLog } from './model-request.ts';
import { type Attempt, type CallContext, nothingReceived, type Received, readStream } from './read-stream.ts';
import { waitForRateLimit } from './wait-for-rate-limit.ts';

export type ModelCallContext = Pick<
  ExecutorContext,
  'signal' | 'clock' | 'newId' | 'emit' | 'countUsage' | 'admitModelCall' | 'beforeModelRequest' | 'traceHeaders' | 'language'
>;

export type ModelReply = Pick<Received, 'text' | 'thinking' | 'toolCalls' | 'contextTokens' | 'messages'> &
  AnswerEnd & {
    readonly callId: string;
    /** How many attempts were made. */
    readonly attempts: number;
    /** Of all attempts together. */
    readonly usage: TokenUsage;
  };

/** Before the second attempt; doubles with each further one. */
const FIRST_RETRY_DELAY_MS = 500;
/** A server that asks for a longer wait than this is not waited for. */
const MAX_RETRY_DELAY_MS = 60_000;

/**
 * One model call, without running tools. Logs the exact request (`llm_call`), deltas, retries
 * (`llm_stream_retry`, which void earlier deltas) and the outcome (`llm_result`). Rejects with the
 * reason of `context.signal` when that aborts.
 * @throws {NodeFailure} `model-rate-limited`, `model-timed-out` or `model-failed` (retryable where
 * marked), `model-auth-failed`, `model-called-no-tool`
 */
export async function callModel(handle: ModelHandle, request: ModelRequest, context: ModelCallContext): Promise<ModelReply> {
  context.beforeModelRequest?.(handle, request);
  await context.admitModelCall();
  const call = startCall(handle, request, context);
  let usage = NO_USAGE;
  let received: Received | undefined;
  let attempt = 1;
  let queuedMs = 0;
  try {
    for (; ; attempt++) {
      const outcome = await attemptWithinRateLimit(handle, request, {
        ...context,
        headers: context.traceHeaders(`model ${call.callId}`),
        takeBackText: () => call.takeBack(attempt),
      });
      received = outcome.received;
      queuedMs += outcome.queuedMs;
      usage = addUsage(usage, priced(await usageOf(outcome, handle, request), handle.price));
      if (!outcome.failed) break;
      const delayMs = attempt > handle.retries ? undefined : retryDelayMs(outcome.failed, attempt);
      if (delayMs === undefined) {
        call.end({ received, usage, queuedMs, error: outcome.failed.failure });
        throw outcome.failed.failure;
      }
      context.emit(
        { type: 'llm_stream_retry', callId: call.callId, attempt, delayMs, error: errorForLog(outcome.failed.failure) },
        { isUrgent: true },
      );
      await context.clock.sleep(delayMs, context.signal);
    }
  } catch (error) {
    if (context.signal.aborted)
      call.end({ received: { ...emptyAnswer, ...received, end: { finishReason: 'cancelled' } }, usage, queuedMs });
    throw error;
  }
  call.end({ received, usage, queuedMs });
  const { text, thinking, toolCalls, end, contextTokens, messages } = received;
  return { callId: call.callId, attempts: attempt, text, thinking, toolCalls, ...end, contextTokens, messages, usage };
}

/** One attempt, once the rate limits allow it. A wait that would be too long is a failure of the model. */
async function attemptWithinRateLimit(
  handle: ModelHandle,
  request: ModelRequest,
  context: ModelCallContext & CallContext,
): Promise<Attempt & { readonly queuedMs: number }> {
  let reservation: RateReservation | undefined;
  try {
    reservation = await waitForRateLimit(handle, request, context);
  } catch (error) {
    if (!NodeFailure.is(error)) throw error;
    return { received: nothingReceived(), failed: { failure: error, mayRetry: false }, queuedMs: 0 };
  }
  const outcome = await readStream(handle, request, context);
  if (outcome.received.usage.totalTokens > 0) reservation?.setTokens(outcome.received.usage.totalTokens);
  return { ...outcome, queuedMs: reservation?.waitMs ?? 0 };
}

const emptyAnswer = { text: '', thinking: '', firstTokenAt: undefined };

type CallEnd = {
  readonly received: Pick<Received, 'text' | 'thinking' | 'end' | 'firstTokenAt'>;
  readonly usage: TokenUsage;
  readonly queuedMs: number;
  readonly error?: NodeFailure;
};

function startCall(handle: ModelHandle, request: ModelRequest, context: ModelCallContext) {
  const callId = context.newId('call');
  const startedAt = context.clock.now();
  const { name, provider, modelId, maxContext } = handle;
  context.emit({
    type: 'llm_call',
    callId,
    model: { name, provider, modelId, maxContext },
    request: requestForLog(handle, request),
  });
  return {
    callId,
    /** Voids the deltas so far, as for a retry. */
    takeBack(attempt: number): void {
      const error = { code: 'text-was-reasoning', message: 'What the model wrote so far was reasoning: its answer begins now' };
      context.emit({ type: 'llm_stream_retry', callId, attempt, delayMs: 0, error }, { isUrgent: true });
    },
    end({ received, usage, queuedMs, error }: CallEnd): void {
      const { text, thinking, firstTokenAt } = received;
      context.emit({
        type: 'llm_result',
        callId,
        finishReason: received.end.finishReason,
        content: text,
        ...(thinking !== '' && { thinking }),
        usage,
        // the system's clock may be set back meanwhile
        durationMs: Math.max(0, context.clock.now() - startedAt),
        ...(firstTokenAt !== undefined && { firstTokenMs: Math.max(0, firstTokenAt - startedAt) }),
        ...(queuedMs > 0 && { queuedMs }),
        ...(error && { error: errorForLog(error) }),
      });
      context.countUsage(usage, { llmCalls: 1 });
    },
  };
}

/** @returns undefined when waiting makes no sense */
function retryDelayMs({ mayRetry, retryAfterMs }: FailedAttempt, attempt: number): number | undefined {
  if (!mayRetry) return undefined;
  const delayMs = Math.ceil(retryAfterMs ?? FIRST_RETRY_DELAY_MS * 2 ** (attempt - 1));
  return delayMs > MAX_RETRY_DELAY_MS ? undefined : delayMs;
}

/** A failure as an event carries it. */
export function errorForLog({ code, message, hint }: NodeFailure): NodeError {
  return { code, message, ...(hint !== undefined && { hint }) };
}
