'use client';
import { Plus, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { FieldProblems } from '#components/inspector/field/field-problems.tsx';
import { plainText } from '#components/inspector/field/field-text.ts';
import { fieldElementId, useFormScope } from '#components/inspector/field/form-scope.tsx';
import { problemsAtField } from '#components/inspector/field/problems-at-field.ts';
import { DragHandle, OrderStatus, orderLook } from '#components/inspector/form/drag-handle.tsx';
import { moveItem } from '#components/inspector/form/drop-slot.ts';
import { useReorder } from '#components/inspector/form/use-reorder.ts';
import { Button } from '#components/ui/button.tsx';
import { focusToType } from '#components/ui/focus-soon.ts';
import { TextInput } from '#components/ui/text-input.tsx';
import { fieldPath } from '#lib/expression/field-path.ts';

/** Texts, one to a line. */
export function TextsField(props: FieldProps) {
  const { path, value, model } = props;
  const { formId, edit, problems } = useFormScope();
  const t = useTranslations('inspector');
  const texts = Array.isArray(value) ? value : [];
  const reorder = useReorder(texts.length, (from, to) => edit(path, moveItem(texts, from, to)));
  function add() {
    edit([...path, texts.length], '');
    focusToType(fieldElementId(formId, [...path, texts.length]));
  }
  return (
    <FieldFrame {...props} isGroup hasOwnProblems actions={<AddButton label={t('add', { title: model.title })} onAdd={add} />}>
      {() => (
        <>
          <ul className="grid gap-1">
            {texts.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: equal texts differ by their index only
              <li key={index} className={`grid gap-1 ${orderLook(reorder, index)}`}>
                <span className="flex items-center gap-0.5">
                  <DragHandle reorder={reorder} index={index} />
                  <TextInput
                    id={fieldElementId(formId, [...path, index])}
                    aria-label={t('itemNumber', { number: index + 1 })}
                    value={plainText(text)}
                    autoComplete="off"
                    onChange={(event) => edit([...path, index], event.target.value, { isTyping: true })}
                  />
                  <RemoveButton
                    label={t('removeItem', { number: index + 1 })}
                    onRemove={() => edit(path, texts.length === 1 ? undefined : texts.toSpliced(index, 1))}
                  />
                </span>
                <FieldProblems problems={problemsAtField(problems, fieldPath([...path, index]))} />
              </li>
            ))}
          </ul>
          <OrderStatus reorder={reorder} />
        </>
      )}
    </FieldFrame>
  );
}

export function AddButton({ label, onAdd }: { label: string; onAdd: () => void }) {
  return (
    <Button look="quiet" size="icon" data-add aria-label={label} title={label} onClick={onAdd}>
      <Plus size={13} aria-hidden="true" />
    </Button>
  );
}

export function RemoveButton({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <Button look="quiet" size="icon" aria-label={label} title={label} onClick={onRemove}>
      <X size={13} aria-hidden="true" />
    </Button>
  );
}
