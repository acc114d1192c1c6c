'use client';
import { KeyRound } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { type KeyBoundsDraft, KeyBoundsFields, readKeyBounds } from '#components/keys/key-bounds.tsx';
import { KeyNameField } from '#components/keys/key-name-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { FailureLine } from '#components/ui/failure-line.tsx';
import { type Scope, scopes } from '#lib/api/scope.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

type WorkspaceKeyFormProps = { readonly onMade: (key: string) => Promise<void> };
type Problems = { readonly name?: true; readonly scopes?: string; readonly rate?: true; readonly whole?: string };

/** Creates a key: its name, what it may do, how often, and until when. */
export function WorkspaceKeyForm({ onMade }: WorkspaceKeyFormProps) {
  const t = useTranslations('workspaceKeys');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Scope[]>(['read']);
  const [draft, setDraft] = useState<KeyBoundsDraft>({ rate: '', days: 90 });
  const [isSending, setIsSending] = useState(false);
  const [problems, setProblems] = useState<Problems>({});

  async function make(event: SubmitEvent) {
    event.preventDefault();
    if (isSending) return;
    const bounds = readKeyBounds(draft);
    const found: Problems = {
      ...(name.trim() === '' && { name: true }),
      ...(chosen.length === 0 && { scopes: t('scopesMissing') }),
      ...(!bounds && { rate: true }),
    };
    setProblems(found);
    const [first] = Object.keys(found);
    if (first !== undefined)
      return document.getElementById(first === 'scopes' ? `scope-${scopes[0]}` : `workspace-key-${first}`)?.focus();
    setIsSending(true);
    try {
      const { key } = await apiClient.createWorkspaceKey({ body: { name: name.trim(), scopes: [...chosen], ...bounds } });
      setName('');
      await onMade(key);
    } catch (error) {
      setProblems({ whole: errorMessage(error) });
    }
    setIsSending(false);
  }

  const toggle = (scope: Scope) =>
    setChosen(
      chosen.includes(scope)
        ? chosen.filter((one) => one !== scope)
        : scopes.filter((one) => one === scope || chosen.includes(one)),
    );
  return (
    <form onSubmit={make} noValidate aria-label={t('form')} className="grid gap-3">
      <KeyNameField
        id="workspace-key-name"
        label={t('name')}
        example={t('nameExample')}
        name={name}
        isMissing={problems.name === true}
        onChange={setName}
      />
      <fieldset className="grid gap-1">
        <legend className="pb-1 text-ink-2">{t('scopesTitle')}</legend>
        {scopes.map((scope) => (
          <span key={scope} className="flex items-start gap-1">
            <Checkbox
              id={`scope-${scope}`}
              checked={chosen.includes(scope)}
              aria-describedby={`scope-${scope}-text`}
              onCheckedChange={() => toggle(scope)}
            />
            <span className="min-w-0 py-0.5">
              <label htmlFor={`scope-${scope}`} className="font-strong">
                {t(`scopes.${scope}`)}
              </label>{' '}
              <span id={`scope-${scope}-text`} className="text-ink-3">
                {t(`scopeTexts.${scope}`)}
              </span>
            </span>
          </span>
        ))}
        {problems.scopes ? (
          <p role="alert" className="text-failed">
            {problems.scopes}
          </p>
        ) : null}
      </fieldset>
      <KeyBoundsFields
        id="workspace-key"
        rateLabel={t('rate')}
        draft={draft}
        isRateInvalid={problems.rate === true}
        onChange={setDraft}
      />
      <FailureLine>{problems.whole}</FailureLine>
      <Button type="submit" className="justify-self-start" aria-disabled={isSending || undefined}>
        <KeyRound size={12} aria-hidden="true" />
        {t('make')}
      </Button>
    </form>
  );
}
