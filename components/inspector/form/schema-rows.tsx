'use client';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FieldProblems } from '#components/inspector/field/field-problems.tsx';
import { fieldElementId, useFormScope } from '#components/inspector/field/form-scope.tsx';
import { useFieldText } from '#components/inspector/field/use-field-text.ts';
import { DragHandle, OrderStatus, orderLook } from '#components/inspector/form/drag-handle.tsx';
import { moveItem } from '#components/inspector/form/drop-slot.ts';
import {
  addSchemaField,
  orderSchemaFields,
  removeSchemaField,
  renameSchemaField,
  type SchemaField,
  schemaFields,
  setRequired,
  setSchemaField,
} from '#components/inspector/form/edit-schema.ts';
import { renameValue } from '#components/inspector/form/key-values.ts';
import { RemoveButton } from '#components/inspector/form/list-fields.tsx';
import { RowName } from '#components/inspector/form/row-name.tsx';
import { useRowOrder } from '#components/inspector/form/row-order.ts';
import { SchemaDetails, SchemaTypeSelect } from '#components/inspector/form/schema-details.tsx';
import { type Reorder, useReorder } from '#components/inspector/form/use-reorder.ts';
import { Button } from '#components/ui/button.tsx';
import { focusToType } from '#components/ui/focus-soon.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { FieldPath } from '#lib/json/set-at-path.ts';

type SchemaRowsProps = {
  schema: JsonSchema;
  path: FieldPath;
  onSchema: (schema: JsonSchema, isTyping?: boolean) => void;
};

/** The fields of an object schema. */
export function SchemaRows({ schema, path, onSchema }: SchemaRowsProps) {
  const { formId } = useFormScope();
  const t = useTranslations('inspector.schema');
  const found = schemaFields(schema);
  const names = useRowOrder(found.map(({ name }) => name));
  const fields = names.flatMap((wanted) => found.find(({ name }) => name === wanted) ?? []);
  const reorder = useReorder(fields.length, (from, to) => onSchema(orderSchemaFields(schema, moveItem(names, from, to))));
  function add() {
    onSchema(addSchemaField(schema).schema);
    focusToType(fieldElementId(formId, [...path, fields.length, 'name']));
  }
  return (
    <div className="grid min-w-0 gap-1">
      {fields.length === 0 ? null : (
        <ul className="grid min-w-0 gap-1">
          {fields.map((field, index) => (
            <SchemaRow
              // biome-ignore lint/suspicious/noArrayIndexKey: the name is what is being edited
              key={index}
              field={field}
              index={index}
              reorder={reorder}
              schema={schema}
              path={path}
              onSchema={onSchema}
            />
          ))}
        </ul>
      )}
      <OrderStatus reorder={reorder} />
      <div>
        <Button look="quiet" onClick={add} className="px-1.5! text-meta!">
          <span aria-hidden="true">+</span>
          {t('addField')}
        </Button>
      </div>
    </div>
  );
}

type SchemaRowProps = SchemaRowsProps & { field: SchemaField; index: number; reorder: Reorder };

function SchemaRow({ field, index, reorder, schema, path, onSchema }: SchemaRowProps) {
  const { name, isRequired, schema: inner } = field;
  const t = useTranslations('inspector.schema');
  const [isOpen, setIsOpen] = useState(false);
  const known = Object.fromEntries(schemaFields(schema).map((one) => [one.name, one.schema]));
  const nameField = useFieldText({
    path: [...path, index, 'name'],
    value: name,
    toText: String,
    read: (text) => {
      const renamed = renameValue(known, name, text);
      return 'problem' in renamed ? renamed : { value: text };
    },
    onValue: (to) => onSchema(renameSchemaField(schema, name, String(to)), true),
  });
  const change = (next: JsonSchema, isTyping?: boolean) => onSchema(setSchemaField(schema, name, next), isTyping);
  const details = { schema: inner, path: [...path, 'properties', name], name, onSchema: change };
  return (
    <li className={`grid min-w-0 gap-1 ${orderLook(reorder, index)}`}>
      <div className="flex min-w-0 items-center gap-0.5">
        <DragHandle reorder={reorder} index={index} />
        <RowName label={t('name', { number: index + 1 })} path={path} index={index} field={nameField} />
        <SchemaTypeSelect {...details} />
        <Button
          look="quiet"
          size="icon"
          aria-pressed={isRequired}
          aria-label={t('required', { name })}
          title={t(isRequired ? 'isRequired' : 'isOptional')}
          onClick={() => onSchema(setRequired(schema, name, !isRequired))}
          className="font-mono text-ink-3! aria-pressed:text-accent!"
        >
          {isRequired ? '✱' : '?'}
        </Button>
        <Button
          look="quiet"
          size="icon"
          aria-expanded={isOpen}
          aria-label={t('details', { name })}
          title={t('details', { name })}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronRight size={12} aria-hidden="true" className={isOpen ? 'rotate-90' : ''} />
        </Button>
        <RemoveButton label={t('remove', { name })} onRemove={() => onSchema(removeSchemaField(schema, name))} />
      </div>
      <FieldProblems typed={nameField.problem} problems={[]} />
      <SchemaDetails {...details} isOpen={isOpen} />
    </li>
  );
}
