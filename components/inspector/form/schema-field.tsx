'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { draftsOf } from '#components/inspector/field/field-drafts.ts';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { fieldElementId, useFormScope } from '#components/inspector/field/form-scope.tsx';
import { useFieldTexts } from '#components/inspector/field/use-field-texts.ts';
import { JsonCodeField } from '#components/inspector/form/code-fields.tsx';
import { addSchemaField, emptyObjectSchema, schemaTypeOf } from '#components/inspector/form/edit-schema.ts';
import { schemaOfSchemas } from '#components/inspector/form/schema-of-schemas.ts';
import { SchemaRows } from '#components/inspector/form/schema-rows.tsx';
import { Button } from '#components/ui/button.tsx';
import { focusToType } from '#components/ui/focus-soon.ts';
import { Segmented } from '#components/ui/segmented.tsx';
import { isRecord } from '#lib/json/set-at-path.ts';

type View = 'fields' | 'json';

/** A schema as a list of fields, or as JSON, which can express more. Switching between them changes nothing. */
export function SchemaField(props: FieldProps) {
  const { path, value } = props;
  const { formId, edit, wordsOf } = useFormScope();
  const t = useTranslations('inspector.schema');
  const { title } = useFieldTexts(wordsOf)(path, props.model);
  const hasDraft = draftsOf(useEditorStore()).get(JSON.stringify([formId, ...path]))?.problem !== undefined;
  const [chosen, setChosen] = useState<View>(hasDraft ? 'json' : 'fields');
  const canBeShown = value === undefined || schemaTypeOf(value) === 'object';
  const view = canBeShown ? chosen : 'json';
  const switcher = (
    <Segmented
      label={t('view', { title })}
      value={view}
      options={[
        { value: 'fields', label: t('fields') },
        { value: 'json', label: 'JSON' },
      ]}
      onChange={setChosen}
    />
  );
  if (view === 'json')
    return <JsonCodeField {...props} schema={schemaOfSchemas} actions={switcher} note={canBeShown ? undefined : t('onlyJson')} />;
  function addFirst() {
    edit(path, addSchemaField(emptyObjectSchema).schema);
    focusToType(fieldElementId(formId, [...path, 0, 'name']));
  }
  return (
    <FieldFrame {...props} isGroup actions={switcher}>
      {() =>
        isRecord(value) ? (
          <SchemaRows schema={value} path={path} onSchema={(schema, isTyping = false) => edit(path, schema, { isTyping })} />
        ) : (
          <Button onClick={addFirst}>
            <span aria-hidden="true">+</span>
            {t('addFirst')}
          </Button>
        )
      }
    </FieldFrame>
  );
}
