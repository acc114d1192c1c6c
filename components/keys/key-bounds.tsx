'use client';
import { useTranslations } from 'use-intl';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';

const DAY_MS = 86_400_000;
const RATE_MAX = 1_000_000;
/** Days until a key expires; 0 for never. */
const lifetimesDays = [0, 7, 30, 90, 365] as const;

/** How often a key may be used and for how long, as a person enters it. `days`: 0 for without end. */
export type KeyBoundsDraft = { readonly rate: string; readonly days: number };
export type KeyBounds = { readonly ratePerMinute?: number; readonly expiresAt?: string };

/** Undefined when the rate is no whole number from 1 to 1,000,000. */
export function readKeyBounds({ rate, days }: KeyBoundsDraft): KeyBounds | undefined {
  const ratePerMinute = Number(rate.trim());
  const isRate = Number.isInteger(ratePerMinute) && ratePerMinute > 0 && ratePerMinute <= RATE_MAX;
  if (rate.trim() !== '' && !isRate) return undefined;
  return {
    ...(rate.trim() !== '' && { ratePerMinute }),
    ...(days > 0 && { expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() }),
  };
}

type KeyBoundsFieldsProps = {
  /** Of the form: the fields have the ids `{id}-rate` and `{id}-expiry`. */
  id: string;
  rateLabel: string;
  draft: KeyBoundsDraft;
  isRateInvalid: boolean;
  onChange: (draft: KeyBoundsDraft) => void;
};

/** The fields of a new key for its rate and expiry. */
export function KeyBoundsFields({ id, rateLabel, draft, isRateInvalid, onChange }: KeyBoundsFieldsProps) {
  const t = useTranslations('keys');
  const rateProblem = isRateInvalid ? t('rateInvalid', { max: RATE_MAX }) : undefined;
  return (
    <div className="grid grid-cols-2 gap-2">
      <Field id={`${id}-rate`} label={rateLabel} isRequired={false} error={rateProblem}>
        {(control) => (
          <TextInput
            {...control}
            value={draft.rate}
            inputMode="numeric"
            autoComplete="off"
            placeholder={t('noRate')}
            onChange={(event) => onChange({ ...draft, rate: event.target.value })}
          />
        )}
      </Field>
      <Field id={`${id}-expiry`} label={t('expiry')} isRequired={false}>
        {(control) => (
          <Select {...control} value={draft.days} onChange={(event) => onChange({ ...draft, days: Number(event.target.value) })}>
            {lifetimesDays.map((lifetime) => (
              <option key={lifetime} value={lifetime}>
                {lifetime === 0 ? t('never') : t('inDays', { count: lifetime })}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}
