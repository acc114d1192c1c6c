'use client';
import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { visibleText } from '#lib/i18n/visible-text.ts';

export type NameOption = { readonly name: string; readonly label: string };

type NameListProps = {
  id: string;
  label: string;
  help: string;
  error?: string | undefined;
  isRequired?: boolean;
  /** Whether one name may be chosen several times. */
  mayRepeat?: boolean;
  chosen: readonly string[];
  options: readonly NameOption[];
  onChange: (chosen: readonly string[]) => void;
};

/** Chosen names in their order, and a list to add more from. Names that are not in the list stay. */
export function NameList({ id, label, help, error, chosen, options, onChange, ...is }: NameListProps) {
  const { isRequired = false, mayRepeat = false } = is;
  const t = useTranslations('agentsPage');
  const left = mayRepeat ? options : options.filter(({ name }) => !chosen.includes(name));
  return (
    <Field id={id} label={label} isRequired={isRequired} help={help} error={error}>
      {(control) => (
        <div className="grid gap-1">
          {chosen.length > 0 ? (
            <ul className="flex flex-wrap gap-1">
              {chosen.map((name, index) => (
                <li
                  // biome-ignore lint/suspicious/noArrayIndexKey: a name may appear twice
                  key={index}
                  className="flex h-6 max-w-full min-w-0 items-center rounded-control border border-line-2 bg-raised pl-1.5"
                >
                  <code className="min-w-0 truncate text-meta">{visibleText(name)}</code>
                  <button
                    type="button"
                    aria-label={t('removeName', { name: visibleText(name) })}
                    onClick={() => onChange(chosen.toSpliced(index, 1))}
                    className="grid size-6 shrink-0 place-items-center rounded-control text-ink-3 hover:bg-hover hover:text-ink-1"
                  >
                    <X size={12} aria-hidden="true" />
                  </button>
                </li>
              ))}
            </ul>
          ) : null}
          <Select {...control} value="" onChange={(event) => onChange([...chosen, event.target.value])}>
            <option value="">{t('addName')}</option>
            {left.map(({ name, label: text }) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </Select>
        </div>
      )}
    </Field>
  );
}
