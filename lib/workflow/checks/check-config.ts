import type { z } from 'zod';
import { fieldPath } from '../../expression/field-path.ts';
import { hasTags } from '../../expression/has-tags.ts';
import { fieldReasons } from '../../i18n/field-reasons.ts';
import { worded } from '../../i18n/problem-text.ts';
import type { JsonSchema } from '../../json/json-schema.ts';
import type { AnyNodeDefinition } from '../../node-kit/define-node.ts';
import { configJsonSchema, expressionModes, schemasAt } from '../../node-kit/field-expressions.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import { definitionOf } from '../node-ports.ts';
import { MAX_PROBLEMS, type Problem } from '../problem.ts';
import type { WorkflowNode } from '../workflow.ts';
import type { Check, CheckContext } from './check.ts';

type FieldPath = readonly (string | number)[];

/** Configs match the schema of their node type. `check-references` checks fields with expressions. */
export const checkConfig: Check = (context) => context.workflow.nodes.flatMap((node) => checkNode(node, context));

function checkNode(node: WorkflowNode, { registry, isBroken }: CheckContext): readonly Problem[] {
  const definition = definitionOf(node, registry);
  if (!definition || node.version > definition.version || isBroken(node.id)) return [];
  const parsed = definition.config.safeParse(node.config);
  // A config may contain tens of thousands of mistakes.
  const issues: readonly z.core.$ZodIssue[] = parsed.success ? [] : parsed.error.issues.slice(0, MAX_PROBLEMS);
  return [
    ...issues.flatMap((issue) => fieldProblem(issue, node, definition)),
    ...unknownFields(node.config, [], { node, definition, left: { count: MAX_PROBLEMS } }),
  ];
}

function fieldProblem(issue: z.core.$ZodIssue, node: WorkflowNode, definition: AnyNodeDefinition): readonly Problem[] {
  const path = issue.path.filter((key) => typeof key !== 'symbol');
  const value = valueAt(node.config, path);
  const mode = expressionModes(definition)(path);
  if (typeof value === 'string' && hasTags(value) && (mode === 'template' || mode === 'text')) return [];
  const { title, description } = labelOf(definition, path);
  const isMissing = value === undefined && issue.code !== 'custom';
  const isUnfilled = value === undefined || ((issue.code === 'too_small' || issue.code === 'custom') && isEmpty(value));
  const field = { type: definition.id, field: path.filter((key) => typeof key === 'string').join('.'), title };
  return [
    {
      code: isUnfilled ? 'missing-field' : 'invalid-field',
      severity: 'error',
      ...worded(
        isMissing ? ['field-missing', field] : ['field-invalid', { ...field, ...fieldReasons(issue, value) }],
        isDurationText(definition, path, value)
          ? ['duration-in-ms', { example: durationMs(value) ?? 30_000 }]
          : description === undefined
            ? undefined
            : ['field-help', { ...field, description }],
      ),
      nodeId: node.id,
      path: fieldPath(path),
    },
  ];
}

/** The form takes `30 s` and stores milliseconds, which a document has to have. */
function isDurationText(definition: AnyNodeDefinition, path: FieldPath, value: unknown): value is string {
  const isDuration = ({ ui }: JsonSchema) => (ui as { widget?: unknown } | undefined)?.widget === 'duration';
  return typeof value === 'string' && schemasAt(configJsonSchema(definition), path).some(isDuration);
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function durationMs(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?) ?(ms|[smhd])$/.exec(text.trim()) ?? [];
  return amount === undefined ? undefined : Math.round(Number(amount) * (UNIT_MS[unit] ?? 1));
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0;
}

function labelOf(definition: AnyNodeDefinition, path: FieldPath): { title: string; description?: string } {
  const schemas = schemasAt(configJsonSchema(definition), path);
  const titled = schemas.find((schema) => typeof schema.title === 'string');
  const described = schemas.find((schema) => typeof schema.description === 'string');
  const title = typeof titled?.title === 'string' ? titled.title : String(path.at(-1) ?? 'The config');
  return { title, ...(typeof described?.description === 'string' && { description: described.description }) };
}

function valueAt(value: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as Record<string | number, unknown>)[key] : undefined,
    value,
  );
}

type Checked = {
  readonly node: WorkflowNode;
  readonly definition: AnyNodeDefinition;
  /** How many more unknown fields are reported. */
  readonly left: { count: number };
};

/** Otherwise a misspelled optional field would be ignored. */
function unknownFields(value: unknown, path: FieldPath, checked: Checked): readonly Problem[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => unknownFields(item, [...path, index], checked));
  if (typeof value !== 'object' || value === null) return [];
  const schemas = schemasAt(configJsonSchema(checked.definition), path);
  if (!schemas.some(describesItems)) return [];
  const isClosed =
    schemas.length > 0 && schemas.every((schema) => schema.properties !== undefined && schema.additionalProperties === undefined);
  const known = schemas.flatMap((schema) => Object.keys((schema.properties as object | undefined) ?? {}));
  return Object.entries(value).flatMap(([key, item]) => {
    const at = [...path, key];
    if (!isClosed || known.includes(key)) return unknownFields(item, at, checked);
    if (--checked.left.count < 0) return [];
    return [unknownField(key, at, known, checked)];
  });
}

/** A field that accepts anything has no unknown fields; a JSON Schema in it may have tens of thousands. */
function describesItems({ properties, additionalProperties, items, prefixItems }: JsonSchema): boolean {
  return [properties, additionalProperties, items, prefixItems].some((inside) => typeof inside === 'object');
}

function unknownField(key: string, path: FieldPath, known: readonly string[], { node, definition }: Checked): Problem {
  const meant = didYouMean(key, known);
  return {
    code: 'unknown-field',
    severity: 'warning',
    ...worded(
      ['field-unknown', { type: definition.id, name: key }],
      meant === undefined ? ['has-names', { names: known.join(', ') }] : ['meant', { name: meant }],
    ),
    nodeId: node.id,
    path: fieldPath(path),
  };
}
