import { fieldPath } from '../../expression/field-path.ts';
import { hasTags } from '../../expression/has-tags.ts';
import { worded } from '../../i18n/problem-text.ts';
import type { JsonSchema } from '../../json/json-schema.ts';
import { typesOf } from '../../json/schema-types.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import { checkJsonSchema } from '../check-json-schema.ts';
import { onlyReference } from '../only-reference.ts';
import type { Problem } from '../problem.ts';
import type { WorkflowNode } from '../workflow.ts';
import type { Check, CheckContext } from './check.ts';
import { referenceTypes } from './check-references.ts';

const SHOWN_CHARS = 80;
type Fields = Readonly<Record<string, unknown>>;

/** Inputs of code match its input schema, as far as known before the run. The run validates the values. */
export const checkCodeInputs: Check = (context) =>
  context.workflow.nodes.flatMap((node) => {
    const { inputSchema, inputs = {} } = node.config;
    if (node.type !== 'code' || context.isBroken(node.id) || !isObject(inputSchema) || !isObject(inputs)) return [];
    const problems = [
      ...missingInputs(inputSchema, inputs),
      ...Object.keys(inputs).flatMap((name) => checkInput(name, { node, inputs, schema: inputSchema, context })),
    ];
    return problems.map((problem) => ({ ...problem, nodeId: node.id }));
  });

type Checked = {
  readonly node: WorkflowNode;
  readonly inputs: Fields;
  readonly schema: JsonSchema;
  readonly context: CheckContext;
};

function missingInputs({ required }: JsonSchema, inputs: Fields): readonly Problem[] {
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  return names
    .filter((name) => !Object.hasOwn(inputs, name))
    .map((name) => ({
      code: 'missing-field',
      severity: 'error',
      path: fieldPath(['inputs']),
      ...worded(['code-input-missing', { name }], ['code-input-missing-fix', { name }]),
    }));
}

function checkInput(name: string, checked: Checked): readonly Problem[] {
  const { inputs, schema } = checked;
  const path = fieldPath(['inputs', name]);
  const properties = isObject(schema.properties) ? schema.properties : {};
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (!isObject(property)) {
    if (schema.additionalProperties !== false || property !== undefined) return [];
    const meant = didYouMean(name, Object.keys(properties));
    const hint =
      meant === undefined
        ? (['has-names', { names: Object.keys(properties).join(', ') }] as const)
        : (['meant', { name: meant }] as const);
    return [{ code: 'unknown-field', severity: 'error', path, ...worded(['code-input-unknown', { name }], hint) }];
  }
  const value = inputs[name];
  if (hasExpression(value)) return checkReferenced(name, property, checked);
  const [first] = checkJsonSchema(value, { ...property, ...(isObject(schema.$defs) && { $defs: schema.$defs }) });
  if (!first) return [];
  const params = { name: first.path === '' ? name : `${name}.${first.path}`, reason: first.message, value: shown(first.value) };
  return [{ code: 'invalid-field', severity: 'error', path, ...worded(['code-input-unfit', params]) }];
}

/** Compares the type of a single reference with that of the schema. */
function checkReferenced(name: string, property: JsonSchema, { node, context }: Checked): readonly Problem[] {
  const expression = context
    .expressionsOf(node)
    .find(({ path }) => path.length === 2 && path[0] === 'inputs' && path[1] === name);
  const reference = expression && onlyReference(expression);
  const expected = typesOf(property);
  const actual = reference && referenceTypes(reference, node, context);
  if (!reference || !expected || !actual || expected.size === 0 || [...actual].some((type) => expected.has(type))) return [];
  const types = { actual: [...actual].join(' or '), expected: [...expected].join(' or ') };
  return [
    {
      code: 'type-mismatch',
      severity: 'error',
      path: fieldPath(['inputs', name]),
      ...worded(['wrong-type', { given: reference.text, ...types }]),
    },
  ];
}

function hasExpression(value: unknown): boolean {
  if (typeof value === 'string') return hasTags(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasExpression);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
