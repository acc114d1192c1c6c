import type { AgentSpec } from '../agents/agent-spec.ts';
import { HAND_OFF } from '../agents/hand-off.ts';
import type { WorkerTask } from '../agents/worker-task.ts';
import type { Language } from '../i18n/language.ts';
import { type PromptTextKey, promptText } from '../i18n/prompt-text.ts';
import type { AnyToolDefinition } from '../tools/define-tool.ts';

const promptSections = ['goal', 'context', 'tools', 'strategy', 'contract', 'language', 'instructions'] as const;
export type PromptSectionName = (typeof promptSections)[number];
export type PromptSection = { readonly name: PromptSectionName; readonly text: string };

/** Whether the agent has a task of its own, or continues a conversation that it was passed. */
export type PromptRole = 'task' | 'conversation';

type AgentPromptParts = {
  readonly agent: AgentSpec;
  readonly role: PromptRole;
  /** Those that it is offered. */
  readonly tools: readonly AnyToolDefinition[];
  /** The agents that it may delegate to, by the name they are called by. */
  readonly delegates: readonly { readonly name: string; readonly agent: Pick<AgentSpec, 'description'> }[];
  /** What the answer has to look like, as the engine says it for a JSON Schema. */
  readonly schemaText: string;
  readonly limits: AgentSpec['limits'];
  readonly language: Language;
};

/**
 * The system prompt of an agent in named sections. The same for every task, so that providers cache
 * it; the agent's own instructions are last. Omits empty sections.
 */
export function agentPrompt(parts: AgentPromptParts): PromptSection[] {
  const { agent, role, language } = parts;
  const isTask = role === 'task';
  const isOrchestrator = agent.promptProfile === 'orchestrator';
  const say = (key: PromptTextKey, params = {}) => promptText(language, key, params);
  const texts: Readonly<Record<PromptSectionName, string>> = {
    goal: say(!isTask ? 'taker' : isOrchestrator ? 'orchestrator' : 'agent'),
    context: [say(isTask ? 'agent-context' : 'taker-context'), delegatesText(parts)].filter(Boolean).join('\n'),
    tools: toolsText(parts),
    strategy: say(isOrchestrator && parts.delegates.length > 0 ? 'agent-strategy-orchestrator' : 'agent-strategy', parts.limits),
    contract: [isTask ? say('agent-contract') : '', parts.schemaText].filter(Boolean).join('\n'),
    language: say(isTask ? 'agent-language' : 'taker-language'),
    instructions: agent.instructions.trim() === '' ? '' : say('agent-instructions', { instructions: agent.instructions.trim() }),
  };
  return promptSections.flatMap((name) => (texts[name] === '' ? [] : [{ name, text: texts[name] }]));
}

/** The sections as one text. */
export function joinSections(sections: readonly { readonly text: string }[]): string {
  return sections.map(({ text }) => text).join('\n\n');
}

/** The user message: what differs from task to task. */
export function taskPrompt({ task, scope, stopCondition }: WorkerTask, language: Language): string {
  return [
    task,
    scope && promptText(language, 'agent-scope', { scope }),
    stopCondition && promptText(language, 'agent-stop', { condition: stopCondition }),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function delegatesText({ delegates, language, tools }: AgentPromptParts): string {
  if (delegates.length === 0 || !tools.some(({ group, id }) => group === 'agents' && id !== HAND_OFF)) return '';
  const agents = delegates.map(({ name, agent }) => `- ${name}: ${agent.description}`).join('\n');
  return promptText(language, 'agent-agents', { agents });
}

/** Descriptions and arguments are in the tools themselves; here is what calling them risks. */
function toolsText({ tools, language }: AgentPromptParts): string {
  if (tools.length === 0) return promptText(language, 'agent-no-tools');
  const lines = tools.map(({ id, risk, effects }) => {
    const by = typeof risk === 'function' ? 'by-arguments' : risk;
    const isReading = typeof effects === 'string' && effects !== 'write';
    return `- ${id}: ${promptText(language, `risk-${by}`)}${isReading ? `, ${promptText(language, 'risk-reads')}` : ''}`;
  });
  return promptText(language, 'agent-tools', { tools: lines.join('\n') });
}
