import { fieldPath } from '../../expression/field-path.ts';
import { listNames, pathText } from '../../expression/read-path.ts';
import type { Reference } from '../../expression/reference.ts';
import { worded } from '../../i18n/problem-text.ts';
import type { JsonSchema } from '../../json/json-schema.ts';
import { typesOf } from '../../json/schema-types.ts';
import { configJsonSchema, schemasAt } from '../../node-kit/field-expressions.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import type { NodeExpression } from '../node-expressions.ts';
import { definitionOf } from '../node-ports.ts';
import { isSingleTag, onlyReference } from '../only-reference.ts';
import { MAX_PROBLEMS, type Problem } from '../problem.ts';
import { findInSchema, unionOf } from '../schema-path.ts';
import type { WorkflowNode } from '../workflow.ts';
import type { Check, CheckContext } from './check.ts';

/** Expressions are valid; what they read exists at that point and has the type of the field. */
export const checkReferences: Check = (context) =>
  context.workflow.nodes.flatMap((node) =>
    context.expressionsOf(node.id).flatMap((expression) => checkExpression({ node, expression, context })),
  );

type Checked = { readonly node: WorkflowNode; readonly expression: NodeExpression; readonly context: CheckContext };

function checkExpression(checked: Checked): readonly Problem[] {
  const { node, expression } = checked;
  if (expression.source.trim() === '' && isTextRequired(checked)) return [];
  const where = { nodeId: node.id, path: fieldPath(expression.path) };
  const unreadable = expression.problems.slice(0, MAX_PROBLEMS).map(
    (problem): Problem => ({
      code: 'expression-invalid',
      severity: 'error',
      ...where,
      ...problem,
      ...worded(
        ['expression', { reason: problem.message }],
        problem.hint === undefined ? undefined : ['said', { text: problem.hint }],
      ),
    }),
  );
  const broken: Problem[] = [];
  const seen = new Set<string>();
  for (const reference of expression.references) {
    const { text, hasDefault } = reference;
    // What reads the same twice has the same problem.
    const key = `${text}${hasDefault ? '?' : ''}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const problem = checkReference(reference, checked);
    if (problem) broken.push({ ...problem, ...where, at: reference.at });
    // A text may contain 100,000 references; report only the first problems of a field.
    if (broken.length === MAX_PROBLEMS) break;
  }
  if (unreadable.length > 0 || broken.some(({ severity }) => severity === 'error')) return [...unreadable, ...broken];
  const mismatch = checkType(checked);
  return mismatch ? [...broken, { ...mismatch, ...where }] : broken;
}

/** `check-config` reports an empty required expression. */
function isTextRequired({ node, expression, context }: Checked): boolean {
  const definition = definitionOf(node, context.registry);
  const schemas = definition ? schemasAt(configJsonSchema(definition), expression.path) : [];
  return schemas.some(({ minLength }) => typeof minLength === 'number' && minLength > 0);
}

type Verdict = Pick<Problem, 'code' | 'severity' | 'message' | 'hint' | 'texts'>;

function checkReference(reference: Reference, { node, context }: Checked): Verdict | undefined {
  const { root, hasDefault } = reference;
  const { graph, presence } = context.schemas;
  const source = graph.nodes.get(root);
  if (!source) return isBodyVariable(root, node, context) ? undefined : unknownNode(reference, context);
  if (!graph.isOrdered(root) || !graph.isOrdered(node.id)) return undefined;
  if (!graph.isBefore(root, node.id)) return isCutOff(node, root, context) ? undefined : notBefore(root, node, context);
  if (context.isBroken(root)) return undefined;
  if (!hasDefault && !graph.isSurelyBefore(root, node.id)) return lostRace(reference, node);
  if (!hasDefault && presence.maySkip(root, node.id)) {
    const field = reference.path.length > 0 ? reference.text : `${root}.field`;
    return {
      code: 'reference-may-be-skipped',
      severity: 'error',
      ...worded(
        ['node-skipped', { node: root, reader: node.id, reference: reference.text }],
        ['default-for-value', { reference: reference.text, field }],
      ),
    };
  }
  return checkField(reference, node, context);
}

/** A racing join is between them, and the node is not on all of its branches. */
function lostRace({ root, text }: Reference, node: WorkflowNode): Verdict {
  return {
    code: 'reference-may-be-skipped',
    severity: 'error',
    ...worded(['race-lost', { reader: node.id, node: root, reference: text }], ['race-lost-fix', { reference: text }]),
  };
}

/**
 * `loop.index` and `map.item` exist only inside such a container; the condition of a loop reads the
 * result of its iteration.
 */
function isBodyVariable(root: string, node: WorkflowNode, { schemas: { graph } }: CheckContext): boolean {
  if (root === 'loop' && node.type === 'loop') return true;
  return (root === 'loop' || root === 'map') && graph.containersOf(node.id).some((id) => graph.nodes.get(id)?.type === root);
}

/** Names of other products for what is somewhere else here. */
const elsewhere: Readonly<Record<string, NonNullable<Hint>>> = {
  env: ['elsewhere-environment'],
  secrets: ['elsewhere-environment'],
  vars: ['elsewhere-environment'],
  sys: ['elsewhere-inputs'],
  inputs: ['elsewhere-inputs'],
  input: ['elsewhere-inputs'],
  json: ['elsewhere-inputs'],
  now: ['elsewhere-now'],
  today: ['elsewhere-now'],
  run: ['elsewhere-run'],
  execution: ['elsewhere-run'],
  workflow: ['elsewhere-run'],
};

function unknownNode({ root, path }: Reference, { schemas: { graph } }: CheckContext): Verdict {
  const known = Object.hasOwn(elsewhere, root) ? elsewhere[root] : undefined;
  const meant = known ? undefined : didYouMean(root, graph.nodes.keys());
  const hint: Hint = meant === undefined ? known : ['meant', { name: pathText(meant, path) }];
  return { code: 'unknown-reference', severity: 'error', ...worded(['no-such-node', { node: root }], hint) };
}

/** Nothing leads to the reader, which is reported: that the other node does not come before it follows. */
function isCutOff(node: WorkflowNode, root: string, { schemas: { graph }, isReached }: CheckContext): boolean {
  const outermost = (id: string) => graph.containersOf(id).at(-1) ?? id;
  return outermost(node.id) !== outermost(root) && graph.containersOf(root).length === 0 && !isReached(outermost(node.id));
}

function notBefore(root: string, node: WorkflowNode, { schemas: { graph } }: CheckContext): Verdict {
  const verdict = (...sentences: Parameters<typeof worded>): Verdict => ({
    code: 'reference-not-before',
    severity: 'error',
    ...worded(...sentences),
  });
  const params = { node: root, reader: node.id };
  if (root === node.id) return verdict(['reads-itself', params], ['reads-itself-fix']);
  // Of nested containers, only the outermost one that does not contain the reader is visible.
  const around = graph.containersOf(node.id);
  const container = graph.containersOf(root).findLast((id) => !around.includes(id));
  if (container !== undefined) {
    const fix = graph.nodes.get(container)?.type === 'loop' ? 'inside-loop-fix' : 'inside-map-fix';
    return verdict(['inside-container', { ...params, container }], [fix, { container }]);
  }
  if (around.includes(root)) {
    const type = graph.nodes.get(root)?.type;
    const isNearest = around.find((id) => graph.nodes.get(id)?.type === type) === root;
    const fix = type === 'map' ? 'still-running-map' : type === 'loop' ? 'still-running-loop' : 'still-running-fix';
    return verdict(['still-running', params], [isNearest ? fix : 'still-running-fix']);
  }
  return verdict(['not-before', params], ['not-before-fix', params]);
}

function checkField(reference: Reference, node: WorkflowNode, { schemas }: CheckContext): Verdict | undefined {
  const { root, path, hasDefault, text } = reference;
  const found = findInSchema(schemas.valueSeenBy(node.id, root), path);
  if (found.kind === 'absent') {
    const holder = pathText(root, path.slice(0, found.index));
    const kinds = typesOf(found.holder);
    const [kind = ''] = kinds ?? [];
    const isPlain = found.names.length === 0 && kinds?.size === 1 && kind !== 'an object';
    const name = String(path[found.index]);
    // An unknown field is an error even with a default, which would always apply.
    return {
      code: 'unknown-reference',
      severity: hasDefault ? 'warning' : 'error',
      ...worded(
        isPlain ? ['not-an-object', { holder, kind, name }] : ['no-such-field', { holder, name }],
        isPlain ? listHint(kind, holder, path[found.index]) : fieldHint(found, reference),
      ),
    };
  }
  if (found.kind === 'unknown' && !hasDefault) return unlikeLastRun(reference, schemas.learntOf(root));
  if (found.kind === 'unknown' || found.isSure || hasDefault) return undefined;
  const words = worded(['maybe-missing', { reference: text }], ['default-for-value', { reference: text, field: text }]);
  return { code: 'reference-may-be-missing', severity: 'warning', ...words };
}

/** The schema leaves the field open, and the value of the last run did not have it. */
function unlikeLastRun(reference: Reference, learnt: JsonSchema | undefined): Verdict | undefined {
  const { root, path } = reference;
  const found = learnt && findInSchema(learnt, path);
  if (found?.kind !== 'absent') return undefined;
  const params = { holder: pathText(root, path.slice(0, found.index)), name: String(path[found.index]) };
  return { code: 'unknown-reference', severity: 'warning', ...worded(['not-in-last-run', params], fieldHint(found, reference)) };
}

type Hint = Parameters<typeof worded>[1];

function listHint(kind: string, holder: string, key: string | number | undefined): Hint {
  if (kind !== 'a list') return undefined;
  return key === 'length' || key === 'size' ? ['list-size', { holder }] : ['list-entry', { example: `${holder}[0].${key}` }];
}

/** A hint for an unknown field: the nearest name, else all names. */
function fieldHint({ names, index }: { names: readonly string[]; index: number }, { root, path }: Reference): Hint {
  const meant = didYouMean(String(path[index]), names);
  if (meant !== undefined) return ['meant', { name: pathText(root, [...path.slice(0, index), meant]) }];
  return names.length > 0 ? ['has-names', { names: listNames(names) }] : ['empty-object'];
}

/** Compares the type of an expression with that of its field, if both are known. */
function checkType({ node, expression, context }: Checked): Verdict | undefined {
  const definition = definitionOf(node, context.registry);
  if (!definition || expression.mode !== 'template') return undefined;
  const expected = typesOf(unionOf(schemasAt(configJsonSchema(definition), expression.path)));
  const reference = onlyReference(expression);
  const actual = reference
    ? referenceTypes(reference, node, context)
    : isSingleTag(expression.source)
      ? undefined
      : new Set(['text'] as const);
  if (!expected || !actual || expected.size === 0 || [...actual].some((type) => expected.has(type))) return undefined;
  const types = { actual: [...actual].join(' or '), expected: [...expected].join(' or ') };
  return {
    code: 'type-mismatch',
    severity: 'error',
    ...worded(reference ? ['wrong-type', { given: reference.text, ...types }] : ['wrong-type-template', types]),
  };
}

/** Types of the references, if known. */
export function referenceTypes({ root, path }: Reference, node: WorkflowNode, { schemas }: CheckContext) {
  if (!schemas.graph.nodes.has(root)) return undefined;
  const found = findInSchema(schemas.valueSeenBy(node.id, root), path);
  return found.kind === 'found' ? typesOf(found.schema) : undefined;
}
