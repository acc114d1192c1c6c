'use client';
import { useTranslations } from 'use-intl';
import { type BudgetDraft, readBudget } from '#components/budgets/read-budget.ts';
import { useEntryForm } from '#components/data/use-entry-form.ts';
import { Button } from '#components/ui/button.tsx';
import { FailureLine } from '#components/ui/failure-line.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { Budget, OnBudget } from '#lib/ports/budget-book.ts';

const LONGEST_AMOUNT = 20;

type BudgetFormProps = {
  /** Of its fields, and unique on the page. */
  id: string;
  /** Read out with the form: whose budget it is. */
  label: string;
  budget: Budget | null;
  /** Rejects with what was wrong. */
  onSave: (budget: Budget | null) => Promise<void>;
  onCancel: () => void;
};

/** What may be used on one day, and what happens then. Two empty fields are no limit. */
export function BudgetForm({ id, label, budget, onSave, onCancel }: BudgetFormProps) {
  const t = useTranslations('Budgets');
  const form = useEntryForm<BudgetDraft, true>({
    id,
    first: () => draftOf(budget),
    problemsOf(draft) {
      const read = readBudget(draft);
      return 'invalidFields' in read ? Object.fromEntries(read.invalidFields.map((field) => [field, t(`${field}Wrong`)])) : {};
    },
    fieldOf: (path) => (path.endsWith('maxCostUsd') ? 'costUsd' : path.endsWith('maxTokens') ? 'tokens' : undefined),
    async send(draft) {
      const read = readBudget(draft);
      if ('invalidFields' in read) return undefined;
      await onSave(read.budget);
      return true;
    },
    onSaved: () => {},
  });
  const { draft } = form;

  const amount = (field: 'costUsd' | 'tokens') => (
    <TextField
      {...form.text(field)}
      label={t(field)}
      maxLength={LONGEST_AMOUNT}
      inputMode={field === 'costUsd' ? 'decimal' : 'numeric'}
      placeholder={t('noLimit')}
    />
  );
  return (
    <form {...form.props} aria-label={label} className="grid max-w-96 gap-2 py-1">
      <div className="grid grid-cols-2 items-start gap-2">
        {amount('costUsd')}
        {amount('tokens')}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-ink-2">{t('then')}</span>
        <Segmented<OnBudget>
          label={t('then')}
          value={draft.onBudget}
          options={(['stop', 'ask'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={(onBudget) => form.set({ onBudget })}
        />
      </div>
      <p className="text-meta text-ink-3">{t(`${draft.onBudget}Help`)}</p>
      <FailureLine>{form.problem}</FailureLine>
      <p className="flex gap-2">
        <Button type="submit" look="primary" aria-disabled={form.isBusy || undefined}>
          {t('save')}
        </Button>
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </p>
    </form>
  );
}

function draftOf(budget: Budget | null): BudgetDraft {
  return {
    costUsd: budget?.maxCostUsd?.toString() ?? '',
    tokens: budget?.maxTokens?.toString() ?? '',
    onBudget: budget?.onBudget ?? 'stop',
  };
}
