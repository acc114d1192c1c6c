import type { NodeRegistry } from '../../node-kit/define-node.ts';
import type { LearntSchemas } from '../infer-schemas.ts';
import type { Problem, ProblemCode } from '../problem.ts';
import type { Workflow } from '../workflow.ts';
import { answerFixes } from './answer-fixes.ts';
import { applyFix } from './apply-fix.ts';
import { afterEndFixes, branchFixes, cycleFixes, edgeFixes, unreachableFixes } from './connection-fixes.ts';
import { expressionFixes } from './expression-fixes.ts';
import { bodyFixes, invalidFieldFixes, missingFieldFixes, unknownFieldFixes, unknownNameFixes } from './field-fixes.ts';
import { type Fix, makeFix } from './fix.ts';
import { type FixContext, faultyField, makeFixContext, writeTo } from './fix-context.ts';
import { missingValueFixes, notBeforeFixes, unknownReferenceFixes } from './reference-fixes.ts';
import { slotFixes } from './slot-fixes.ts';
import { typeFixes } from './type-fixes.ts';

type FindFixes = (problem: Problem, context: FixContext) => readonly Fix[];

const finders: Readonly<Partial<Record<ProblemCode, FindFixes>>> = {
  'unknown-reference': unknownReferenceFixes,
  'reference-not-before': notBeforeFixes,
  'reference-may-be-skipped': missingValueFixes,
  'reference-may-be-missing': missingValueFixes,
  'type-mismatch': typeFixes,
  'expression-invalid': expressionFixes,
  'missing-field': missingFieldFixes,
  'invalid-field': invalidFieldFixes,
  'unknown-field': unknownFieldFixes,
  'unknown-type': unknownNameFixes,
  'unknown-tool': unknownNameFixes,
  'unknown-worker': unknownNameFixes,
  'unknown-credential': slotFixes,
  'outputs-empty': answerFixes,
  'unknown-model': unknownNameFixes,
  'unknown-graph': unknownNameFixes,
  'unknown-base': unknownNameFixes,
  'unknown-skill': unknownNameFixes,
  'body-of-text': bodyFixes,
  'unreachable-node': unreachableFixes,
  'branch-missing': branchFixes,
  cycle: cycleFixes,
  'edge-dangling': edgeFixes,
  'edge-duplicate': edgeFixes,
  'edge-across-scopes': edgeFixes,
  'edge-after-end': afterEndFixes,
  'port-unknown': edgeFixes,
  'parent-unknown': outOfContainer,
  'start-repeated': withoutNode,
  'conversation-concurrent': ownConversation,
};

/** Later problems have no fixes: a document with more is not mended click by click. */
const MAX_MENDED = 100;
const MAX_FIXES = 3;

/** The problems, each with the changes that would mend it, the likeliest first. Never throws. */
export function withFixes(
  problems: readonly Problem[],
  workflow: Workflow,
  { registry, learnt }: { readonly registry: NodeRegistry; readonly learnt?: LearntSchemas },
): readonly Problem[] {
  if (problems.length === 0) return problems;
  const context = makeFixContext(workflow, registry, learnt);
  return problems.map((problem, index) => {
    const fixes = index < MAX_MENDED ? findFixes(problem, context) : [];
    return fixes.length === 0 ? problem : { ...problem, fixes };
  });
}

function findFixes(problem: Problem, context: FixContext): readonly Fix[] {
  const found = finders[problem.code]?.(problem, context) ?? [];
  return found.filter((fix) => applyFix(context.workflow, fix, context.registry) !== undefined).slice(0, MAX_FIXES);
}

function outOfContainer(problem: Problem, context: FixContext): readonly Fix[] {
  const field = faultyField(problem, context);
  return field ? [makeFix('takeOut', {}, writeTo(field, undefined))] : [];
}

function withoutNode({ nodeId = '' }: Problem): readonly Fix[] {
  return [makeFix('removeNode', { node: nodeId }, { kind: 'remove', nodeId })];
}

function ownConversation(problem: Problem, context: FixContext): readonly Fix[] {
  const field = faultyField(problem, context);
  return field ? [makeFix('ownConversation', {}, writeTo(field, undefined))] : [];
}
