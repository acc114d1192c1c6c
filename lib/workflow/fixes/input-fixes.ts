import type { JsonSchema } from '../../json/json-schema.ts';
import { typesOf, type ValueType } from '../../json/schema-types.ts';
import type { StartInput } from '../start-inputs.ts';
import type { WorkflowNode } from '../workflow.ts';
import { type Fix, type FixStep, makeFix } from './fix.ts';
import type { FixContext } from './fix-context.ts';

const INPUT_NAME = /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/;
const INPUTS = ['config', 'inputs'] as const;

type Inputs = readonly Partial<StartInput>[];

export function onlyStart({ workflow }: FixContext): WorkflowNode | undefined {
  const [start, ...others] = workflow.nodes.filter(({ type }) => type === 'start');
  return others.length === 0 ? start : undefined;
}

export function inputsOf(start: WorkflowNode): Inputs {
  return Array.isArray(start.config.inputs) ? (start.config.inputs as Inputs) : [];
}

/** Declares an input of the run that an expression reads. `also`: what else changes. */
export function addInput(name: unknown, expected: JsonSchema, context: FixContext, ...also: readonly FixStep[]): Fix[] {
  const start = onlyStart(context);
  if (!start || typeof name !== 'string' || !INPUT_NAME.test(name)) return [];
  const inputs = inputsOf(start);
  if (inputs.some((input) => input.name === name)) return [];
  const added = { name, type: inputTypeOf(typesOf(expected)), required: true };
  const write = { kind: 'write', nodeId: start.id, path: INPUTS, from: start.config.inputs, to: [...inputs, added] } as const;
  return [makeFix('addInput', { name }, write, ...also)];
}

function inputTypeOf(expected: ReadonlySet<ValueType> | undefined): StartInput['type'] {
  const [only, ...others] = expected ?? [];
  if (only === 'number' && others.length === 0) return 'number';
  if (only === 'true or false' && others.length === 0) return 'boolean';
  return expected && !expected.has('text') ? 'json' : 'text';
}

/** Makes an input required, so that it is always there. */
export function requireInput(name: unknown, context: FixContext): Fix[] {
  const start = onlyStart(context);
  const inputs = start ? inputsOf(start) : [];
  const index = inputs.findIndex((input) => input.name === name);
  const input = inputs[index];
  if (!start || !input || input.required === true || input.default !== undefined) return [];
  const path = [...INPUTS, index, 'required'];
  return [
    makeFix('requireInput', { name: String(name) }, { kind: 'write', nodeId: start.id, path, from: input.required, to: true }),
  ];
}
