'use client';
import { apiClient } from '#components/data/api-client.ts';
import { useAnswer } from '#components/data/use-answer.ts';
import { parametersOf } from '#components/inspector/form/tool-facts.ts';
import type { NameOption } from '#components/pages/agents/name-list.tsx';
import { useLocalizedTool } from '#components/run-view/tool-calls/use-localized-tool.ts';
import type { ToolResource } from '#lib/api/tools.contract.ts';

/** A tool with the names of its arguments, those first that it needs. */
export type ToolOption = NameOption & { readonly parameters: readonly string[]; readonly tool: ToolResource };
export type AgentChoices = Readonly<Record<'models' | 'agents' | 'skills', readonly NameOption[]>> & {
  readonly tools: readonly ToolOption[];
};

/** What an agent may be made of: the models, tools and other agents of the workspace. Empty while they load. */
export function useAgentChoices(): AgentChoices {
  const wordsOf = useLocalizedTool();
  const models = useAnswer('models', (_, signal) => apiClient.listModels({}, { signal }))?.items ?? [];
  const groups = useAnswer('tools', (_, signal) => apiClient.listTools({}, { signal }))?.groups ?? [];
  const agents = useAnswer('agents', (_, signal) => apiClient.listAgents({}, { signal }))?.items ?? [];
  const skills = useAnswer('skills', (_, signal) => apiClient.listSkills({ signal }))?.items ?? [];
  return {
    skills: skills.map(({ name, title }) => ({ name, label: `${name} · ${title}` })),
    models: models.map(({ name, provider }) => ({ name, label: `${name} · ${provider}` })),
    tools: groups.flatMap(({ tools }) =>
      tools.map((tool) => ({
        name: tool.id,
        label: `${tool.id} · ${wordsOf(tool).title}`,
        parameters: parametersOf(tool).map(({ name }) => name),
        tool,
      })),
    ),
    agents: agents.map(({ id, spec }) => ({ name: id, label: `${id} · ${spec.title}` })),
  };
}
