import { AGENT_REFERENCE } from '../agents/agent-reference.ts';
import { type AgentRegistry, type AgentSpec, agentSpecSchema } from '../agents/agent-spec.ts';
import type { Workflow, WorkflowNode } from './workflow.ts';

/** Names of agents in the config of a node: built-in ones, and those of the workspace. */
function agentNamesOf({ type, config }: Pick<WorkflowNode, 'type' | 'config'>): string[] {
  if (type !== 'sub-agent' && type !== 'llm') return [];
  const { agent, agents, handoffs } = config;
  const names = [...(type === 'sub-agent' ? [agent] : []), ...listOf(agents), ...listOf(handoffs)];
  return names.filter((name) => typeof name === 'string' && name !== '') as string[];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Freezes the agents of the workspace that a workflow names, and those they delegate to, under
 * `agents`, by the name in the config. Agents that the document contains already are removed: they
 * could impersonate others. Omits names without an agent, which validation reports.
 * @param read undefined for a built-in agent, or none
 */
export async function bundleAgents(
  workflow: Workflow,
  read: (name: string) => Promise<AgentSpec | undefined>,
): Promise<Workflow> {
  const own = withoutAgents(workflow);
  const found: Record<string, AgentSpec> = {};
  const seen = new Set<string>();
  const open = own.nodes.flatMap(agentNamesOf);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name) || !AGENT_REFERENCE.test(name)) continue;
    seen.add(name);
    const spec = await read(name);
    if (!spec) continue;
    found[name] = spec;
    open.push(...spec.agents, ...spec.handoffs);
  }
  const names = Object.keys(found).sort();
  if (names.length === 0) return own;
  return { ...own, agents: Object.fromEntries(names.map((name) => [name, found[name]])) } as Workflow;
}

/** The document without frozen agents, as it is edited. The same object if there are none. */
export function withoutAgents(workflow: Workflow): Workflow {
  if (!Object.hasOwn(workflow, 'agents')) return workflow;
  const { agents: _frozen, ...own } = workflow;
  return own as Workflow;
}

/** Cached per document, which is frozen when it runs. */
const read = new WeakMap<object, AgentRegistry>();

/** The agents frozen in a document, by name. Omits those that this build cannot read. */
export function agentsIn(workflow: Workflow): AgentRegistry {
  const { agents } = workflow as { agents?: unknown };
  if (typeof agents !== 'object' || agents === null) return {};
  const known = read.get(agents);
  if (known) return known;
  const parsed = Object.entries(agents).flatMap(([name, value]) => {
    const spec = agentSpecSchema.safeParse(value).data;
    return spec && AGENT_REFERENCE.test(name) ? [[name, spec] as const] : [];
  });
  const registry = Object.fromEntries(parsed);
  read.set(agents, registry);
  return registry;
}

/** The frozen agents that a node uses, with those they delegate to. */
export function agentsUsedBy(node: Pick<WorkflowNode, 'type' | 'config'>, workflow: Workflow): AgentRegistry {
  const frozen = agentsIn(workflow);
  const used: Record<string, AgentSpec> = {};
  const open = agentNamesOf(node);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const spec = Object.hasOwn(frozen, name) && !Object.hasOwn(used, name) ? frozen[name] : undefined;
    if (!spec) continue;
    used[name] = spec;
    open.push(...spec.agents, ...spec.handoffs);
  }
  return used;
}
