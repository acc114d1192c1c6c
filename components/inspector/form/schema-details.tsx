'use client';
import { useTranslations } from 'use-intl';
import { plainText } from '#components/inspector/field/field-text.ts';
import { useFieldText } from '#components/inspector/field/use-field-text.ts';
import { type SchemaType, schemaTypeOf, schemaTypes, setKeyword, setSchemaType } from '#components/inspector/form/edit-schema.ts';
import { SchemaRows } from '#components/inspector/form/schema-rows.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { type FieldPath, isRecord } from '#lib/json/set-at-path.ts';

type SchemaPartProps = {
  /** That of one field, or of the entries of a list. */
  schema: JsonSchema;
  path: FieldPath;
  /** The field's. */
  name: string;
  onSchema: (schema: JsonSchema, isTyping?: boolean) => void;
};

/** The type of a field. Types that the form does not support stay unchanged. */
export function SchemaTypeSelect({ schema, name, onSchema, isEntry = false }: SchemaPartProps & { isEntry?: boolean }) {
  const t = useTranslations('inspector.schema');
  const type = schemaTypeOf(schema);
  return (
    <span className="w-24 shrink-0">
      <Select
        aria-label={t(isEntry ? 'entryType' : 'type', { name })}
        value={type ?? ''}
        onChange={(event) => onSchema(setSchemaType(schema, event.target.value as SchemaType))}
      >
        {type === undefined ? <option value="">{t('other')}</option> : null}
        {schemaTypes.map((one) => (
          <option key={one} value={one}>
            {t(`types.${one}`)}
          </option>
        ))}
      </Select>
    </span>
  );
}

/** Details of a schema field: fields or items always, description and choices while open. */
export function SchemaDetails(props: SchemaPartProps & { isOpen: boolean }) {
  const { schema, path, name, onSchema, isOpen } = props;
  const t = useTranslations('inspector.schema');
  const type = schemaTypeOf(schema);
  const items = isRecord(schema.items) ? schema.items : undefined;
  return (
    <div className="ml-4 grid min-w-0 gap-1 border-l-2 border-line-1 pl-2 empty:hidden">
      {isOpen ? <DescriptionInput {...props} /> : null}
      {isOpen && type === 'string' && areInOneLine(schema.enum) ? <ChoicesInput {...props} /> : null}
      {isOpen && type === undefined ? <p className="text-meta text-ink-3">{t('otherText')}</p> : null}
      {type === 'object' ? <SchemaRows schema={schema} path={path} onSchema={onSchema} /> : null}
      {type === 'array' && items ? (
        <>
          <div className="flex items-center gap-2 text-ink-2">
            {t('entries')}
            <SchemaTypeSelect
              name={name}
              path={path}
              schema={items}
              isEntry
              onSchema={(next) => onSchema({ ...schema, items: next })}
            />
          </div>
          <SchemaDetails
            name={name}
            isOpen={false}
            schema={items}
            path={[...path, 'items']}
            onSchema={(next, isTyping) => onSchema({ ...schema, items: next }, isTyping)}
          />
        </>
      ) : null}
    </div>
  );
}

function DescriptionInput({ schema, name, onSchema }: SchemaPartProps) {
  const t = useTranslations('inspector.schema');
  return (
    <TextInput
      aria-label={t('description', { name })}
      placeholder={t('descriptionHint')}
      value={plainText(schema.description)}
      autoComplete="off"
      onChange={(event) => onSchema(setKeyword(schema, 'description', event.target.value), true)}
    />
  );
}

/** Choices that are other than texts, or have a comma in them, are left to JSON. */
function areInOneLine(choices: unknown): boolean {
  return !Array.isArray(choices) || choices.every((choice) => typeof choice === 'string' && !choice.includes(','));
}

/** Texts with commas between them. */
function ChoicesInput({ schema, path, name, onSchema }: SchemaPartProps) {
  const t = useTranslations('inspector.schema');
  const field = useFieldText({
    path: [...path, 'enum'],
    value: schema.enum,
    toText: (choices) => (Array.isArray(choices) ? choices.join(', ') : ''),
    read: (text) => {
      const choices = text.split(',').map((choice) => choice.trim());
      return { value: choices.filter((choice) => choice !== '') };
    },
    onValue: (choices) => onSchema(setKeyword(schema, 'enum', choices), true),
  });
  return (
    <TextInput
      aria-label={t('choices', { name })}
      placeholder={t('choicesHint')}
      value={field.text}
      autoComplete="off"
      spellCheck={false}
      onBlur={field.leave}
      onChange={(event) => field.setText(event.target.value)}
    />
  );
}
