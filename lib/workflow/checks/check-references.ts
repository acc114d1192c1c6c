import { hintForField, pathText } from '../../expression/read-path.ts';
import type { Reference } from '../../expression/reference.ts';
import { fieldPath } from '../../expression/template.ts';
import { configJsonSchema, schemasAt } from '../../node-kit/field-expressions.ts';
import { didYouMean } from '../did-you-mean.ts';
import { isSingleTag, type NodeExpression, onlyReference } from '../node-expressions.ts';
import { definitionOf } from '../node-ports.ts';
import type { Problem } from '../problem.ts';
import { findInSchema, unionOf } from '../schema-path.ts';
import { typesOf } from '../schema-types.ts';
import type { WorkflowNode } from '../workflow.ts';
import type { Check, CheckContext } from './check.ts';

/** Expressions can be read, and what they read exists by then and has the type that its field wants. */
export const checkReferences: Check = (context) =>
  context.workflow.nodes.flatMap((node) =>
    context.expressionsOf(node.id).flatMap((expression) => checkExpression({ node, expression, context })),
  );

type Checked = { readonly node: WorkflowNode; readonly expression: NodeExpression; readonly context: CheckContext };

function checkExpression(checked: Checked): readonly Problem[] {
  const { node, expression } = checked;
  const where = { nodeId: node.id, path: fieldPath(expression.path) };
  const unreadable = expression.problems.map(
    (problem): Problem => ({ code: 'expression-invalid', severity: 'error', ...where, ...problem }),
  );
  const broken = expression.references.flatMap((reference) => {
    const problem = checkReference(reference, checked);
    return problem ? [{ ...problem, ...where, at: reference.at }] : [];
  });
  if (unreadable.length > 0 || broken.some(({ severity }) => severity === 'error')) return [...unreadable, ...broken];
  const mismatch = checkType(checked);
  return mismatch ? [...broken, { ...mismatch, ...where }] : broken;
}

type Verdict = Pick<Problem, 'code' | 'severity' | 'message' | 'hint'>;

function checkReference(reference: Reference, { node, context }: Checked): Verdict | undefined {
  const { root, hasDefault } = reference;
  const { graph, presence } = context.schemas;
  const source = graph.nodes.get(root);
  if (!source) return isBodyVariable(root, node, context) ? undefined : unknownNode(reference, context);
  if (!graph.isOrdered(root) || !graph.isOrdered(node.id)) return undefined;
  if (!graph.isBefore(root, node.id)) return notBefore(root, node, context);
  if (context.isBroken(root)) return undefined;
  if (!hasDefault && !graph.isSurelyBefore(root, node.id)) return lostRace(reference, node);
  if (!hasDefault && presence.maySkip(root, node.id)) {
    const hint = `Give it a default: {{ ${reference.text} | default: "…" }}; in a condition ask first with has(${reference.path.length > 0 ? reference.text : `${root}.field`})`;
    return {
      code: 'reference-may-be-skipped',
      severity: 'error',
      message: `${root} may have been skipped when ${node.id} runs, so ${reference.text} may not exist`,
      hint,
    };
  }
  return checkField(reference, node, context);
}

/** A join between them goes on with one of its branches, and this is not on all of them. */
function lostRace({ root, text }: Reference, node: WorkflowNode): Verdict {
  return {
    code: 'reference-may-be-skipped',
    severity: 'error',
    message: `A join before ${node.id} goes on with one branch, and ${root} may lie on another, so ${text} may not exist`,
    hint: `Read the value of the join instead, or give it a default: {{ ${text} | default: "…" }}`,
  };
}

/** `loop.index` and `map.item` exist inside such a container; a loop's own condition reads what its pass gave. */
function isBodyVariable(root: string, node: WorkflowNode, { schemas: { graph } }: CheckContext): boolean {
  if (root === 'loop' && node.type === 'loop') return true;
  return (root === 'loop' || root === 'map') && graph.containersOf(node.id).some((id) => graph.nodes.get(id)?.type === root);
}

function unknownNode({ root, path }: Reference, { schemas: { graph } }: CheckContext): Verdict {
  const meant = didYouMean(root, graph.nodes.keys());
  const message = `There is no node '${root}'`;
  return {
    code: 'unknown-reference',
    severity: 'error',
    message,
    ...(meant !== undefined && { hint: `Did you mean ${pathText(meant, path)}?` }),
  };
}

function notBefore(root: string, node: WorkflowNode, { schemas: { graph } }: CheckContext): Verdict {
  const verdict = (message: string, hint: string): Verdict => ({
    code: 'reference-not-before',
    severity: 'error',
    message,
    hint,
  });
  if (root === node.id) return verdict(`${root} cannot read its own value`, 'Refer to a node before it');
  const [container] = graph.containersOf(root);
  if (container !== undefined && !graph.containersOf(node.id).includes(container))
    return verdict(
      `${root} lies inside ${container}, so only its body can read it`,
      `Read ${container} instead: its value is what its body gave`,
    );
  if (graph.containersOf(node.id).includes(root))
    return verdict(`${root} is still running while its body runs`, 'Read a node before it');
  return verdict(
    `${root} does not come before ${node.id}, so there may be no value yet`,
    `Connect ${root} so that a path leads from it to ${node.id}`,
  );
}

function checkField(reference: Reference, node: WorkflowNode, { schemas }: CheckContext): Verdict | undefined {
  const { root, path, hasDefault, text } = reference;
  const found = findInSchema(schemas.valueSeenBy(node.id, root), path);
  if (found.kind === 'absent') {
    const holder = pathText(root, path.slice(0, found.index));
    const kinds = typesOf(found.holder);
    const [kind] = kinds ?? [];
    const isPlain = found.names.length === 0 && kinds?.size === 1 && kind !== 'an object';
    const message = isPlain
      ? `${holder} is ${kind}, so it has no field '${path[found.index]}'`
      : `${holder} has no field '${path[found.index]}'`;
    const hint = isPlain
      ? listHint(kind, holder, path[found.index])
      : hintForField(found.names, { root, path, index: found.index });
    // With a default a field that does not exist is still a mistake: the default would always be taken.
    return {
      code: 'unknown-reference',
      severity: hasDefault ? 'warning' : 'error',
      message,
      ...(hint !== undefined && { hint }),
    };
  }
  if (found.kind === 'unknown' || found.isSure || hasDefault) return undefined;
  const hint = `Give it a default: {{ ${text} | default: "…" }}; in a condition ask first with has(${text})`;
  return { code: 'reference-may-be-missing', severity: 'warning', message: `${text} is not always there`, hint };
}

function listHint(kind: string | undefined, holder: string, key: string | number | undefined): string | undefined {
  if (kind !== 'a list') return undefined;
  return key === 'length' || key === 'size' ? `Write {{ ${holder} | size }}` : `Take one entry, as in ${holder}[0].${key}`;
}

/** What the expression gives against what its field takes; silent where either is not known. */
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
  const given = reference ? reference.text : 'A template';
  return {
    code: 'type-mismatch',
    severity: 'error',
    message: `${given} is ${[...actual].join(' or ')}; this field takes ${[...expected].join(' or ')}`,
  };
}

function referenceTypes({ root, path }: Reference, node: WorkflowNode, { schemas }: CheckContext) {
  if (!schemas.graph.nodes.has(root)) return undefined;
  const found = findInSchema(schemas.valueSeenBy(node.id, root), path);
  return found.kind === 'found' ? typesOf(found.schema) : undefined;
}
