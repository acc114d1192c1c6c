import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { BudgetBook, BudgetedRun } from '#lib/ports/budget-book.ts';
import { budgetError } from '#lib/ports/budget-error.ts';
import type { OutsideMeter } from '#lib/ports/model-meter.ts';

/** Makes a meter that charges `owner`. */
export type MakeMeter = (owner: BudgetedRun) => OutsideMeter;

/**
 * Charges requests that no run makes: documents that are indexed, searches on pages, voice in chats. Those of a run
 * that has ended are charged to its key, too.
 */
export function makeOutsideMeters(budgets: Pick<BudgetBook, 'findHit' | 'spend'>): MakeMeter {
  return (owner) => ({
    async begin() {
      const hit = await budgets.findHit(owner);
      if (hit) {
        const { code, message, path, hint } = budgetError(hit);
        throw new NodeFailure(code, message, { path, hint });
      }
      return (end) => {
        if (end !== 'cancelled' && 'usage' in end) budgets.spend({ ...owner, isOutside: true }, end.usage);
      };
    },
  });
}
