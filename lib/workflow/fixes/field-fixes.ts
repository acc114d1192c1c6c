import { hasTags } from '../../expression/has-tags.ts';
import type { JsonSchema } from '../../json/json-schema.ts';
import { typesOf } from '../../json/schema-types.ts';
import { setAtPath } from '../../json/set-at-path.ts';
import { configJsonSchema, expressionModes, schemasAt } from '../../node-kit/field-expressions.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import { definitionOf } from '../node-ports.ts';
import type { Problem } from '../problem.ts';
import { unionOf } from '../schema-path.ts';
import { type Fix, type FixTextKey, makeFix } from './fix.ts';
import { type FaultyField, type FixContext, faultyField, writeTo } from './fix-context.ts';
import { likelyValues, valuesOfType } from './likely-values.ts';

/** Fills an empty field with the value that it most likely takes. */
export function missingFieldFixes(problem: Problem, context: FixContext): readonly Fix[] {
  const field = faultyField(problem, context);
  if (!field) return [];
  const name = problem.texts?.message.params.name;
  if (problem.texts?.message.key === 'code-input-missing' && typeof name === 'string')
    return fillWith({ ...field, path: [...field.path, name], value: undefined }, context);
  if (field.path.at(-1) === 'model') return [makeFix('useModel', { model: 'default' }, writeTo(field, 'default'))];
  return isReadingField(field, context) || problem.texts?.message.key === 'tool-needs' ? fillWith(field, context) : [];
}

function fillWith(field: FaultyField, context: FixContext): readonly Fix[] {
  const reader = field.node.id;
  const expected = typesOf(fieldSchema(field, context));
  const isList = field.node.type === 'map' && field.path.at(-1) === 'items';
  const isText = !expected || expected.has('text');
  const [first] = isList ? valuesOfType(reader, context, new Set(['a list'])) : isText ? likelyValues(reader, context) : [];
  if (!first) return [];
  const text = `{{${first.text}}}`;
  return [makeFix('writeText', { text }, writeTo(field, text))];
}

/** A field that usually is made of values of other nodes. */
function isReadingField(field: FaultyField, context: FixContext): boolean {
  const definition = definitionOf(field.node, context.registry);
  const mode = definition && expressionModes(definition)(field.path.slice(1));
  const ui = fieldSchema(field, context).ui as { widget?: string; placeholder?: string } | undefined;
  return (mode === 'text' || mode === 'template') && (ui?.widget === 'textarea' || ui?.placeholder?.includes('{{') === true);
}

function fieldSchema({ node, path }: FaultyField, { registry }: FixContext): JsonSchema {
  const definition = definitionOf(node, registry);
  const schemas = definition ? schemasAt(configJsonSchema(definition), path.slice(1)) : [];
  const [only, ...others] = schemas;
  return only && others.length === 0 ? only : unionOf(schemas);
}

/** A value that is nearly right, the nearest allowed one, or none. */
export function invalidFieldFixes(problem: Problem, context: FixContext): readonly Fix[] {
  const field = faultyField(problem, context);
  if (!field) return [];
  const near = nearestValue(field.value, fieldSchema(field, context));
  const written =
    near !== undefined && isAccepted(field, near, context)
      ? [makeFix('writeText', { text: String(near) }, writeTo(field, near))]
      : [];
  return [...written, ...withoutField(field, context, 'clearField')];
}

function nearestValue(value: unknown, schema: JsonSchema): unknown {
  const types = typesOf(schema);
  if (typeof value === 'string' && Array.isArray(schema.enum)) return didYouMean(value, schema.enum.map(String));
  if (typeof value === 'string' && types?.has('number') && !hasTags(value)) return numberIn(value);
  if (typeof value === 'string' && types?.has('true or false')) return { true: true, false: false }[value.trim().toLowerCase()];
  if (typeof value !== 'number') return undefined;
  if (types && !types.has('number') && types.has('text')) return String(value);
  const { minimum, maximum } = schema;
  if (typeof minimum === 'number' && value < minimum) return minimum;
  if (typeof maximum === 'number' && value > maximum) return maximum;
  return schema.type === 'integer' ? Math.round(value) : undefined;
}

function numberIn(text: string): number | undefined {
  const number = Number(text.trim());
  return text.trim() !== '' && Number.isFinite(number) ? number : undefined;
}

/** Removes the value of a field that may be empty. */
export function withoutField(field: FaultyField, context: FixContext, key: FixTextKey): readonly Fix[] {
  return isAccepted(field, undefined, context) ? [makeFix(key, {}, writeTo(field, undefined))] : [];
}

/** The config with another value has no problem at this field or inside it. */
function isAccepted({ node, path }: FaultyField, value: unknown, { registry }: FixContext): boolean {
  const definition = definitionOf(node, registry);
  const below = path.slice(1);
  if (!definition || path[0] !== 'config') return false;
  const parsed = definition.config.safeParse(setAtPath(node.config, below, value));
  if (parsed.success) return true;
  const issues: readonly { path: readonly PropertyKey[] }[] = parsed.error.issues;
  return issues.every((issue) => !isAlong(issue.path, below));
}

function isAlong(one: readonly PropertyKey[], other: readonly PropertyKey[]): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length).every((key, index) => key === other[index]);
}

/** Renames a misspelt field; any other is removed. */
export function unknownFieldFixes(problem: Problem, context: FixContext): readonly Fix[] {
  const field = faultyField(problem, context);
  if (!field || field.value === undefined) return [];
  const meant = problem.texts?.hint?.key === 'meant' ? String(problem.texts.hint.params.name) : undefined;
  const remove = writeTo(field, undefined);
  const renamed = {
    kind: 'write',
    nodeId: field.node.id,
    path: [...field.path.slice(0, -1), meant ?? ''],
    from: undefined,
  } as const;
  return [
    ...(meant === undefined ? [] : [makeFix('renameField', { name: meant }, remove, { ...renamed, to: field.value })]),
    makeFix('removeField', {}, remove),
  ];
}

/** A tool, an agent or a node type that does not exist: the one that was meant, or none. */
export function unknownNameFixes(problem: Problem, context: FixContext): readonly Fix[] {
  const field = faultyField(problem, context);
  const hint = problem.texts?.hint;
  if (!field) return [];
  const meant = hint?.key === 'meant' ? String(hint.params.name) : undefined;
  return [
    ...(meant === undefined ? [] : [makeFix('writeText', { text: meant }, writeTo(field, meant))]),
    ...withoutField(field, context, 'removeField'),
  ];
}

/** JSON that is text, as JSON. */
export function bodyFixes(problem: Problem, context: FixContext): readonly Fix[] {
  const field = faultyField(problem, context);
  if (!field || typeof field.value !== 'string') return [];
  try {
    return [makeFix('writeAsJson', {}, writeTo(field, JSON.parse(field.value)))];
  } catch {
    return [];
  }
}
