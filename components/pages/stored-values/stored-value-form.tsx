'use client';
import { useTranslations } from 'use-intl';
import { useEntryForm } from '#components/data/use-entry-form.ts';
import { Field } from '#components/ui/field.tsx';
import { FormFoot } from '#components/ui/form-foot.tsx';
import { readJson } from '#components/ui/read-json.ts';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { ContractInput } from '#lib/api/define-contract.ts';
import { MAX_TTL_MS, type StoredValueResource, type setStoredValue } from '#lib/api/stored-values.contract.ts';

const MINUTE_MS = 60_000;
const KEY_MAX_LENGTH = 500;

export type StoredValueBody = ContractInput<typeof setStoredValue>['body'];

type StoredValueFormProps = {
  /** Undefined for a new one. */
  stored: StoredValueResource | undefined;
  nowMs: number;
  onSave: (body: StoredValueBody) => Promise<unknown>;
  onSaved: () => Promise<void>;
  onCancel: () => void;
};
type Draft = { readonly key: string; readonly value: string; readonly ttlMs: string };

/** Key, value as JSON, and how long it stays. */
export function StoredValueForm({ stored, nowMs, onSave, onSaved, onCancel }: StoredValueFormProps) {
  const t = useTranslations('storedValues');
  const form = useEntryForm<Draft, true>({
    id: 'stored',
    first: () => ({
      key: stored?.key ?? '',
      value: stored ? JSON.stringify(stored.value, null, 2) : '',
      ttlMs: minutesLeft(stored, nowMs),
    }),
    problemsOf({ key, value, ttlMs }) {
      const read = readJson(value);
      return {
        ...(key === '' && { key: t('keyMissing') }),
        ...(!isTtl(ttlMs) && { ttlMs: t('wrongTtl') }),
        ...('reason' in read && { value: value.trim() === '' ? t('keyMissing') : t('notJson', read) }),
      };
    },
    async send({ key, value, ttlMs }) {
      const read = readJson(value);
      if ('reason' in read) return undefined;
      await onSave({ key, value: read.value as StoredValueBody['value'], ...(ttlMs.trim() !== '' && { ttlMs: inMs(ttlMs) }) });
      return true;
    },
    onSaved,
  });

  return (
    <form {...form.props} className="grid max-w-200 gap-3">
      <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_200px]">
        <TextField
          {...form.text('key')}
          label={t('key')}
          isRequired
          maxLength={KEY_MAX_LENGTH}
          readOnly={stored !== undefined}
          className="font-mono"
        />
        <TextField {...form.text('ttlMs')} label={t('ttl')} help={t('ttlHelp')} inputMode="decimal" className="tabular-nums" />
      </div>
      <Field {...form.field('value')} label={t('value')} isRequired help={t('valueHelp')}>
        {(control) => (
          <TextArea
            {...control}
            rows={5}
            value={form.draft.value}
            spellCheck={false}
            className="font-mono text-meta leading-[17px]!"
            onChange={(event) => form.set({ value: event.target.value })}
          />
        )}
      </Field>
      <FormFoot
        title={t('notSaved')}
        problem={form.problem}
        isBusy={form.isBusy}
        saveLabel={t('save')}
        cancelLabel={t('cancel')}
        onCancel={onCancel}
      />
    </form>
  );
}

function inMs(minutes: string): number {
  return Math.round(Number(minutes) * MINUTE_MS);
}

/** Empty for a value that stays, or minutes that the server stores. */
function isTtl(minutes: string): boolean {
  return minutes.trim() === '' || (inMs(minutes) >= 1 && inMs(minutes) <= MAX_TTL_MS);
}

function minutesLeft(stored: StoredValueResource | undefined, nowMs: number): string {
  if (!stored?.expiresAt) return '';
  return String(Math.max(1, Math.ceil((Date.parse(stored.expiresAt) - nowMs) / MINUTE_MS)));
}
