'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { plainText } from '#components/inspector/field/field-text.ts';
import { fieldElementId, useFormScope } from '#components/inspector/field/form-scope.tsx';
import { ConfigField } from '#components/inspector/form/config-field.tsx';
import { moveItem } from '#components/inspector/form/drop-slot.ts';
import { ItemList } from '#components/inspector/form/item-list.tsx';
import { AddButton } from '#components/inspector/form/list-fields.tsx';
import { newStartInput, startInputFields } from '#components/inspector/form/start-input-fields.ts';
import { focusToType } from '#components/ui/focus-soon.ts';
import { isRecord } from '#lib/json/set-at-path.ts';

/** The inputs of a run. */
export function StartInputsField(props: FieldProps) {
  const { model, path, value } = props;
  const { formId, edit } = useFormScope();
  const t = useTranslations('inspector');
  const [added, setAdded] = useState<number>();
  const inputs = Array.isArray(value) ? value : [];
  const item = model.control.kind === 'inputs' ? model.control.item : [];
  function add() {
    edit(path, [...inputs, newStartInput(inputs.map((input) => plainText(nameOf(input))))]);
    setAdded(inputs.length);
    focusToType(fieldElementId(formId, [...path, inputs.length, 'name']));
  }
  return (
    <FieldFrame {...props} isGroup hasOwnProblems actions={<AddButton label={t('addInput')} onAdd={add} />}>
      {() => (
        <ItemList
          items={inputs}
          openIndex={added}
          titleOf={(input, index) => <InputTitle input={input} index={index} />}
          onMove={(from, to) => edit(path, moveItem(inputs, from, to))}
          onRemove={(index) => edit(path, inputs.length === 1 ? undefined : inputs.toSpliced(index, 1))}
        >
          {(input, index) =>
            startInputFields(item, input).map((field) => (
              <ConfigField
                key={`${field.name} ${field.control.kind}`}
                model={field}
                path={[...path, index, field.name]}
                value={isRecord(input) ? input[field.name] : undefined}
              />
            ))
          }
        </ItemList>
      )}
    </FieldFrame>
  );
}

function InputTitle({ input, index }: { input: unknown; index: number }) {
  const t = useTranslations('inspector');
  const { type, required } = isRecord(input) ? input : {};
  return (
    <>
      <code className="min-w-0 grow truncate">{plainText(nameOf(input)) || t('itemNumber', { number: index + 1 })}</code>
      {required === true ? <span className="shrink-0 text-meta text-ink-3">{t('required')}</span> : null}
      <span className="shrink-0 px-1 text-meta text-ink-3">{plainText(type)}</span>
    </>
  );
}

function nameOf(input: unknown): unknown {
  return isRecord(input) ? input.name : undefined;
}
