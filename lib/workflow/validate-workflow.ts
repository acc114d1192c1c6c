import { countTags } from '../expression/has-tags.ts';
import { worded } from '../i18n/problem-text.ts';
import { hasMoreValuesThan, isTooDeep } from '../json/json-limits.ts';
import type { NodeRegistry } from '../node-kit/define-node.ts';
import { expressionModes } from '../node-kit/field-expressions.ts';
import type { CheckContext } from './checks/check.ts';
import { checkAgents } from './checks/check-agents.ts';
import { checkCalls } from './checks/check-calls.ts';
import { checkCodeInputs } from './checks/check-code-inputs.ts';
import { checkConfig } from './checks/check-config.ts';
import { checkConversations } from './checks/check-conversations.ts';
import { checkCredentials } from './checks/check-credentials.ts';
import { checkEdges } from './checks/check-edges.ts';
import { checkEndOutputs } from './checks/check-end-outputs.ts';
import { checkForeignTags } from './checks/check-foreign-tags.ts';
import { checkHttpBody } from './checks/check-http-body.ts';
import { checkIds } from './checks/check-ids.ts';
import { checkKeys } from './checks/check-keys.ts';
import { checkLiterals } from './checks/check-literals.ts';
import { checkOutsideNames } from './checks/check-outside-names.ts';
import { checkReferences } from './checks/check-references.ts';
import { checkSessions } from './checks/check-sessions.ts';
import { checkShape } from './checks/check-shape.ts';
import { checkToolOffers } from './checks/check-tool-offers.ts';
import { checkToolParameters } from './checks/check-tool-parameters.ts';
import { checkTools } from './checks/check-tools.ts';
import { checkToolsOff } from './checks/check-tools-off.ts';
import { checkTriggers } from './checks/check-triggers.ts';
import { checkWorkflowTools } from './checks/check-workflow-tools.ts';
import { inferSchemas, type LearntSchemas } from './infer-schemas.ts';
import { findExpressions, MAX_CEL_CHARS, type NodeExpression } from './node-expressions.ts';
import { definitionOf } from './node-ports.ts';
import { MAX_PROBLEMS, type Problem } from './problem.ts';
import { reachedFrom } from './reached-nodes.ts';
import { otherDocument, readWorkflow } from './read-workflow.ts';
import { type SalvagedWorkflow, salvageWorkflow } from './salvage-workflow.ts';
import { schemaOfCel } from './schema-of-cel.ts';
import { workflowToolsIn } from './tools/workflow-tool.ts';
import type { NodeId, Workflow, WorkflowNode } from './workflow.ts';

export type Validation = {
  /** True without errors: the workflow can run. */
  readonly valid: boolean;
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** Number of further errors or warnings beyond `MAX_PROBLEMS`. */
  readonly omitted?: number;
};

const CHECKS = [
  checkIds,
  checkEdges,
  checkShape,
  checkConfig,
  checkKeys,
  checkLiterals,
  checkReferences,
  checkForeignTags,
  checkConversations,
  checkSessions,
  checkTools,
  checkToolsOff,
  checkToolParameters,
  checkToolOffers,
  checkCodeInputs,
  checkAgents,
  checkCredentials,
  checkOutsideNames,
  checkCalls,
  checkWorkflowTools,
  checkEndOutputs,
  checkHttpBody,
  checkTriggers,
];

/** Registries for names that a document may refer to; names of a missing registry are not checked. */
export type KnownNames = Pick<CheckContext, 'tools' | 'toolsOff' | 'agents' | 'triggers' | 'names'> &
  Partial<Pick<CheckContext, 'isWhole'>> & {
    /** What the nodes gave in the last run. */
    readonly learnt?: LearntSchemas;
  };

/**
 * All problems of a document. Pure; never throws for any JSON: if the structure is broken, the
 * readable part is still checked. Used by canvas, API, CLI and compiler.
 */
export function validateWorkflow(json: unknown, registry: NodeRegistry, known: KnownNames = {}): Validation {
  const read = readWorkflow(json, registry);
  if (!isTooDeep(json) && countTags(json, MAX_TAGS) > MAX_TAGS) return sorted([tooManyTags, ...read.problems]);
  if (read.workflow)
    return sorted([
      ...read.problems,
      ...check({ workflow: read.workflow, brokenIds: new Set(), isPartial: false }, { registry, known }),
    ]);
  if (otherDocument(json) || isTooDeep(json)) return sorted(read.problems);
  const salvaged = salvageWorkflow(json);
  const again = readWorkflow(salvaged.workflow, registry);
  const unreadable = again.problems.filter(({ nodeId }) => nodeId === undefined || !salvaged.brokenIds.has(nodeId));
  return sorted([
    ...read.problems,
    ...unreadable,
    ...check({ ...salvaged, ...(again.workflow && { workflow: again.workflow }) }, { registry, known }),
  ]);
}

/** Each check parses each tag, which takes several microseconds of the event loop. */
const MAX_TAGS = 8000;
const tooManyTags: Problem = {
  code: 'document-invalid',
  severity: 'error',
  ...worded(['too-many-tags', { max: MAX_TAGS }], ['too-many-tags-fix']),
};

function sorted(problems: readonly Problem[]): Validation {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  const omitted = Math.max(0, errors.length - MAX_PROBLEMS) + Math.max(0, warnings.length - MAX_PROBLEMS);
  return {
    valid: errors.length === 0,
    errors: errors.slice(0, MAX_PROBLEMS),
    warnings: warnings.slice(0, MAX_PROBLEMS),
    ...(omitted > 0 && { omitted }),
  };
}

/**
 * Values and keys of objects in the config of one node: each is read by several checks. A document with more can be
 * opened and edited, but does not run.
 */
const MAX_CONFIG_VALUES = 30_000;

/** The workflow without configs that are too large to check in time, and a problem for each of them. */
function withoutLargeConfigs(workflow: Workflow): { readonly workflow: Workflow; readonly problems: readonly Problem[] } {
  const large = workflow.nodes.filter(({ config }) => hasMoreValuesThan(config, MAX_CONFIG_VALUES));
  if (large.length === 0) return { workflow, problems: [] };
  const nodes = workflow.nodes.map((node) => (large.includes(node) ? { ...node, config: {} } : node));
  const problems = large.map(
    ({ id }): Problem => ({
      code: 'document-invalid',
      severity: 'error',
      ...worded(['config-too-large', { node: id, max: MAX_CONFIG_VALUES }], ['config-too-large-fix']),
      nodeId: id,
    }),
  );
  return { workflow: { ...workflow, nodes }, problems };
}

function check(
  { workflow: whole, brokenIds, isPartial }: SalvagedWorkflow,
  { registry, known: given }: { registry: NodeRegistry; known: KnownNames },
): readonly Problem[] {
  const { workflow, problems } = withoutLargeConfigs(whole);
  // A version keeps the workflows that it has as tools, also when they are not published any more.
  const known = given.tools ? { ...given, tools: { ...given.tools, ...workflowToolsIn(workflow, registry) } } : given;
  const uncheckedIds = new Set([...brokenIds, ...problems.map(({ nodeId }) => nodeId)]);
  const schemas = inferSchemas(workflow, registry, { tools: known.tools, learnt: known.learnt, celSchema: schemaOfCel });
  const budget = { chars: MAX_CEL_CHARS };
  const expressions = new Map<WorkflowNode, readonly NodeExpression[]>();
  const expressionsOf = (node: WorkflowNode): readonly NodeExpression[] => {
    const known = expressions.get(node);
    if (known) return known;
    const definition = definitionOf(node, registry);
    const found =
      definition && node.version <= definition.version ? findExpressions(node.config, expressionModes(definition), budget) : [];
    expressions.set(node, found);
    return found;
  };
  const isBroken = (id: NodeId) => uncheckedIds.has(id);
  const context: CheckContext = {
    workflow,
    registry,
    isWhole: false,
    ...known,
    schemas,
    isPartial,
    isBroken,
    isReached: reachedFrom(workflow, schemas.graph),
    expressionsOf,
    // Recursion is bounded: inlined workflows are nested in the JSON of the document.
    validate: (called) => validateWorkflow(called, registry, { ...known, learnt: {} }),
  };
  return [...problems, ...CHECKS.flatMap((run) => run(context))];
}
