'use client';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { focusFirstInvalid } from '#components/ui/focus-first-invalid.ts';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { ContractInput } from '#lib/api/define-contract.ts';
import type { StoredValueResource, setStoredValue } from '#lib/api/stored-values.contract.ts';

const MINUTE_MS = 60_000;

export type StoredValueBody = ContractInput<typeof setStoredValue>['body'];

type StoredValueFormProps = {
  /** Undefined for a new one. */
  stored: StoredValueResource | undefined;
  nowMs: number;
  onSave: (body: StoredValueBody) => void;
  onCancel: () => void;
};

/** Key, value as JSON, and how long it stays. */
export function StoredValueForm({ stored, nowMs, onSave, onCancel }: StoredValueFormProps) {
  const t = useTranslations('storedValues');
  const [key, setKey] = useState(stored?.key ?? '');
  const [text, setText] = useState(stored ? JSON.stringify(stored.value, null, 2) : '');
  const [minutes, setMinutes] = useState(minutesLeft(stored, nowMs));
  const [isTried, setIsTried] = useState(false);
  const value = readJson(text);
  const ttlMs = minutes.trim() === '' ? undefined : Math.round(Number(minutes) * MINUTE_MS);
  const isTtlWrong = ttlMs !== undefined && !(ttlMs >= 1);

  function save(form: HTMLFormElement) {
    flushSync(() => setIsTried(true));
    if (key === '' || !value || isTtlWrong) return focusFirstInvalid(form);
    onSave({ key, value: value.json, ...(ttlMs !== undefined && { ttlMs }) });
  }

  return (
    <form
      className="grid max-w-200 gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save(event.currentTarget);
      }}
    >
      <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_200px]">
        <Field id="stored-key" label={t('key')} isRequired error={isTried && key === '' ? t('keyMissing') : undefined}>
          {(shared) => (
            <TextInput
              {...shared}
              value={key}
              readOnly={stored !== undefined}
              maxLength={500}
              autoComplete="off"
              className="font-mono"
              onChange={(event) => setKey(event.target.value)}
            />
          )}
        </Field>
        <Field
          id="stored-ttl"
          label={t('ttl')}
          isRequired={false}
          help={t('ttlHelp')}
          error={isTried && isTtlWrong ? t('wrongTtl') : undefined}
        >
          {(shared) => (
            <TextInput
              {...shared}
              value={minutes}
              inputMode="decimal"
              autoComplete="off"
              className="tabular-nums"
              onChange={(event) => setMinutes(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Field
        id="stored-value"
        label={t('value')}
        isRequired
        help={t('valueHelp')}
        error={isTried && !value ? t(text.trim() === '' ? 'keyMissing' : 'notJson') : undefined}
      >
        {(shared) => (
          <TextArea
            {...shared}
            rows={5}
            value={text}
            spellCheck={false}
            className="font-mono text-meta leading-[17px]!"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" look="primary" size="large">
          {t('save')}
        </Button>
        <Button size="large" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

function minutesLeft(stored: StoredValueResource | undefined, nowMs: number): string {
  if (!stored?.expiresAt) return '';
  return String(Math.max(1, Math.ceil((Date.parse(stored.expiresAt) - nowMs) / MINUTE_MS)));
}

function readJson(text: string): { readonly json: StoredValueBody['value'] } | undefined {
  try {
    return { json: JSON.parse(text) as StoredValueBody['value'] };
  } catch {
    return undefined;
  }
}
