'use client';
import { useTranslations } from 'use-intl';
import { SelectField } from '#components/ui/select-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';

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

/** Problems of the name and the bounds of a new key. */
export function useKeyProblems() {
  const t = useTranslations('keys');
  return ({ name, ...bounds }: KeyBoundsDraft & { readonly name: string }) => ({
    ...(name.trim() === '' && { name: t('nameMissing') }),
    ...(!readKeyBounds(bounds) && { rate: t('rateInvalid', { max: RATE_MAX }) }),
  });
}

type KeyBoundsFieldsProps = {
  rateLabel: string;
  draft: KeyBoundsDraft;
  field: (key: keyof KeyBoundsDraft) => { readonly id: string; readonly error: string | undefined };
  onChange: (part: Partial<KeyBoundsDraft>) => void;
};

/** The fields of a new key for its rate and expiry. */
export function KeyBoundsFields({ rateLabel, draft, field, onChange }: KeyBoundsFieldsProps) {
  const t = useTranslations('keys');
  return (
    <div className="grid grid-cols-2 gap-2">
      <TextField
        {...field('rate')}
        label={rateLabel}
        value={draft.rate}
        inputMode="numeric"
        placeholder={t('noRate')}
        onChange={(rate) => onChange({ rate })}
      />
      <SelectField
        {...field('days')}
        label={t('expiry')}
        value={String(draft.days)}
        options={lifetimesDays.map((lifetime) => ({
          value: String(lifetime),
          label: lifetime === 0 ? t('never') : t('inDays', { count: lifetime }),
        }))}
        onChange={(days) => onChange({ days: Number(days) })}
      />
    </div>
  );
}
