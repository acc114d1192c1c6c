'use client';
import { type ClipboardEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import type { FieldModel } from '#components/inspector/field/field-model.ts';
import { type FieldReading, plainText } from '#components/inspector/field/field-text.ts';
import { FormScopeProvider, fieldElementId, useFormScope, useFormValue } from '#components/inspector/field/form-scope.tsx';
import { useFieldText } from '#components/inspector/field/use-field-text.ts';
import { ConfigField } from '#components/inspector/form/config-field.tsx';
import { moveItem } from '#components/inspector/form/drop-slot.ts';
import { ItemList } from '#components/inspector/form/item-list.tsx';
import { freeName } from '#components/inspector/form/key-values.ts';
import { AddButton } from '#components/inspector/form/list-fields.tsx';
import { NameInput } from '#components/inspector/form/name-input.tsx';
import { focusToType } from '#components/ui/focus-soon.ts';
import { isRecord, setAtPath } from '#lib/json/set-at-path.ts';
import { titledLines } from '#lib/text/titled-lines.ts';
import { branchIdOfTitle } from '#lib/workflow/edit/branch-id-of-title.ts';
import { casesOfLines } from '#lib/workflow/edit/cases-of-lines.ts';
import { removePort, renamePort } from '#lib/workflow/edit/rename-port.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** The cases of a switch or the classes of a classifier. Each is a port, so its edges move with it. */
export function CasesField(props: FieldProps) {
  const { model, path, value } = props;
  const { formId, edit, reader } = useFormScope();
  const t = useTranslations('inspector');
  const [added, setAdded] = useState<number>();
  const cases = Array.isArray(value) ? value : [];
  const ids = cases.map((one) => plainText(partOf(one, 'id')));
  const fields = titleFirst(model.control.kind === 'cases' ? model.control.item : []);
  const deciding = decidingField(fields);
  const base = path.at(-1) === 'classes' ? 'class' : 'case';
  function add() {
    edit(path, [...cases, { id: freeName(ids, `${base}_${cases.length + 1}`), [deciding]: '' }]);
    setAdded(cases.length);
    const first = fields.some(({ name }) => name === 'title') ? 'title' : deciding;
    focusToType(fieldElementId(formId, [...path, cases.length, first]));
  }
  function remove(index: number) {
    const port = ids[index] ?? '';
    const isLast = ids.filter((id) => id === port).length === 1;
    edit(path, cases.toSpliced(index, 1), {
      also: (workflow) => (isLast && reader !== undefined ? removePort(workflow, { nodeId: reader, port }) : workflow),
    });
  }
  const isEmpty = (item: unknown) => plainText(partOf(item, 'title')) === '' && plainText(partOf(item, deciding)) === '';
  /** Several lines that are pasted into a title are several cases. They take the place of empty ones. */
  function paste(event: ClipboardEvent, index: number) {
    const lines = titledLines(event.clipboardData.getData('text/plain'));
    if (lines.length < 2) return;
    event.preventDefault();
    const [before, after] = [cases.slice(0, isEmpty(cases[index]) ? index : index + 1), cases.slice(index + 1)];
    const rest = after.filter((one) => !isEmpty(one));
    const others = [...before, ...rest].map((one) => plainText(partOf(one, 'id')));
    const pasted = casesOfLines(lines, { others, base, deciding, isTitleEnough: base === 'class' });
    const left = cases.slice(before.length).filter(isEmpty);
    edit(path, [...before, ...pasted, ...rest], {
      also: (workflow) => left.reduce<Workflow>((moved, one, place) => movePort(moved, one, pasted[place]?.id), workflow),
    });
  }
  /** An edge of an empty case belongs to the case that took its place. */
  function movePort(workflow: Workflow, item: unknown, to: string | undefined): Workflow {
    const port = plainText(partOf(item, 'id'));
    if (reader === undefined) return workflow;
    return to === undefined ? removePort(workflow, { nodeId: reader, port }) : renamePort(workflow, { nodeId: reader, port }, to);
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
              if (field.name === 'id') return <CaseIdField key={field.name} {...shared} others={others} />;
              if (field.name === 'title')
                return (
                  <div key={field.name} onPaste={(event) => paste(event, index)}>
                    <CaseTitleField {...shared} item={one} others={others} />
                  </div>
                );
              return <ConfigField key={field.name} {...shared} />;
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

/** People think of titles; the id, which is made of it, comes last. */
function titleFirst(fields: readonly FieldModel[]): readonly FieldModel[] {
  const rank = ({ name }: FieldModel) => (name === 'title' ? 0 : name === 'id' ? 2 : 1);
  return fields.toSorted((a, b) => rank(a) - rank(b));
}

/** The title of a case. The id of its port is made of it, unless a person wrote another one. */
function CaseTitleField({ item, others, ...props }: FieldProps & { item: unknown; others: readonly string[] }) {
  const scope = useFormScope();
  const value = useFormValue();
  const t = useTranslations('inspector');
  const { edit, reader } = scope;
  const id = plainText(partOf(item, 'id'));
  const before = plainText(partOf(item, 'title'));
  const editTitle: typeof edit = (at, next, options) => {
    const to = branchIdOfTitle(plainText(next), { id, title: before, others });
    if (to === id || !isRecord(item)) return edit(at, next, options);
    edit(props.path.slice(0, -1), setAtPath({ ...item, id: to }, ['title'], next), {
      ...options,
      also: (workflow) => (reader === undefined ? workflow : renamePort(workflow, { nodeId: reader, port: id }, to)),
    });
  };
  return (
    <FormScopeProvider scope={{ ...scope, edit: editTitle }} value={value}>
      <ConfigField {...props} model={{ ...props.model, placeholder: t('pasteCases') }} />
    </FormScopeProvider>
  );
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
