'use client';
import { Plus, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Pair } from '#components/credentials/credential-draft.ts';
import { Button } from '#components/ui/button.tsx';
import { TextInput } from '#components/ui/text-input.tsx';

type PairRowsProps = {
  id: string;
  label: string;
  pairs: readonly Pair[];
  isSecret: boolean;
  error: string | undefined;
  onChange: (pairs: readonly Pair[]) => void;
};

/** Names with values; secret values are not shown. */
export function PairRows({ id, label, pairs, isSecret, error, onChange }: PairRowsProps) {
  const t = useTranslations('credentials');
  const change = (row: number, changed: Partial<Pair>) =>
    onChange(pairs.map((pair) => (pair.row === row ? { ...pair, ...changed } : pair)));
  function add() {
    const row = Math.max(0, ...pairs.map((pair) => pair.row)) + 1;
    onChange([...pairs, { row, name: '', value: '' }]);
  }
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      data-field=""
      data-invalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      className="grid scroll-my-4 content-start gap-1"
    >
      <legend className="pb-1 font-strong text-ink-2">{label}</legend>
      {pairs.map(({ row, name, value }, index) => (
        <div key={row} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_24px] items-center gap-1">
          <TextInput
            aria-label={t('pairName', { label, number: index + 1 })}
            placeholder={t('pairNameExample')}
            autoComplete="off"
            spellCheck={false}
            value={name}
            onChange={(event) => change(row, { name: event.target.value })}
            className="font-mono"
          />
          <TextInput
            aria-label={t('pairValue', { label, number: index + 1 })}
            placeholder={t('pairValueExample')}
            type={isSecret ? 'password' : 'text'}
            autoComplete={isSecret ? 'new-password' : 'off'}
            spellCheck={false}
            value={value}
            onChange={(event) => change(row, { value: event.target.value })}
            className="font-mono"
          />
          <Button
            look="quiet"
            size="icon"
            aria-label={t('pairRemove', { label, number: index + 1 })}
            onClick={() => onChange(pairs.filter((pair) => pair.row !== row))}
          >
            <X size={12} aria-hidden="true" />
          </Button>
        </div>
      ))}
      <span>
        <Button onClick={add} aria-label={t('pairAddTo', { label })}>
          <Plus size={12} aria-hidden="true" />
          {t('pairAdd')}
        </Button>
      </span>
      {error ? (
        <p id={`${id}-error`} className="text-meta text-failed wrap-anywhere">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
