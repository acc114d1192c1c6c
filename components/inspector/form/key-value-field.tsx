'use client';
import { useTranslations } from 'use-intl';
import { ExpressionInput } from '#components/inspector/expression/expression-input.tsx';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { FieldProblems } from '#components/inspector/field/field-problems.tsx';
import { plainText, readValue, valueAsText } from '#components/inspector/field/field-text.ts';
import { fieldElementId, useFormScope } from '#components/inspector/field/form-scope.tsx';
import { problemsAtField } from '#components/inspector/field/problems-at-field.ts';
import { useFieldText } from '#components/inspector/field/use-field-text.ts';
import { freeName, renameValue } from '#components/inspector/form/key-values.ts';
import { AddButton, RemoveButton } from '#components/inspector/form/list-fields.tsx';
import { RowName } from '#components/inspector/form/row-name.tsx';
import { useRowOrder } from '#components/inspector/form/row-order.ts';
import { textRangesOf } from '#components/inspector/form/text-fields.tsx';
import type { ToolParameter } from '#components/inspector/form/tool-facts.ts';
import { Button } from '#components/ui/button.tsx';
import { focusToType } from '#components/ui/focus-soon.ts';
import { fieldPath } from '#lib/expression/field-path.ts';
import { isRecord } from '#lib/json/set-at-path.ts';

type KeyValueFieldProps = FieldProps & {
  /** Names that are waited for. */
  known?: readonly ToolParameter[];
};

/** Values by name. */
export function KeyValueField(props: KeyValueFieldProps) {
  const { path, value, model, known = [] } = props;
  const { formId, edit } = useFormScope();
  const t = useTranslations('inspector');
  const values = isRecord(value) ? value : {};
  const names = useRowOrder(Object.keys(values));
  const missing = known.filter(({ name }) => !Object.hasOwn(values, name));
  function add(name: string, part: 'name' | 'value') {
    edit([...path, name], '');
    focusToType(fieldElementId(formId, [...path, names.length, part]));
  }
  return (
    <FieldFrame
      {...props}
      isGroup
      hasOwnProblems
      actions={<AddButton label={t('add', { title: model.title })} onAdd={() => add(freeName(names), 'name')} />}
    >
      {() => (
        <div className="grid gap-1">
          <ul className="grid gap-1">
            {names.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the name is what is being edited
              <Row key={index} {...props} values={values} name={name} index={index} />
            ))}
          </ul>
          {missing.length > 0 ? (
            <div className="flex flex-wrap gap-1">
              {missing.map(({ name, isRequired }) => (
                <Button key={name} className="h-5! px-1.5! text-meta!" onClick={() => add(name, 'value')}>
                  <span aria-hidden="true">+</span>
                  <code>{name}</code>
                  {isRequired ? <span className="text-ink-3">{t('required')}</span> : null}
                </Button>
              ))}
            </div>
          ) : null}
        </div>
      )}
    </FieldFrame>
  );
}

type RowProps = FieldProps & { values: Readonly<Record<string, unknown>>; name: string; index: number };

function Row({ path, model, values, name, index }: RowProps) {
  const { formId, edit, problems: all } = useFormScope();
  const t = useTranslations('inspector');
  const valueId = fieldElementId(formId, [...path, index, 'value']);
  const problems = problemsAtField(all, fieldPath([...path, name]));
  const nameField = useFieldText({
    path: [...path, index, 'name'],
    value: name,
    toText: plainText,
    read: (text) => {
      const renamed = renameValue(values, name, text);
      return 'problem' in renamed ? renamed : { value: text };
    },
    onValue: (to) => {
      const renamed = renameValue(values, name, String(to));
      if ('values' in renamed) edit(path, renamed.values, { isTyping: true });
    },
  });
  const valueField = useFieldText({ path: [...path, name], value: values[name], toText: valueAsText, read: readValue });
  function remove() {
    const { [name]: _, ...others } = values;
    edit(path, Object.keys(others).length === 0 && !model.isRequired ? undefined : others);
  }
  const isWrong = problems.some(({ severity }) => severity === 'error') || valueField.problem !== undefined;
  return (
    <li className="grid gap-1">
      <div className="grid grid-cols-[112px_minmax(0,1fr)_24px] items-start gap-1">
        <RowName label={t('nameNumber', { number: index + 1 })} path={path} index={index} field={nameField} />
        <ExpressionInput
          control={{
            id: valueId,
            'aria-invalid': isWrong,
            'aria-describedby': problems.length > 0 || isWrong ? `${valueId}-problems` : undefined,
            'aria-required': false,
            placeholder: t('valuePlaceholder'),
          }}
          label={t('valueOf', { name })}
          text={valueField.text}
          mode="template"
          size="value"
          wrongAt={typeof values[name] === 'string' ? textRangesOf(problems) : []}
          onText={valueField.setText}
          onLeave={valueField.leave}
        />
        <RemoveButton label={t('removeValue', { name })} onRemove={remove} />
      </div>
      <FieldProblems id={`${valueId}-problems`} typed={nameField.problem ?? valueField.problem} problems={problems} />
    </li>
  );
}
