'use client';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { BudgetForm } from '#components/budgets/budget-form.tsx';
import { SpentBars } from '#components/budgets/spent-bars.tsx';
import { Button } from '#components/ui/button.tsx';
import type { SpentBudget } from '#lib/api/budgets.contract.ts';
import type { Budget } from '#lib/ports/budget-book.ts';

type EditableBudgetProps = {
  id: string;
  /** Whose it is. */
  name: string;
  spent: SpentBudget;
  onSave: (budget: Budget | null) => Promise<void>;
};

/** A budget with its usage; while it is edited, the form is shown instead. */
export function EditableBudget({ id, name, spent, onSave }: EditableBudgetProps) {
  const t = useTranslations('Budgets');
  const [isEdited, setIsEdited] = useState(false);
  const buttonId = `${id}-change`;

  function close() {
    flushSync(() => setIsEdited(false));
    document.getElementById(buttonId)?.focus();
  }

  if (isEdited)
    return (
      <BudgetForm
        id={id}
        label={t('of', { name })}
        budget={spent.budget}
        onCancel={close}
        onSave={async (budget) => {
          await onSave(budget);
          close();
        }}
      />
    );
  const words = t(spent.budget ? 'change' : 'set');
  return (
    <div className="flex min-w-0 items-start gap-2">
      <div className="min-w-0 grow">
        <SpentBars spent={spent} />
      </div>
      <Button id={buttonId} aria-label={t('changeOf', { action: words, name })} onClick={() => setIsEdited(true)}>
        {words}
      </Button>
    </div>
  );
}
