import { toolIdsOf } from '../agents/agent-spec.ts';
import { PROGRAM_TOOL } from '../agents/program.ts';
import { toolsInOffers } from '../agents/tool-offer.ts';
import { isRecord } from '../json/set-at-path.ts';
import { slugOfWorkflowTool } from '../tools/workflow-tool-id.ts';
import { agentsIn, agentsUsedBy } from './bundle-agents.ts';
import type { Workflow, WorkflowNode } from './workflow.ts';

/** Addresses of the published workflows that the nodes of a document, and its agents, have as tools. Sorted. */
export function workflowToolsNamedIn(workflow: Workflow): string[] {
  const names = [...workflow.nodes.flatMap(toolNamesOf), ...Object.values(agentsIn(workflow)).flatMap(toolIdsOf)];
  return slugsIn(names);
}

/** Those of one node, and of the agents that it uses. */
export function workflowToolsOfNode(node: WorkflowNode, workflow: Workflow): string[] {
  return slugsIn([...toolNamesOf(node), ...Object.values(agentsUsedBy(node, workflow)).flatMap(toolIdsOf)]);
}

function toolNamesOf({ config }: Pick<WorkflowNode, 'config'>): string[] {
  const { availableTools, toolName, parameters } = config;
  const offers = toolsInOffers([availableTools ?? [], toolName ?? []].flat());
  const inProgram = toolName === PROGRAM_TOOL && isRecord(parameters) ? toolsInOffers(parameters.tools ?? []) : [];
  return [...offers, ...inProgram].map(({ tool }) => tool);
}

function slugsIn(names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => slugOfWorkflowTool(name) ?? []))].sort();
}
