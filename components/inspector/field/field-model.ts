import { type CredentialType, credentialTypeSchema, requestCredentialTypes } from '#lib/credentials/credential-type.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { alternativesOf } from '#lib/json/schema-alternatives.ts';
import type { FieldExpression, FieldUi } from '#lib/node-kit/define-node.ts';

/** With what a field is edited. */
export type FieldControl =
  | { readonly kind: 'text'; readonly isMultiline: boolean; readonly maxLength: number | undefined }
  | ({ readonly kind: 'number'; readonly isInteger: boolean } & NumberRange)
  | ({ readonly kind: 'duration' } & NumberRange)
  | { readonly kind: 'boolean' }
  /** On, or not there at all. */
  | { readonly kind: 'switch' }
  /** `areData`: a person wrote the options. */
  | { readonly kind: 'choice'; readonly options: readonly string[]; readonly areData?: boolean }
  | { readonly kind: 'texts' }
  | { readonly kind: 'object'; readonly fields: readonly FieldModel[] }
  /** A program. */
  | { readonly kind: 'code' }
  /** A JSON Schema. */
  | { readonly kind: 'schema' }
  /** `takesText`: a value that is not JSON is a text. */
  | { readonly kind: 'json'; readonly takesText: boolean; readonly schema: JsonSchema }
  | { readonly kind: 'keyValue' }
  /** Values by the names that the chosen tool says. */
  | { readonly kind: 'arguments' }
  | {
      readonly kind:
        | 'model'
        | 'tool'
        | 'worker'
        | 'workflow'
        | 'version'
        | 'graph'
        | 'knowledge'
        | 'mcp-server'
        | 'mcp-tool'
        | 'skills'
        | 'schedule'
        | 'timeZone';
    }
  /** One or several credentials of these types. */
  | { readonly kind: 'credential' | 'credentials'; readonly types: readonly CredentialType[] }
  /** Ids of tools, or objects with a tool and how it is offered, where there are fields for that. */
  | { readonly kind: 'tools'; readonly item: readonly FieldModel[] }
  /** A list of such objects. */
  | { readonly kind: 'inputs' | 'cases' | 'rows'; readonly item: readonly FieldModel[] };

export type NumberRange = { readonly minimum: number | undefined; readonly maximum: number | undefined };

/** One field of a form, as a JSON Schema with our meta describes it. */
export type FieldModel = {
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly placeholder: string | undefined;
  readonly group: string | undefined;
  readonly isRequired: boolean;
  readonly defaultValue: unknown;
  /** How strings in it are read. */
  readonly expression: FieldExpression;
  readonly visibleWhen: FieldUi['visibleWhen'];
  readonly control: FieldControl;
  /** A CEL field that is no condition. */
  readonly givesValue?: true;
};

/** The fields of an object schema, in its order. */
export function fieldModels(schema: JsonSchema, { root = schema, expression }: Partial<Inherited> = {}): readonly FieldModel[] {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(properties).map(([name, field]) =>
    fieldModel(name, field, { root, expression, isRequired: required.includes(name) }),
  );
}

/** Whether a field is shown, depending on the values of other fields. */
export function isShown({ visibleWhen }: FieldModel, fields: readonly FieldModel[], values: Readonly<Record<string, unknown>>) {
  return Object.entries(visibleWhen ?? {}).every(([name, wanted]) => {
    const value = values[name] ?? fields.find((field) => field.name === name)?.defaultValue;
    return wanted.some((one) => one === value);
  });
}

type Inherited = {
  /** Where `$ref`s lead. */
  readonly root: JsonSchema;
  /** What the field around says of all that is inside it. */
  readonly expression: FieldExpression | undefined;
};

type FieldContext = Inherited & { readonly isRequired: boolean };

function fieldModel(name: string, schema: JsonSchema, { root, expression, isRequired }: FieldContext): FieldModel {
  const ui = (schema.ui ?? {}) as FieldUi;
  const resolved = { ...resolve(schema, root), ...schema };
  const inherited = { root, expression: (schema.expression as FieldExpression | undefined) ?? expression };
  return {
    name,
    title: typeof schema.title === 'string' ? schema.title : name,
    description: typeof schema.description === 'string' ? schema.description : undefined,
    placeholder: ui.placeholder,
    group: ui.group,
    isRequired,
    defaultValue: schema.default,
    expression: inherited.expression ?? (resolved.type === 'string' ? 'text' : 'template'),
    visibleWhen: ui.visibleWhen,
    control: namedControl(resolved, ui, inherited) ?? controlOfType(resolved, ui, inherited),
    ...(schema.gives === 'value' && { givesValue: true as const }),
  };
}

/** What the definition asks for by name. */
function namedControl(schema: JsonSchema, { widget, credentialTypes }: FieldUi, inherited: Inherited): FieldControl | undefined {
  if (schema.refersTo === 'tool' && schema.type === 'array') return { kind: 'tools', item: offerFields(schema, inherited) };
  if (schema.refersTo === 'tool') return { kind: 'tool' };
  if (schema.refersTo === 'credential')
    return {
      kind: schema.type === 'array' ? 'credentials' : 'credential',
      types: credentialTypeSchema.array().safeParse(credentialTypes).data ?? requestCredentialTypes,
    };
  if (schema.refersTo === 'worker' && schema.type !== 'array') return { kind: 'worker' };
  if (schema.refersTo === 'skill') return { kind: 'skills' };
  if (schema.refersTo === 'graph' || schema.refersTo === 'knowledge') return { kind: schema.refersTo };
  if (schema.refersTo === 'mcp-server' || schema.refersTo === 'mcp-tool') return { kind: schema.refersTo };
  if (schema.refersTo === 'workflow' || schema.refersTo === 'version') return { kind: schema.refersTo };
  switch (widget) {
    case 'inputs':
    case 'cases':
    case 'rows':
      return { kind: widget, item: fieldModels((schema.items ?? {}) as JsonSchema, inherited) };
    case 'model':
    case 'keyValue':
    case 'arguments':
    case 'schedule':
    case 'timeZone':
      return { kind: widget };
    case 'schema':
      return { kind: widget };
    case 'code':
      return inherited.expression === 'literal' ? { kind: widget } : undefined;
    case 'duration':
      return { kind: widget, ...rangeOf(schema) };
    case 'json':
      return jsonControl(schema, inherited);
    default:
      return undefined;
  }
}

/** How a tool of a list is offered, besides which one it is. */
function offerFields({ items }: JsonSchema, inherited: Inherited): readonly FieldModel[] {
  const offer = alternativesOf((items ?? {}) as JsonSchema)?.find(({ type }) => type === 'object');
  return offer ? fieldModels(offer, inherited).filter(({ name }) => name !== 'tool') : [];
}

function controlOfType(schema: JsonSchema, { widget }: FieldUi, inherited: Inherited): FieldControl {
  if (Array.isArray(schema.enum)) return { kind: 'choice', options: schema.enum.map(String) };
  if (schema.type === 'boolean') return { kind: 'boolean' };
  if (schema.type === 'number' || schema.type === 'integer')
    return { kind: 'number', isInteger: schema.type === 'integer', ...rangeOf(schema) };
  if (schema.type === 'string') return textControl(schema, widget === 'textarea' || widget === 'code');
  if (schema.type === 'array' && takesText(schema.items as JsonSchema | undefined)) return { kind: 'texts' };
  if (schema.type === 'object' && schema.properties) return { kind: 'object', fields: fieldModels(schema, inherited) };
  return jsonControl(schema, inherited);
}

function jsonControl(schema: JsonSchema, { root }: Inherited): FieldControl {
  const { $defs } = root;
  return { kind: 'json', takesText: mayBeText(schema, root), schema: $defs === undefined ? schema : { ...schema, $defs } };
}

function textControl({ maxLength }: JsonSchema, isMultiline: boolean): FieldControl {
  return { kind: 'text', isMultiline, maxLength: typeof maxLength === 'number' ? maxLength : undefined };
}

function rangeOf({ minimum, maximum, exclusiveMinimum }: JsonSchema): NumberRange {
  const least = typeof minimum === 'number' ? minimum : exclusiveMinimum === 0 ? 1 : undefined;
  return { minimum: least, maximum: typeof maximum === 'number' ? maximum : undefined };
}

function mayBeText(schema: JsonSchema, root: JsonSchema): boolean {
  const choices = alternativesOf(schema);
  if (choices) return choices.some((choice) => mayBeText(resolve(choice, root), root));
  return schema.type === undefined ? schema.enum === undefined : [schema.type].flat().includes('string');
}

function resolve(schema: JsonSchema, { $defs }: JsonSchema): JsonSchema {
  const name = typeof schema.$ref === 'string' ? /^#\/\$defs\/(.+)$/.exec(schema.$ref)?.[1] : undefined;
  const definitions = ($defs ?? {}) as Readonly<Record<string, JsonSchema>>;
  return (name !== undefined && definitions[name]) || schema;
}

/** Items of several types are written as texts too: a reference keeps the type of its value. */
function takesText(items: JsonSchema | undefined): boolean {
  const choices = (items?.anyOf ?? []) as readonly JsonSchema[];
  return items?.type === 'string' || choices.some(({ type }) => type === 'string');
}
