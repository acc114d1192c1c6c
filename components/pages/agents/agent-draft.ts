import type { AgentInput, AgentSpec } from '#lib/agents/agent-spec.ts';
import type { ToolOffer } from '#lib/agents/tool-offer.ts';
import type { ToolPackKey } from '#lib/agents/tool-packs.ts';

/** An agent as a form edits it. */
export type AgentDraft = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly kind: AgentSpec['kind'];
  readonly model: string;
  readonly toolPackKeys: readonly ToolPackKey[];
  readonly tools: readonly ToolOffer[];
  readonly agents: readonly string[];
  readonly handoffs: readonly string[];
  readonly skillMode: AgentSpec['skillMode'];
  readonly skills: readonly string[];
  readonly instructions: string;
  readonly strategy: AgentSpec['strategy'];
  readonly candidateModels: readonly string[];
  readonly mode: AgentSpec['mode'];
  readonly maxSteps: string;
  readonly maxToolCalls: string;
};

export const newAgentDraft: AgentDraft = {
  id: '',
  title: '',
  description: '',
  kind: 'worker',
  model: 'default',
  toolPackKeys: [],
  tools: [],
  agents: [],
  handoffs: [],
  skillMode: 'off',
  skills: [],
  instructions: '',
  strategy: 'react',
  candidateModels: [],
  mode: 'normal',
  maxSteps: '20',
  maxToolCalls: '40',
};

type Binding = Partial<Omit<Exclude<ToolOffer, string>, 'tool'>>;

/** The tool with another name or arguments; its id alone when nothing of it is set. Undefined removes a part. */
export function withBinding(offer: ToolOffer, part: { readonly [Key in keyof Binding]: Binding[Key] | undefined }): ToolOffer {
  const { tool, ...before } = typeof offer === 'string' ? { tool: offer } : offer;
  const set = Object.entries({ ...before, ...part }).filter(([, value]) => value !== undefined);
  return set.length === 0 ? tool : { tool, ...(Object.fromEntries(set) as Binding) };
}

export function draftOfAgent(spec: AgentSpec): AgentDraft {
  const { limits, ...rest } = spec;
  return {
    ...newAgentDraft,
    ...rest,
    maxSteps: String(limits.maxSteps),
    maxToolCalls: String(limits.maxToolCalls),
  };
}

/**
 * The agent of a form. Keeps fields that are not in the form.
 * @param before undefined for a new one
 */
export function agentOfDraft(draft: AgentDraft, before?: AgentSpec): AgentInput {
  const { tools, agents, handoffs, skills, candidateModels, maxSteps, maxToolCalls, kind, ...rest } = draft;
  return {
    ...before,
    ...rest,
    kind,
    promptProfile: kind === 'orchestrator' ? 'orchestrator' : 'agent',
    toolPackKeys: [...draft.toolPackKeys],
    tools: [...tools],
    agents: [...agents],
    handoffs: [...handoffs],
    skills: [...skills],
    candidateModels: [...candidateModels],
    limits: { maxSteps: Number(maxSteps), maxToolCalls: Number(maxToolCalls) },
  };
}
