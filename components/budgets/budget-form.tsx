'use client';
import { type SubmitEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type BudgetDraft, readBudget } from '#components/budgets/read-budget.ts';
import { Button } from '#components/ui/button.tsx';
import { FailureLine } from '#components/ui/failure-line.tsx';
import { Field } from '#components/ui/field.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { errorMessage } from '#lib/errors/error-message.ts';
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
  const [draft, setDraft] = useState<BudgetDraft>(() => draftOf(budget));
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const change = (part: Partial<BudgetDraft>) => setDraft((before) => ({ ...before, ...part }));

  async function save(event: SubmitEvent) {
    event.preventDefault();
    if (isSaving) return;
    const read = readBudget(draft);
    setProblem(undefined);
    setWrong('invalidFields' in read ? read.invalidFields : []);
    if ('invalidFields' in read) return document.getElementById(`${id}-${read.invalidFields[0]}`)?.focus();
    setIsSaving(true);
    try {
      await onSave(read.budget);
    } catch (error) {
      setProblem(errorMessage(error));
    }
    setIsSaving(false);
  }

  const amount = (field: 'costUsd' | 'tokens') => (
    <Field
      id={`${id}-${field}`}
      label={t(field)}
      isRequired={false}
      error={wrong.includes(field) ? t(`${field}Wrong`) : undefined}
    >
      {(control) => (
        <TextInput
          {...control}
          value={draft[field]}
          maxLength={LONGEST_AMOUNT}
          inputMode={field === 'costUsd' ? 'decimal' : 'numeric'}
          autoComplete="off"
          placeholder={t('noLimit')}
          onChange={(event) => change({ [field]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <form onSubmit={save} noValidate aria-label={label} className="grid max-w-96 gap-2 py-1">
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
          onChange={(onBudget) => change({ onBudget })}
        />
      </div>
      <p className="text-meta text-ink-3">{t(`${draft.onBudget}Help`)}</p>
      <FailureLine>{problem}</FailureLine>
      <p className="flex gap-2">
        <Button type="submit" look="primary" aria-disabled={isSaving || undefined}>
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
