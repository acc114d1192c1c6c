import type { ModelTrial } from '#lib/ports/model-directory.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import { errorForLog } from './call-model.ts';
import { readStream } from './read-stream.ts';

/** Enough for a word after some reasoning, and worth a fraction of a cent anywhere. */
const MAX_TOKENS = 128;
const TIME_LIMIT_MS = 20_000;

/**
 * One small real call, to see whether a model answers at all: no second attempt, and nothing is
 * logged of it.
 */
export async function tryModel(handle: ModelHandle, { clock }: { clock: Clock }): Promise<ModelTrial> {
  const startedAt = clock.now();
  const limited = { ...handle, timeoutMs: Math.min(handle.timeoutMs, TIME_LIMIT_MS) };
  const { received, failed } = await readStream(
    limited,
    { messages: [{ role: 'user', content: 'Reply with the one word: ready' }], maxOutputTokens: MAX_TOKENS },
    { signal: new AbortController().signal, clock, emit: () => {} },
  );
  const { text, usage, firstTokenAt } = received;
  return {
    ok: failed === undefined,
    text,
    durationMs: Math.max(0, clock.now() - startedAt),
    firstTokenMs: firstTokenAt === undefined ? null : Math.max(0, firstTokenAt - startedAt),
    usage,
    error: failed ? errorForLog(failed.failure) : null,
  };
}
