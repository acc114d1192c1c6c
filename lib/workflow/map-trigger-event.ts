import { compileCondition } from '../expression/condition.ts';
import { ExpressionError } from '../expression/expression-error.ts';
import { MOMENT_KEY } from '../expression/moment.ts';
import { MISSING, type Scope } from '../expression/read-path.ts';
import { compileTemplate, compileValue } from '../expression/template.ts';
import { coerceInputText } from './coerce-input-text.ts';
import { isSingleTag } from './only-reference.ts';
import { type StartInput, startInputsSchema } from './start-inputs.ts';
import type { Workflow, WorkflowTrigger } from './workflow.ts';

/** Root of the event in the expressions of a trigger. */
export const TRIGGER_ROOT = 'trigger';
const MAX_KEY_CHARS = 500;

export type TriggerEvent = Readonly<Record<string, unknown>>;

export type MappedEvent =
  | { readonly is: 'inputs'; readonly inputs: Readonly<Record<string, unknown>> }
  /** The filter of the trigger is false for it. */
  | { readonly is: 'filtered' }
  /** An expression failed; `reason` names the field. */
  | { readonly is: 'refused'; readonly reason: string };

/**
 * The inputs of the run that an event starts; never throws. Texts become what their inputs take, if
 * nothing is lost.
 */
export function mapTriggerEvent(trigger: WorkflowTrigger, event: TriggerEvent, inputs: readonly StartInput[]): MappedEvent {
  const scope = scopeOf(event);
  try {
    if (hasText(trigger.filter) && !inField('filter', () => compileCondition(trigger.filter as string).evaluate(scope)))
      return { is: 'filtered' };
    const mapped: [string, unknown][] = [];
    for (const [name, source] of Object.entries(trigger.inputs)) {
      const input = inputs.find((one) => one.name === name);
      const value = inField(`inputs.${name}`, () => evaluatedOrMissing(source, input, scope));
      if (value !== MISSING) mapped.push([name, coerced(value, input)]);
    }
    return { is: 'inputs', inputs: Object.fromEntries(mapped) };
  } catch (error) {
    return { is: 'refused', reason: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * What identifies an event; undefined without a key expression, and where it gives nothing.
 * @throws {Error} with the reason when it cannot be evaluated
 */
export function triggerEventKey({ idempotencyKey }: WorkflowTrigger, event: TriggerEvent): string | undefined {
  if (!hasText(idempotencyKey)) return undefined;
  const key = inField('idempotencyKey', () => compileTemplate(idempotencyKey, { isText: true }).evaluate(scopeOf(event)));
  const text = String(key).trim();
  if (text.length > MAX_KEY_CHARS) throw new Error(`idempotencyKey: The key has more than ${MAX_KEY_CHARS} characters`);
  return text === '' ? undefined : text;
}

/** The inputs that `start` declares; none if it is missing or broken. */
export function startInputsOf(workflow: Pick<Workflow, 'nodes'>): readonly StartInput[] {
  const start = workflow.nodes.find(({ type }) => type === 'start');
  return startInputsSchema.safeParse(start?.config.inputs ?? []).data ?? [];
}

function scopeOf(event: TriggerEvent): Scope {
  return { [TRIGGER_ROOT]: event, [MOMENT_KEY]: Date.now() };
}

function hasText(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

/** An optional input is omitted when its only value is a field that the event does not have. */
function evaluatedOrMissing(source: unknown, input: StartInput | undefined, scope: Scope): unknown {
  try {
    return evaluated(source, input, scope);
  } catch (error) {
    const isOptional = input !== undefined && (input.required !== true || input.default !== undefined);
    const isMissing = ExpressionError.is(error) && error.code === 'unknown-reference';
    if (isOptional && isMissing && typeof source === 'string' && isSingleTag(source.trim())) return MISSING;
    throw error;
  }
}

/** A text input renders any template as text. */
function evaluated(source: unknown, input: StartInput | undefined, scope: Scope): unknown {
  const isText = input?.type === 'text' || input?.type === 'select';
  return compileValue(source, () => (isText ? 'text' : 'template')).evaluate(scope);
}

/** Values of queries, headers and forms are texts, and a field of a form that came once is not a list. */
function coerced(value: unknown, input: StartInput | undefined): unknown {
  if (input?.type === 'files') return isFields(value) ? [value] : value;
  if (typeof value !== 'string' || (input?.type !== 'number' && input?.type !== 'boolean')) return value;
  const read = coerceInputText(input, value);
  return read.ok ? read.value : value;
}

function isFields(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function inField<T>(field: string, evaluate: () => T): T {
  try {
    return evaluate();
  } catch (error) {
    throw new Error(`${field}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
