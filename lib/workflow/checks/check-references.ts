import { positionOf, type TextPosition } from '../../expression/expression-error.ts';
import { fieldPath } from '../../expression/field-path.ts';
import { listNames, pathText } from '../../expression/read-path.ts';
import { positionAfter, type Reference } from '../../expression/reference.ts';
import type { CelPart } from '../../expression/references.ts';
import { celTagBegin } from '../../expression/tag-end.ts';
import { worded } from '../../i18n/problem-text.ts';
import type { JsonSchema } from '../../json/json-schema.ts';
import { typesOf } from '../../json/schema-types.ts';
import { configJsonSchema, schemasAt } from '../../node-kit/field-expressions.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import { bodyVariables, PAGE_FIELDS, PAGE_ROOT } from '../body-variables.ts';
import { BRANCH_ROOT, branchNodeOf, branchSchema } from '../branch-root.ts';
import { inferCel } from '../infer-cel.ts';
import type { NodeExpression } from '../node-expressions.ts';
import { definitionOf } from '../node-ports.ts';
import { isSingleTag, onlyReference } from '../only-reference.ts';
import { MAX_PROBLEMS, type Problem } from '../problem.ts';
import { findInSchema, unionOf } from '../schema-path.ts';
import { SESSION_ROOT, sessionSchema } from '../session-settings.ts';
import type { WorkflowNode } from '../workflow.ts';
import type { Check, CheckContext } from './check.ts';

/** Expressions are valid; what they read exists at that point and has the type of the field. */
export const checkReferences: Check = (context) =>
  context.workflow.nodes.flatMap((node) =>
    context.expressionsOf(node).flatMap((expression) => checkExpression({ node, expression, context })),
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
  const cel = checkCelTypes(checked);
  const typed = cel.problems.map((problem) => ({ ...problem, ...where }));
  if (typed.some(({ severity }) => severity === 'error')) return [...broken, ...typed];
  const mismatch = checkType(checked, cel.results);
  return mismatch ? [...broken, ...typed, { ...mismatch, ...where }] : [...broken, ...typed];
}

type CelTypes = {
  readonly problems: readonly (Verdict & { readonly at: TextPosition })[];
  /** Types of the results of the parts, if known. */
  readonly results: readonly ReturnType<typeof typesOf>[];
};

/** Operators and functions of CEL with values that do not fit. */
function checkCelTypes({ node, expression, context }: Checked): CelTypes {
  const { source, celParts } = expression;
  if (celParts.length === 0) return { problems: [], results: [] };
  const variables = bodyVariables(context.schemas, node.id);
  const schemaOf = (root: string) => {
    if (context.schemas.graph.nodes.has(root)) return context.schemas.valueSeenBy(node.id, root);
    const branches = root === BRANCH_ROOT ? branchSchema(context.schemas, node.id) : undefined;
    return variables.get(root) ?? branches ?? {};
  };
  const inferred = celParts.map((part) => ({ part, ...inferCel(part.ast, schemaOf) }));
  const problems = inferred.flatMap(({ part, problems }): CelTypes['problems'] => {
    const found = problems.map(({ offset, ...problem }) => ({
      ...problem,
      code: 'type-mismatch' as const,
      at: positionOf(source, part.offset + offset),
    }));
    const literal = found.some(({ severity }) => severity === 'error') ? undefined : literalProblem(part, source);
    return literal ? [literal] : found;
  });
  return { problems: problems.slice(0, MAX_PROBLEMS), results: inferred.map(({ schema }) => typesOf(schema)) };
}

/** What our own inference does not know of CEL's rules. */
function literalProblem(part: CelPart, source: string): CelTypes['problems'][number] | undefined {
  const problem = part.check();
  if (!problem) return undefined;
  const { message: reason, hint: text, at } = problem;
  const words = worded(['expression', { reason }], text === undefined ? undefined : ['said', { text }]);
  return { code: 'type-mismatch', severity: 'error', ...words, at: positionAfter(source, part)(at) };
}

/** `check-config` reports an empty required expression. */
function isTextRequired({ node, expression, context }: Checked): boolean {
  const definition = definitionOf(node, context.registry);
  const schemas = definition ? schemasAt(configJsonSchema(definition), expression.path) : [];
  return schemas.some(({ minLength }) => typeof minLength === 'number' && minLength > 0);
}

type Verdict = Pick<Problem, 'code' | 'severity' | 'message' | 'hint' | 'texts'>;

function checkReference(reference: Reference, checked: Checked): Verdict | undefined {
  const { node, context } = checked;
  const { root, hasDefault } = reference;
  const { graph, presence } = context.schemas;
  const source = graph.nodes.get(root);
  if (!source && root === BRANCH_ROOT) return checkBranch(reference, checked);
  if (!source && root === SESSION_ROOT) return checkSession(reference, context);
  if (!source) return isBodyVariable(root, checked) ? checkOwnVariable(reference, checked) : unknownNode(reference, checked);
  if (!graph.isOrdered(root) || !graph.isOrdered(node.id)) return undefined;
  if (!graph.isBefore(root, node.id)) return isCutOff(node, root, context) ? undefined : notBefore(root, node, context);
  if (context.isBroken(root)) return undefined;
  if (!hasDefault && !graph.isSurelyBefore(root, node.id)) return lostRace(reference, node);
  if (!hasDefault && presence.maySkip(root, node.id) && !hasAlternative(reference, node, context)) {
    const field = reference.text === root ? `${root}.field` : reference.text;
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

/** One of the nodes that a chain of defaults reads surely ran, as in `{{ yes.text | default: no.text }}`. */
function hasAlternative(
  { root, insteadOf }: Reference,
  node: WorkflowNode,
  { schemas: { graph, presence } }: CheckContext,
): boolean {
  const others = insteadOf?.filter((id) => graph.nodes.has(id) && graph.isSurelyBefore(id, node.id)) ?? [];
  return others.length > 0 && !presence.maySkipAll([root, ...others], node.id);
}

/** `branch.sort` names a node before this one that has several ports. */
function checkBranch(reference: Reference, checked: Checked): Verdict | undefined {
  const { node, context } = checked;
  const { graph, presence } = context.schemas;
  const nodeId = branchNodeOf(reference, (id) => graph.nodes.has(id));
  const hasBranches = (id: string) => presence.exitsOf(id).length > 1 && graph.isBefore(id, node.id);
  const unknown = (message: Parameters<typeof worded>[0]): Verdict => {
    const known = graph.order.filter(hasBranches);
    const meant = nodeId === undefined ? undefined : didYouMean(nodeId, known);
    const [example] = known;
    const hint: Hint =
      meant !== undefined
        ? ['meant', { name: pathText(BRANCH_ROOT, [meant]) }]
        : example !== undefined
          ? ['branch-example', { example }]
          : undefined;
    return { code: 'unknown-reference', severity: 'error', ...worded(message, hint) };
  };
  if (nodeId === undefined) return reference.path.length === 0 ? undefined : unknown(['branch-needs-node']);
  if (!graph.nodes.has(nodeId)) return unknown(['no-such-node', { node: nodeId }]);
  const path = reference.path.slice(1);
  if (graph.isBefore(nodeId, node.id) && !hasBranches(nodeId)) return unknown(['branch-unknown', { node: nodeId }]);
  const verdict = checkReference({ ...reference, root: nodeId, path: [] }, checked);
  if (verdict || path.length === 0) return verdict;
  const holder = pathText(BRANCH_ROOT, [nodeId]);
  const words = worded(['not-an-object', { holder, kind: 'text', name: String(path[0]) }]);
  return { code: 'unknown-reference', severity: 'error', ...words };
}

/** `session.name` is a variable of the settings, `turn` or `messages`. */
function checkSession(reference: Reference, { schemas }: CheckContext): Verdict | undefined {
  const { root, path } = reference;
  const found = findInSchema(sessionSchema(schemas.session), path);
  if (found.kind !== 'absent') return undefined;
  const name = String(path[found.index]);
  const known = fieldHint(found, reference);
  const hint: Hint = known?.[0] === 'meant' || found.index > 0 ? known : ['session-variable-fix', { name }];
  return {
    code: 'unknown-reference',
    severity: 'error',
    ...worded(['no-such-field', { holder: pathText(root, path.slice(0, found.index)), name }], hint),
  };
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
function isBodyVariable(root: string, { node, expression, context: { schemas } }: Checked): boolean {
  const { graph } = schemas;
  if (root === PAGE_ROOT && node.type === 'http') return PAGE_FIELDS.includes(String(expression.path[0]));
  if (root === 'loop' && node.type === 'loop') return true;
  return (root === 'loop' || root === 'map') && graph.containersOf(node.id).some((id) => graph.nodes.get(id)?.type === root);
}

/** Fields of a page, and of what an iteration gave its loop. Others of iterations are not known. */
function checkOwnVariable({ root, path, hasDefault }: Reference, { node, expression, context }: Checked): Verdict | undefined {
  // Other fields of a loop are read before it, as in the loop around it.
  const isOwn = root === PAGE_ROOT || (root === 'loop' && node.type === 'loop' && expression.path[0] === 'while');
  const schema = isOwn ? bodyVariables(context.schemas, node.id).get(root) : undefined;
  const found = schema && findInSchema(schema, path);
  if (found?.kind !== 'absent') return undefined;
  const words = worded(
    ['no-such-field', { holder: pathText(root, path.slice(0, found.index)), name: String(path[found.index]) }],
    found.names.length > 0 ? ['has-names', { names: found.names.join(', ') }] : undefined,
  );
  return { code: 'unknown-reference', severity: hasDefault ? 'warning' : 'error', ...words };
}

/** Names of other products for what is somewhere else here. */
const elsewhere: Readonly<Record<string, NonNullable<Hint>>> = {
  env: ['elsewhere-environment'],
  process: ['elsewhere-environment'],
  trigger: ['elsewhere-trigger'],
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

function unknownNode({ root, path }: Reference, { node: reader, context }: Checked): Verdict {
  const known = Object.hasOwn(elsewhere, root) ? elsewhere[root] : undefined;
  const meant = known ? undefined : didYouMean(root, idsWithout(reader.id, context.schemas.graph.nodes.keys()));
  const hint: Hint = meant === undefined ? known : ['meant', { name: pathText(meant, path) }];
  return { code: 'unknown-reference', severity: 'error', ...worded(['no-such-node', { node: root }], hint) };
}

/** No node can read its own value. Lazy: a document may have thousands of nodes and of unknown names. */
function* idsWithout(readerId: string, ids: Iterable<string>): Generator<string> {
  for (const id of ids) if (id !== readerId) yield id;
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
        isPlain ? listHint(kind, holder, path.slice(found.index)) : fieldHint(found, reference),
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

/** @param rest of the path, from the name that a list does not have */
function listHint(kind: string, holder: string, rest: Reference['path']): Hint {
  const [key] = rest;
  if (kind !== 'a list' || key === undefined) return undefined;
  if (key === 'length' || key === 'size') return ['list-size', { holder }];
  const index = key === 'first' ? 0 : key === 'last' ? -1 : undefined;
  return [
    'list-entry',
    { example: index === undefined ? pathText(holder, [0, ...rest]) : pathText(holder, [index, ...rest.slice(1)]) },
  ];
}

/** A hint for an unknown field: the nearest name, else all names. */
function fieldHint({ names, index }: { names: readonly string[]; index: number }, { root, path }: Reference): Hint {
  const meant = didYouMean(String(path[index]), names);
  if (meant !== undefined) return ['meant', { name: pathText(root, [...path.slice(0, index), meant]) }];
  return names.length > 0 ? ['has-names', { names: listNames(names) }] : ['empty-object'];
}

/** Compares the type of an expression with that of its field, if both are known. */
function checkType({ node, expression, context }: Checked, [celResult]: CelTypes['results']): Verdict | undefined {
  const { mode, source } = expression;
  const isCel = mode === 'cel' || (celTagBegin(source, 0) !== undefined && isSingleTag(source));
  const definition = definitionOf(node, context.registry);
  if (!definition || mode === 'text') return undefined;
  const schemas = schemasAt(configJsonSchema(definition), expression.path);
  if (mode === 'cel' && schemas.some(({ gives }) => gives === 'value')) return undefined;
  const expected = mode === 'cel' ? new Set(['true or false'] as const) : typesOf(unionOf(schemas));
  const reference = onlyReference(expression);
  const actual = isCel
    ? celResult
    : reference
      ? referenceTypes(reference, node, context)
      : isSingleTag(source)
        ? undefined
        : new Set(['text'] as const);
  if (!expected || !actual || expected.size === 0 || [...actual].some((type) => expected.has(type))) return undefined;
  const types = { actual: [...actual].join(' or '), expected: [...expected].join(' or ') };
  return { code: 'type-mismatch', severity: 'error', ...mismatchWords(types) };

  function mismatchWords(params: typeof types) {
    if (mode === 'cel') return worded(['cel-condition', params], ['cel-compare']);
    if (isCel) return worded(['wrong-type-expression', params]);
    return worded(reference ? ['wrong-type', { given: reference.text, ...params }] : ['wrong-type-template', params]);
  }
}

/** Types of the references, if known. */
export function referenceTypes({ root, path }: Reference, node: WorkflowNode, { schemas }: CheckContext) {
  if (!schemas.graph.nodes.has(root)) return undefined;
  const found = findInSchema(schemas.valueSeenBy(node.id, root), path);
  return found.kind === 'found' ? typesOf(found.schema) : undefined;
}
