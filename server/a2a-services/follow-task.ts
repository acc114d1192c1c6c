import { type AgentAnswer, isOpen } from '#lib/a2a/agent-answer.ts';
import { elapsedTime } from '#lib/async/elapsed-time.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import type { SourcedCall } from '#lib/ports/tool-source.ts';

/** Between two looks at a task: soon at first, then less often. */
const LOOK_FIRST_MS = 250;
const LOOK_MAX_MS = 5000;
/** Looks that fail one after the other for a reason that may pass. */
const MAX_FAILURES = 5;
const SHOWN_CHARS = 300;

type Following = {
  readonly look: (taskId: string) => Promise<AgentAnswer>;
  readonly waitMs: number;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly call: Pick<SourcedCall, 'signal' | 'onProgress'>;
};

/**
 * Looks at a task until it has ended, asks for something, or the time is over.
 * @throws {NodeFailure} of a look
 */
export async function followTask(first: AgentAnswer, { look, waitMs, clock, call }: Following): Promise<AgentAnswer> {
  const elapsed = elapsedTime(clock);
  let answer = first;
  let failures = 0;
  for (let delayMs = LOOK_FIRST_MS; isOpen(answer) && answer.taskId !== null; delayMs = Math.min(delayMs * 2, LOOK_MAX_MS)) {
    const leftMs = waitMs - elapsed();
    if (leftMs <= 0) break;
    await clock.sleep(Math.min(delayMs, leftMs), call.signal);
    try {
      const next = await look(answer.taskId);
      if (isOpen(next) && next.text !== '' && next.text !== answer.text)
        call.onProgress({ message: next.text.slice(0, SHOWN_CHARS).toWellFormed() });
      // An agent that names another task would lead the run to one that is not its own.
      answer = { ...next, taskId: answer.taskId };
      failures = 0;
    } catch (error) {
      call.signal.throwIfAborted();
      if (!NodeFailure.is(error) || !error.isRetryable || ++failures >= MAX_FAILURES) throw error;
    }
  }
  return answer;
}
