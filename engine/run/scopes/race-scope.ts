import type { PlannedNode } from '#engine/plan/plan-node.ts';
import { InnerScope } from './inner-scope.ts';
import type { RunScope } from './run-context.ts';

/** What leads to a join `first` and nowhere else, as its nodes see the run: it ends when the join has gone on. A failure in it is one of the scope around. */
export class RaceScope extends InnerScope {
  readonly #joinPath: string;

  constructor(outer: RunScope, joinPath: string) {
    super(outer, 'The race');
    this.#joinPath = joinPath;
  }

  get races() {
    return this.outer.races;
  }

  fail(...failed: Parameters<RunScope['fail']>): void {
    this.outer.fail(...failed);
  }

  stop(): void {
    this.end({ status: 'cancelled', reason: 'lost_race', nodeReason: 'lost_race', by: this.#joinPath });
  }
}

/** The scope of a node that joins may stop. In a race that is over, after a crash too, nothing starts any more. */
export function scopeInRaces({ races }: PlannedNode, scope: RunScope): RunScope {
  return races.reduceRight<RunScope>((outer, joinPath) => {
    const known = scope.races.get(joinPath);
    if (known) return known;
    const race = new RaceScope(outer, joinPath);
    scope.races.set(joinPath, race);
    if (scope.results.has(joinPath)) race.stop();
    return race;
  }, scope);
}
