import type { AgentRegistry } from '../../agents/define-agent.ts';
import type { NodeRegistry } from '../../node-kit/define-node.ts';
import type { ToolRegistry } from '../../tools/define-tool.ts';
import type { InferredSchemas } from '../infer-schemas.ts';
import type { NodeExpression } from '../node-expressions.ts';
import type { Problem } from '../problem.ts';
import type { NodeId, Workflow } from '../workflow.ts';

/** What every check may look at. */
export type CheckContext = {
  readonly workflow: Workflow;
  readonly registry: NodeRegistry;
  /** Undefined where it is not known which tools there are. */
  readonly tools?: ToolRegistry | undefined;
  /** Undefined where it is not known which agents there are. */
  readonly agents?: AgentRegistry | undefined;
  /** True when the document holds all that it calls, as one that is about to run does. */
  readonly isWhole: boolean;
  /** The whole of a called document, checked like this one. */
  validate(workflow: Workflow): { readonly errors: readonly Problem[] };
  readonly schemas: InferredSchemas;
  /** True when nodes or edges are missing because they could not be read. */
  readonly isPartial: boolean;
  /** Nodes of which some part could not be read: reported already, so nothing that follows from it is. */
  readonly isBroken: (nodeId: NodeId) => boolean;
  /** The expressions of a node's config; none where its type is unknown. */
  expressionsOf(nodeId: NodeId): readonly NodeExpression[];
};

/** Looks for one kind of mistake and gives all of it. Pure; never throws. */
export type Check = (context: CheckContext) => readonly Problem[];
