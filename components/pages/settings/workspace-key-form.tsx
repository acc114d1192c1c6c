'use client';
import { KeyRound } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useEntryForm } from '#components/data/use-entry-form.ts';
import { type KeyBoundsDraft, KeyBoundsFields, readKeyBounds, useKeyProblems } from '#components/keys/key-bounds.tsx';
import { KeyNameField } from '#components/keys/key-name-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { FailureLine } from '#components/ui/failure-line.tsx';
import { type Scope, scopes } from '#lib/api/scope.ts';

type WorkspaceKeyFormProps = { readonly onMade: (key: string) => Promise<void> };
type WorkspaceKeyDraft = KeyBoundsDraft & { readonly name: string; readonly scopes: readonly Scope[] };

/** Creates a key: its name, what it may do, how often, and until when. */
export function WorkspaceKeyForm({ onMade }: WorkspaceKeyFormProps) {
  const t = useTranslations('workspaceKeys');
  const keyProblemsOf = useKeyProblems();
  const form = useEntryForm<WorkspaceKeyDraft, string>({
    id: 'workspace-key',
    first: { name: '', scopes: ['read'], rate: '', days: 90 },
    problemsOf: (draft) => ({
      ...keyProblemsOf(draft),
      ...(draft.scopes.length === 0 && { scopes: t('scopesMissing') }),
    }),
    async send(draft) {
      const body = { name: draft.name.trim(), scopes: [...draft.scopes], ...readKeyBounds(draft) };
      return (await apiClient.createWorkspaceKey({ body })).key;
    },
    async onSaved(key) {
      form.reset((now) => ({ ...now, name: '' }));
      await onMade(key);
    },
  });
  const chosen = form.draft.scopes;
  const { id: scopesId, error: scopesProblem } = form.field('scopes');
  const toggle = (scope: Scope) => form.set({ scopes: scopes.filter((one) => (one === scope) !== chosen.includes(one)) });
  return (
    <form {...form.props} aria-label={t('form')} className="grid gap-3">
      <KeyNameField {...form.text('name')} label={t('name')} example={t('nameExample')} />
      <fieldset data-field="" aria-describedby={scopesProblem && `${scopesId}-error`} className="grid gap-1">
        <legend className="pb-1 text-ink-2">{t('scopesTitle')}</legend>
        {scopes.map((scope, index) => (
          <span key={scope} className="flex items-start gap-1">
            <Checkbox
              id={index === 0 ? scopesId : `scope-${scope}`}
              aria-invalid={index === 0 && scopesProblem !== undefined}
              checked={chosen.includes(scope)}
              aria-describedby={`scope-${scope}-text${index === 0 && scopesProblem ? ` ${scopesId}-error` : ''}`}
              onCheckedChange={() => toggle(scope)}
            />
            <span className="min-w-0 py-0.5">
              <label htmlFor={index === 0 ? scopesId : `scope-${scope}`} className="font-strong">
                {t(`scopes.${scope}`)}
              </label>{' '}
              <span id={`scope-${scope}-text`} className="text-ink-3">
                {t(`scopeTexts.${scope}`)}
              </span>
            </span>
          </span>
        ))}
        <div aria-live="polite" className="contents">
          {scopesProblem ? (
            <p id={`${scopesId}-error`} className="text-failed">
              {scopesProblem}
            </p>
          ) : null}
        </div>
      </fieldset>
      <KeyBoundsFields rateLabel={t('rate')} draft={form.draft} field={form.field} onChange={form.set} />
      <FailureLine>{form.problem}</FailureLine>
      <Button type="submit" className="justify-self-start" aria-disabled={form.isBusy || undefined}>
        <KeyRound size={12} aria-hidden="true" />
        {t('make')}
      </Button>
    </form>
  );
}
