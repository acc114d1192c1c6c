'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { type FieldModel, isShown } from '#components/inspector/field/field-model.ts';
import { plainText } from '#components/inspector/field/field-text.ts';
import { fieldElementId, useFormScope } from '#components/inspector/field/form-scope.tsx';
import { ConfigField } from '#components/inspector/form/config-field.tsx';
import { moveItem } from '#components/inspector/form/drop-slot.ts';
import { ItemList } from '#components/inspector/form/item-list.tsx';
import { AddButton } from '#components/inspector/form/list-fields.tsx';
import { focusToType } from '#components/ui/focus-soon.ts';
import { useOptionWords } from '#components/ui/use-option-words.ts';
import { isRecord } from '#lib/json/set-at-path.ts';

/** A list of objects, each a folded row with the fields of one. Choices of a new row follow those of the last one. */
export function RowsField(props: FieldProps) {
  const { model, path, value } = props;
  const { formId, edit } = useFormScope();
  const t = useTranslations('inspector');
  const wordOption = useOptionWords();
  const [added, setAdded] = useState<number>();
  const rows = Array.isArray(value) ? value : [];
  const fields = model.control.kind === 'rows' ? model.control.item : [];
  const partOf = (row: unknown, name: string) => (isRecord(row) ? row[name] : undefined);
  const shownIn = (row: unknown) => fields.filter((field) => isShown(field, fields, isRecord(row) ? row : {}));
  const written = fields.find(({ isRequired, control }) => isRequired && control.kind !== 'choice');
  function add() {
    const first = written ?? fields[0];
    if (!first) return;
    edit(path, [...rows, { ...nextChoices(fields, rows.at(-1)), ...(written && { [written.name]: '' }) }]);
    setAdded(rows.length);
    focusToType(fieldElementId(formId, [...path, rows.length, first.name]));
  }
  function wordsOf(row: unknown): string[] {
    return shownIn(row)
      .map(({ name, control, defaultValue }) => {
        const part = partOf(row, name) ?? defaultValue;
        if (control.kind === 'choice' && !control.areData) return typeof part === 'string' && part !== '' ? wordOption(part) : '';
        return Array.isArray(part) ? part.map(plainText).join(', ') : plainText(part);
      })
      .filter((text) => text !== '');
  }
  return (
    <FieldFrame {...props} isGroup hasOwnProblems actions={<AddButton label={t('addRow')} onAdd={add} />}>
      {() => (
        <ItemList
          items={rows}
          openIndex={added}
          titleOf={(row, index) => <RowTitle words={wordsOf(row)} index={index} />}
          onMove={(from, to) => edit(path, moveItem(rows, from, to))}
          onRemove={(index) => {
            const left = rows.toSpliced(index, 1);
            edit(path, left.length > 0 ? left : undefined);
          }}
        >
          {(row, index) =>
            shownIn(row).map((field) => (
              <ConfigField key={field.name} model={field} path={[...path, index, field.name]} value={partOf(row, field.name)} />
            ))
          }
        </ItemList>
      )}
    </FieldFrame>
  );
}

/** What a row says, beginning with what it is. */
function RowTitle({ words: [first, ...rest], index }: { words: readonly string[]; index: number }) {
  const t = useTranslations('inspector');
  return (
    <>
      <span className="max-w-1/2 shrink-0 truncate">{first ?? t('itemNumber', { number: index + 1 })}</span>
      <span className="min-w-0 grow truncate px-1 text-meta text-ink-3">{rest.join(' · ')}</span>
    </>
  );
}

/** For each choice that a row has, the option after that of the last row, as the speakers of a dialogue alternate. */
function nextChoices(fields: readonly FieldModel[], last: unknown): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ name, control, isRequired, defaultValue }): [string, string][] => {
      if (control.kind !== 'choice' || (!isRequired && defaultValue === undefined)) return [];
      const before = isRecord(last) ? plainText(last[name] ?? defaultValue) : undefined;
      const next = before === undefined ? 0 : (control.options.indexOf(before) + 1) % control.options.length;
      return [[name, control.options[next] ?? '']];
    }),
  );
}
