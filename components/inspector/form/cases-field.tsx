'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import type { FieldModel } from '#components/inspector/field/field-model.ts';
import { type FieldReading, plainText } from '#components/inspector/field/field-text.ts';
import { fieldElementId, useFormScope } from '#components/inspector/field/form-scope.tsx';
import { useFieldText } from '#components/inspector/field/use-field-text.ts';
import { ConfigField } from '#components/inspector/form/config-field.tsx';
import { moveItem } from '#components/inspector/form/drop-slot.ts';
import { ItemList } from '#components/inspector/form/item-list.tsx';
import { freeName } from '#components/inspector/form/key-values.ts';
import { AddButton } from '#components/inspector/form/list-fields.tsx';
import { NameInput } from '#components/inspector/form/name-input.tsx';
import { focusToType } from '#components/ui/focus-soon.ts';
import { isRecord } from '#lib/json/set-at-path.ts';
import { removePort, renamePort } from '#lib/workflow/edit/rename-port.ts';

/** The cases of a switch or the classes of a classifier. Each is a port, so its edges move with it. */
export function CasesField(props: FieldProps) {
  const { model, path, value } = props;
  const { formId, edit, reader } = useFormScope();
  const t = useTranslations('inspector');
  const [added, setAdded] = useState<number>();
  const cases = Array.isArray(value) ? value : [];
  const ids = cases.map((one) => plainText(partOf(one, 'id')));
  const fields = model.control.kind === 'cases' ? model.control.item : [];
  const deciding = decidingField(fields);
  function add() {
    edit(path, [
      ...cases,
      { id: freeName(ids, `${path.at(-1) === 'classes' ? 'class' : 'case'}_${cases.length + 1}`), [deciding]: '' },
    ]);
    setAdded(cases.length);
    focusToType(fieldElementId(formId, [...path, cases.length, deciding]));
  }
  function remove(index: number) {
    const port = ids[index] ?? '';
    const isLast = ids.filter((id) => id === port).length === 1;
    edit(path, cases.toSpliced(index, 1), {
      also: (workflow) => (isLast && reader !== undefined ? removePort(workflow, { nodeId: reader, port }) : workflow),
    });
  }
  return (
    <FieldFrame {...props} isGroup hasOwnProblems actions={<AddButton label={t('addCase')} onAdd={add} />}>
      {() => (
        <ItemList
          items={cases}
          openIndex={added ?? 0}
          titleOf={(one, index) => <CaseTitle item={one} index={index} deciding={deciding} />}
          onMove={(from, to) => edit(path, moveItem(cases, from, to))}
          onRemove={remove}
        >
          {(one, index) =>
            fields.map((field) => {
              const shared = { model: field, path: [...path, index, field.name], value: partOf(one, field.name) };
              const others = ids.toSpliced(index, 1);
              return field.name === 'id' ? (
                <CaseIdField key={field.name} {...shared} others={others} />
              ) : (
                <ConfigField key={field.name} {...shared} />
              );
            })
          }
        </ItemList>
      )}
    </FieldFrame>
  );
}

/** The field with the condition of a case: `when` of a switch, `description` of a classifier. */
function decidingField(fields: readonly FieldModel[]): string {
  return fields.find(({ name, isRequired }) => isRequired && name !== 'id')?.name ?? 'id';
}

function CaseTitle({ item, index, deciding }: { item: unknown; index: number; deciding: string }) {
  const t = useTranslations('inspector');
  const title = plainText(partOf(item, 'title')) || plainText(partOf(item, 'id')) || t('itemNumber', { number: index + 1 });
  return (
    <>
      <span className="max-w-1/2 shrink-0 truncate">{title}</span>
      <code className="min-w-0 grow truncate px-1 text-meta text-ink-3">{plainText(partOf(item, deciding))}</code>
    </>
  );
}

/** The id of a case is the id of its port. It must be unique, and edges follow a change. */
function CaseIdField(props: FieldProps & { others: readonly string[] }) {
  const { path, value, others } = props;
  const { edit, reader } = useFormScope();
  const from = plainText(value);
  const read = (text: string): FieldReading => {
    if (text === '') return { problem: 'name-empty' };
    return others.includes(text) ? { problem: 'name-taken', values: { name: text } } : { value: text };
  };
  const onValue = (to: unknown) =>
    edit(path, to, {
      isTyping: true,
      also: (workflow) => (reader === undefined ? workflow : renamePort(workflow, { nodeId: reader, port: from }, String(to))),
    });
  const field = useFieldText({ path, value, toText: plainText, read, onValue });
  return (
    <FieldFrame {...props} typed={field.problem} isShort>
      {(control) => <NameInput {...control} field={field} />}
    </FieldFrame>
  );
}

function partOf(item: unknown, name: string): unknown {
  return isRecord(item) ? item[name] : undefined;
}
