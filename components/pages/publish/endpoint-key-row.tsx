'use client';
import { EditableBudget } from '#components/budgets/editable-budget.tsx';
import { KeyRow } from '#components/keys/key-row.tsx';
import type { SpentBudget } from '#lib/api/budgets.contract.ts';
import type { KeyResource } from '#lib/api/keys.contract.ts';
import type { Budget } from '#lib/ports/budget-book.ts';

type EndpointKeyRowProps = {
  apiKey: KeyResource;
  /** What is used of its budget today; undefined when that is not known. */
  spent: SpentBudget | undefined;
  onBudget: (budget: Budget | null) => Promise<void>;
  onRevoke: () => void;
};

const nothingUsed = { costUsd: 0, tokens: 0, raisedCostUsd: null, raisedTokens: null };

/** A key of the endpoint, with its budget while it can be used. */
export function EndpointKeyRow({ apiKey, spent, onBudget, onRevoke }: EndpointKeyRowProps) {
  return (
    <KeyRow apiKey={apiKey} onRevoke={onRevoke}>
      {apiKey.revokedAt ? null : (
        <EditableBudget
          id={`key-budget-${apiKey.id}`}
          name={apiKey.name}
          spent={spent ?? { ...nothingUsed, budget: apiKey.budget }}
          onSave={onBudget}
        />
      )}
    </KeyRow>
  );
}
