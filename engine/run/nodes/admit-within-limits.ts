import { type LimitedAct, limitError, limitQuestion } from '../limits/run-limits.ts';
import type { RunScope } from '../scopes/run-scope.ts';
import { type Asker, askForMore, endForLimit } from './ask-for-more.ts';

/**
 * Checks the limits of the run. A used-up one ends the run, or asks a person to raise it for this run.
 * @throws {SuspendedError} until there is a decision; the reason of the run's signal when it is ending
 */
export function admitWithinLimits(act: LimitedAct, run: RunScope, asker: Asker): void {
  for (let hit = run.limits.findHit(act); hit; hit = run.limits.findHit(act)) {
    if (!run.limits.asks) endForLimit(run, limitError(hit, asker.nodeId));
    const { limit, max, used } = hit;
    const raised = askForMore({ key: `limit:${limit}:${max}`, tool: 'limit', max, used, description: limitQuestion(hit) }, asker);
    if (raised === undefined) endForLimit(run, limitError(hit, asker.nodeId));
    run.limits.raise(limit, raised);
  }
}
