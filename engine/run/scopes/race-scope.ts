import type { PlannedNode } from '#engine/plan/plan-node.ts';
import type { NodeError } from '#lib/run/run-event.ts';
import { InnerScope } from './inner-scope.ts';
import type { RunScope } from './run-scope.ts';

/**
 * The branches that lead only to a join `first`: they end once it continues. Their failures are
 * those of the outer scope.
 */
export class RaceScope extends InnerScope {
  readonly #joinPath: string;

  constructor(outer: RunScope, joinPath: string) {
    super(outer, { name: 'The race' });
    this.#joinPath = joinPath;
  }

  fail(error: NodeError): void {
    this.outer.fail(error);
  }

  stop(): void {
    this.end({ status: 'cancelled', reason: 'lost_race', nodeReason: 'lost_race', by: this.#joinPath });
  }
}

/** The scope of a node that joins may stop. In a finished race nothing starts, also after a crash. */
export function scopeInRaces({ races }: PlannedNode, scope: RunScope): RunScope {
  return races.reduceRight<RunScope>((outer, joinPath) => {
    const known = scope.races.get(joinPath);
    if (known) return known;
    const race = new RaceScope(outer, joinPath);
    scope.races.set(joinPath, race);
    if (scope.results.ended.get(joinPath)?.winner !== undefined) race.stop();
    return race;
  }, scope);
}
