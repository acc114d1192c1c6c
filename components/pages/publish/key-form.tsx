'use client';
import { KeyRound } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { errorMessage } from '#lib/errors/error-message.ts';

const DAY_MS = 86_400_000;
const NAME_MAX_LENGTH = 100;
const RATE_MAX = 1_000_000;
/** Days until a key opens nothing any more; 0 for never. */
const lifetimesDays = [0, 7, 30, 90, 365] as const;

type KeyFormProps = { slug: string; onMade: (key: string) => Promise<void> };
type Problems = { readonly name?: string; readonly rate?: string; readonly whole?: string };

/** Makes a key: what it is called, how often it may be used, and until when. */
export function KeyForm({ slug, onMade }: KeyFormProps) {
  const t = useTranslations('publish');
  const [name, setName] = useState('');
  const [rate, setRate] = useState('');
  const [days, setDays] = useState<number>(0);
  const [isSending, setIsSending] = useState(false);
  const [problems, setProblems] = useState<Problems>({});

  async function make(event: SubmitEvent) {
    event.preventDefault();
    if (isSending) return;
    const ratePerMinute = readRate(rate);
    const found: Problems = {
      ...(name.trim() === '' && { name: t('keyNameMissing') }),
      ...(Number.isNaN(ratePerMinute) && { rate: t('rateInvalid', { max: RATE_MAX }) }),
    };
    setProblems(found);
    if (found.name || found.rate) return document.getElementById(found.name ? 'key-name' : 'key-rate')?.focus();
    setIsSending(true);
    try {
      const bounds = {
        ...(ratePerMinute !== undefined && { ratePerMinute }),
        ...(days > 0 && { expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() }),
      };
      const { key } = await apiClient.createKey({ params: { slug }, body: { name: name.trim(), ...bounds } });
      setName('');
      await onMade(key);
    } catch (error) {
      setProblems({ whole: errorMessage(error) });
    }
    setIsSending(false);
  }

  return (
    <form onSubmit={make} noValidate aria-label={t('keyForm')} className="grid gap-2">
      <Field id="key-name" label={t('keyName')} isRequired error={problems.name}>
        {(control) => (
          <TextInput
            {...control}
            value={name}
            maxLength={NAME_MAX_LENGTH}
            autoComplete="off"
            placeholder={t('keyNameExample')}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-2">
        <Field id="key-rate" label={t('rate')} isRequired={false} error={problems.rate}>
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
        <Field id="key-expiry" label={t('expiry')} isRequired={false}>
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
        {t('makeKey')}
      </Button>
    </form>
  );
}

/** Undefined for no limit, NaN for an invalid number. */
function readRate(text: string): number | undefined {
  if (text.trim() === '') return undefined;
  const rate = Number(text.trim());
  return Number.isInteger(rate) && rate > 0 && rate <= RATE_MAX ? rate : Number.NaN;
}
