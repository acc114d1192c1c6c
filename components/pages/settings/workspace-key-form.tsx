'use client';
import { KeyRound } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { type Scope, scopes } from '#lib/api/scope.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

const DAY_MS = 86_400_000;
const NAME_MAX_LENGTH = 100;
const RATE_MAX = 1_000_000;
/** Days until a key expires; 0 for never. */
const lifetimesDays = [30, 90, 365, 0] as const;

type WorkspaceKeyFormProps = { readonly onMade: (key: string) => Promise<void> };
type Problems = { readonly name?: string; readonly scopes?: string; readonly rate?: string; readonly whole?: string };

/** Creates a key: its name, what it may do, how often, and until when. */
export function WorkspaceKeyForm({ onMade }: WorkspaceKeyFormProps) {
  const t = useTranslations('workspaceKeys');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Scope[]>(['read']);
  const [rate, setRate] = useState('');
  const [days, setDays] = useState<number>(90);
  const [isSending, setIsSending] = useState(false);
  const [problems, setProblems] = useState<Problems>({});

  async function make(event: SubmitEvent) {
    event.preventDefault();
    if (isSending) return;
    const ratePerMinute = rate.trim() === '' ? undefined : Number(rate);
    const isRate =
      ratePerMinute === undefined || (Number.isInteger(ratePerMinute) && ratePerMinute > 0 && ratePerMinute <= RATE_MAX);
    const found: Problems = {
      ...(name.trim() === '' && { name: t('nameMissing') }),
      ...(chosen.length === 0 && { scopes: t('scopesMissing') }),
      ...(!isRate && { rate: t('rateInvalid', { max: RATE_MAX }) }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0)
      return document.getElementById(found.name ? 'workspace-key-name' : 'workspace-key-rate')?.focus();
    setIsSending(true);
    try {
      const { key } = await apiClient.createWorkspaceKey({
        body: {
          name: name.trim(),
          scopes: [...chosen],
          ...(ratePerMinute !== undefined && { ratePerMinute }),
          ...(days > 0 && { expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() }),
        },
      });
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
      <Field id="workspace-key-name" label={t('name')} isRequired error={problems.name}>
        {(control) => (
          <TextInput
            {...control}
            value={name}
            maxLength={NAME_MAX_LENGTH}
            autoComplete="off"
            placeholder={t('nameExample')}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
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
      <div className="grid grid-cols-2 gap-2">
        <Field id="workspace-key-rate" label={t('rate')} isRequired={false} error={problems.rate}>
          {(control) => (
            <TextInput
              {...control}
              value={rate}
              inputMode="numeric"
              autoComplete="off"
              placeholder={t('noRate')}
              onChange={(event) => setRate(event.target.value)}
            />
          )}
        </Field>
        <Field id="workspace-key-expiry" label={t('expiry')} isRequired={false}>
          {(control) => (
            <Select {...control} value={days} onChange={(event) => setDays(Number(event.target.value))}>
              {lifetimesDays.map((lifetime) => (
                <option key={lifetime} value={lifetime}>
                  {lifetime === 0 ? t('never') : t('inDays', { count: lifetime })}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {problems.whole ? (
        <p role="alert" className="text-failed wrap-anywhere">
          {problems.whole}
        </p>
      ) : null}
      <Button type="submit" className="justify-self-start" aria-disabled={isSending || undefined}>
        <KeyRound size={12} aria-hidden="true" />
        {t('make')}
      </Button>
    </form>
  );
}
