import type { Pause, PauseEnd } from '#engine/contract/define-executor.ts';
import { SuspendedError } from '#engine/contract/suspended-error.ts';
import type { AttemptLife } from './executor-context.ts';

/**
 * The longest wait that stays in the process, in milliseconds: a timer costs less than to reopen a
 * run from its log, and a synchronous caller gets the result.
 */
const SHORT_PAUSE_MS = 5000;

/**
 * The end of the wait is logged when it begins: a node that starts again waits for the rest only.
 * @throws {SuspendedError} while the rest is longer; the reason of the attempt's signal
 */
export async function pauseNode(life: AttemptLife, { key: name, forMs }: Pause): Promise<PauseEnd> {
  const { node, run, attempt, signal } = life;
  const { approvals } = run.signals;
  const { clock } = run.ports;
  // Another attempt waits anew.
  const key = `${name}:${attempt}`;
  const owner = { nodeId: node.id, announce: () => life.announce() };
  const heldMs = run.ports.holdsPauses ? Number.POSITIVE_INFINITY : SHORT_PAUSE_MS;
  const isStored = forMs > heldMs;
  const decision = approvals.ask(
    owner,
    {
      key,
      kind: 'wait',
      tool: 'wait',
      args: null,
      description: '',
      expiresInMs: forMs,
    },
    { isStored },
  );
  const { expiresAt } = approvals.requestOf(node.id, key);
  if (decision) return { until: expiresAt, isEarly: decision.status === 'confirmed' };
  const leftMs = Date.parse(expiresAt) - clock.now();
  if (leftMs > heldMs) throw new SuspendedError();
  if (leftMs > 0) {
    const resume = life.ownWork.wait();
    await clock.sleep(leftMs, signal).finally(resume);
  }
  approvals.expire(node.id, key);
  return { until: expiresAt, isEarly: false };
}
