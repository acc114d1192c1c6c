import type { z } from 'zod';
import { compileCondition } from '../../expression/condition.ts';
import { ExpressionError } from '../../expression/expression-error.ts';
import { fieldPath } from '../../expression/field-path.ts';
import { fieldReasons } from '../../i18n/field-reasons.ts';
import { worded } from '../../i18n/problem-text.ts';
import type { JsonSchema } from '../../json/json-schema.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import type { AnyTriggerDefinition } from '../../trigger-kit/define-trigger.ts';
import { eventWithInputs, fillTriggerInputs } from '../fill-trigger-inputs.ts';
import { startInputsOf, TRIGGER_ROOT } from '../map-trigger-event.ts';
import { findExpressions, type NodeExpression } from '../node-expressions.ts';
import { MAX_PROBLEMS, type Problem } from '../problem.ts';
import { findInSchema } from '../schema-path.ts';
import type { StartInput } from '../start-inputs.ts';
import type { WorkflowTrigger } from '../workflow.ts';
import type { Check, CheckContext } from './check.ts';

type Found = Omit<Problem, 'severity' | 'triggerId'> & { readonly severity?: Problem['severity'] };

/** Triggers have a known kind, a valid config, and map their event into inputs that `start` has. */
export const checkTriggers: Check = ({ workflow, triggers, isPartial }) => {
  if (!triggers) return [];
  const inputs = startInputsOf(workflow);
  const responds = workflow.nodes.some(({ type }) => type === 'respond');
  const ids = new Set<string>();
  return (workflow.triggers ?? []).flatMap((trigger) => {
    const isRepeated = ids.has(trigger.id);
    ids.add(trigger.id);
    const found: readonly Found[] = [
      ...(isRepeated
        ? [{ code: 'duplicate-id' as const, path: 'id', ...worded(['two-triggers', { id: trigger.id }], ['two-triggers-fix']) }]
        : []),
      ...checkOne(trigger, { triggers, inputs, isPartial, responds }),
    ];
    return found.slice(0, MAX_PROBLEMS).map((problem) => ({ severity: 'error' as const, ...problem, triggerId: trigger.id }));
  });
};

type Known = {
  readonly triggers: NonNullable<CheckContext['triggers']>;
  readonly inputs: readonly StartInput[];
  /** The start may be among the nodes that could not be read. */
  readonly isPartial: boolean;
  /** Whether there is a node that answers requests. */
  readonly responds: boolean;
};

function checkOne(trigger: WorkflowTrigger, { triggers, inputs, isPartial, responds }: Known): readonly Found[] {
  const definition = Object.hasOwn(triggers, trigger.type) ? triggers[trigger.type] : undefined;
  if (!definition) {
    const meant = didYouMean(trigger.type, Object.keys(triggers));
    const help =
      meant === undefined
        ? (['there-are', { names: Object.keys(triggers).join(', ') }] as const)
        : (['meant', { name: meant }] as const);
    return [{ code: 'unknown-type', path: 'type', ...worded(['no-such-trigger', { type: trigger.type }], help) }];
  }
  if (trigger.version > definition.version)
    return [
      { code: 'version-newer', path: 'version', ...worded(['trigger-newer', { type: trigger.type, known: definition.version }]) },
    ];
  const isFilled = definition.fillsInputs && !isPartial;
  const event = isFilled ? eventWithInputs(trigger, definition.event, inputs) : definition.event;
  return [
    ...checkTriggerConfig(trigger, definition),
    ...(responds || isPartial ? [] : checkResponder(trigger)),
    ...checkFilter(trigger, event),
    ...checkExpressions(trigger, event),
    ...(isPartial ? [] : checkInputs(fillTriggerInputs(trigger, definition, inputs), inputs)),
  ];
}

function checkTriggerConfig({ config, type }: WorkflowTrigger, definition: AnyTriggerDefinition): readonly Found[] {
  const parsed = definition.config.safeParse(config);
  const issues: readonly z.core.$ZodIssue[] = parsed.success ? [] : parsed.error.issues;
  const invalid = issues.map((issue): Found => {
    const keys = issue.path.filter((key) => typeof key !== 'symbol');
    const value = keys.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], config);
    const isMissing = value === undefined || value === '';
    const field = { type, field: keys.join('.'), title: titleOf(definition, keys[0]) };
    return {
      code: isMissing ? 'missing-field' : 'invalid-field',
      path: fieldPath(keys),
      ...worded(['field-invalid', { ...field, ...fieldReasons(issue, value) }]),
    };
  });
  const known = Object.keys(definition.config.shape);
  const unknown = Object.keys(config)
    .filter((name) => !known.includes(name))
    .map((name): Found => {
      const words = worded(['field-unknown', { type, name }], ['has-names', { names: known.join(', ') }]);
      return { code: 'unknown-field', severity: 'warning', path: fieldPath([name]), ...words };
    });
  return [...invalid, ...unknown];
}

/** A request that a node answers needs such a node. */
function checkResponder({ config: { response } }: WorkflowTrigger): readonly Found[] {
  if (response !== 'respond') return [];
  return [{ code: 'missing-field', path: 'config.response', ...worded(['respond-missing'], ['respond-missing-fix']) }];
}

function titleOf({ config }: AnyTriggerDefinition, key: string | number | undefined): string {
  const field = typeof key === 'string' && Object.hasOwn(config.shape, key) ? config.shape[key] : undefined;
  return field?.meta()?.title ?? String(key ?? 'config');
}

function checkFilter({ filter }: WorkflowTrigger, event: JsonSchema): readonly Found[] {
  if (filter === undefined || filter.trim() === '') return [];
  try {
    compileCondition(filter);
  } catch (error) {
    return [unreadable('filter', error)];
  }
  return findExpressions({ filter }, () => 'cel').flatMap((expression) => checkReads(expression, event));
}

function checkExpressions({ inputs, idempotencyKey }: WorkflowTrigger, event: JsonSchema): readonly Found[] {
  const values = { inputs, ...(idempotencyKey !== undefined && { idempotencyKey }) };
  return findExpressions(values, () => 'template').flatMap((expression) => {
    const [problem] = expression.problems;
    if (!problem) return checkReads(expression, event);
    const help = problem.hint === undefined ? undefined : (['said', { text: problem.hint }] as const);
    const words = worded(['expression', { reason: problem.message }], help);
    return [{ code: 'expression-invalid', path: pathIn(expression.path), at: problem.at, ...words }];
  });
}

function unreadable(path: string, error: unknown): Found {
  const { message, at, hint } =
    error instanceof ExpressionError ? error : { message: String(error), at: undefined, hint: undefined };
  const words = worded(['expression', { reason: message }], hint === undefined ? undefined : ['said', { text: hint }]);
  return { code: 'expression-invalid', path, ...(at && { at }), ...words };
}

/** Expressions of a trigger read its event and nothing else: no node has run yet. */
function checkReads({ references, path }: NodeExpression, event: JsonSchema): readonly Found[] {
  return references.flatMap(({ root, path: inside, at }): readonly Found[] => {
    const where = { path: pathIn(path), at };
    if (root !== TRIGGER_ROOT)
      return [{ code: 'unknown-reference', ...where, ...worded(['trigger-reads', { name: root }], ['trigger-reads-fix']) }];
    const found = findInSchema(event, inside);
    if (found.kind !== 'absent') return [];
    const words = worded(
      ['trigger-has-no-field', { name: String(inside[found.index]) }],
      ['has-names', { names: found.names.join(', ') }],
    );
    return [{ code: 'unknown-reference', ...where, ...words }];
  });
}

function checkInputs({ inputs: given }: WorkflowTrigger, inputs: readonly StartInput[]): readonly Found[] {
  const names = inputs.map(({ name }) => name);
  const unknown = Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name): Found => {
      const help = names.length > 0 ? (['has-names', { names: names.join(', ') }] as const) : undefined;
      return { code: 'unknown-field', path: pathIn(['inputs', name]), ...worded(['start-has-no-input', { name }], help) };
    });
  const missing = inputs
    .filter(({ name, required, default: value }) => required && value === undefined && !Object.hasOwn(given, name))
    .map(({ name, title = name }): Found => {
      const words = worded(['trigger-input-missing', { name, title }], ['trigger-input-missing-fix', { name }]);
      return { code: 'missing-field', path: pathIn(['inputs', name]), ...words };
    });
  return [...unknown, ...missing];
}

/** Paths outside of a config. */
function pathIn(keys: readonly (string | number)[]): string {
  return fieldPath(keys).replace(/^config\.?/, '');
}
