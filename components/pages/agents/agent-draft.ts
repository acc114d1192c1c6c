import { type AgentInput, type AgentSpec, agentIdSchema } from '#lib/agents/agent-spec.ts';
import { offeredToolNameSchema, type ToolOffer } from '#lib/agents/tool-offer.ts';
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

export type AgentProblem = 'missing' | 'id' | 'tools' | 'candidateModels' | 'handoffs' | 'maxSteps' | 'maxToolCalls';

/** What is wrong with the fields of a form; the rest is for the server to say. */
export function agentProblems(draft: AgentDraft): Partial<Record<keyof AgentDraft, AgentProblem>> {
  const problems: Partial<Record<keyof AgentDraft, AgentProblem>> = {};
  for (const key of ['id', 'title', 'model', 'description'] as const) if (draft[key].trim() === '') problems[key] = 'missing';
  if (draft.id !== '' && !agentIdSchema.safeParse(draft.id).success) problems.id = 'id';
  if (!draft.tools.every(hasUsableName)) problems.tools = 'tools';
  if (draft.strategy === 'multi-llm' && (draft.candidateModels.length < 2 || draft.candidateModels.length > 5))
    problems.candidateModels = 'candidateModels';
  if (draft.strategy === 'multi-llm' && draft.handoffs.length > 0) problems.handoffs = 'handoffs';
  if (!isWhole(draft.maxSteps, { min: 1, max: 100 })) problems.maxSteps = 'maxSteps';
  if (!isWhole(draft.maxToolCalls, { min: 0, max: 1000 })) problems.maxToolCalls = 'maxToolCalls';
  return problems;
}

/** Whether a model can call it by its name. */
export function hasUsableName(offer: ToolOffer): boolean {
  if (typeof offer === 'string' || offer.name === undefined) return true;
  return offeredToolNameSchema.safeParse(offer.name).success;
}

function isWhole(text: string, { min, max }: { readonly min: number; readonly max: number }): boolean {
  const number = Number(text);
  return text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max;
}
