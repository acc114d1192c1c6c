import type { AgentRegistry } from '../../agents/agent-spec.ts';
import type { NodeRegistry } from '../../node-kit/define-node.ts';
import type { ToolRegistry } from '../../tools/define-tool.ts';
import type { TriggerRegistry } from '../../trigger-kit/define-trigger.ts';
import type { InferredSchemas } from '../infer-schemas.ts';
import type { NodeExpression } from '../node-expressions.ts';
import type { OutsideNames } from '../outside-names.ts';
import type { Problem } from '../problem.ts';
import type { NodeId, Workflow, WorkflowNode } from '../workflow.ts';

/** Input of every check. */
export type CheckContext = {
  readonly workflow: Workflow;
  readonly registry: NodeRegistry;
  /** Undefined if the tools are unknown. */
  readonly tools?: ToolRegistry | undefined;
  /** Why tools cannot be called, by id; undefined if that is unknown. */
  readonly toolsOff?: Readonly<Record<string, string>> | undefined;
  /** Undefined if the agents are unknown. */
  readonly agents?: AgentRegistry | undefined;
  /** Names of models, graphs, knowledge bases and skills; those of a missing kind are not checked. */
  readonly names?: OutsideNames | undefined;
  /** Undefined if the kinds of triggers are unknown. */
  readonly triggers?: TriggerRegistry | undefined;
  /** True if the document contains all workflows that it calls, as before a run. */
  readonly isWhole: boolean;
  /** Validates a called document. */
  validate(workflow: Workflow): { readonly errors: readonly Problem[] };
  readonly schemas: InferredSchemas;
  /** True if unreadable nodes or edges are missing. */
  readonly isPartial: boolean;
  /** Nodes with unreadable parts, which are reported already: consequences are not reported. */
  readonly isBroken: (nodeId: NodeId) => boolean;
  /** True if a path leads to the node from the start; of any node if there is not one start. */
  readonly isReached: (nodeId: NodeId) => boolean;
  /** The expressions of a node's config; empty for unknown types. By node: two of them may have one id. */
  expressionsOf(node: WorkflowNode): readonly NodeExpression[];
};

/** Finds all problems of one kind. Pure; never throws. */
export type Check = (context: CheckContext) => readonly Problem[];
