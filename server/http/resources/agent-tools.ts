import { type AgentSpec, toolsOf } from '#lib/agents/agent-spec.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { didYouMean } from '#lib/text/did-you-mean.ts';
import { findTool, type ToolCatalogue } from '#lib/tools/tool-catalogue.ts';
import { bindingProblems } from '#lib/workflow/tools/bound-tool.ts';

type WithTools = Pick<AgentSpec, 'toolPackKeys' | 'tools' | 'handoffs'>;

/**
 * Tools with fixed arguments exist, take them, and have names that no other tool of the agent has. Ids alone may be of
 * tools that are not there yet.
 * @throws {AppError} `body-invalid`, which names the field
 */
export function assertAgentTools(agent: WithTools, { definitions }: Pick<ToolCatalogue, 'definitions'>): void {
  const taken = new Set(toolsOf({ ...agent, tools: agent.tools.filter((offer) => typeof offer === 'string') }));
  for (const [index, offer] of agent.tools.entries()) {
    if (typeof offer === 'string') continue;
    const at = `body.tools[${index}]`;
    const tool = findTool(definitions, offer.tool);
    if (!tool) throw refusal(`${at}.tool: there is no tool '${offer.tool}'${meant(offer.tool, Object.keys(definitions))}`);
    const name = offer.name ?? tool.id;
    if (taken.has(name)) throw refusal(`${at}.name: another tool of the agent is named '${name}'`);
    taken.add(name);
    const [problem] = bindingProblems(tool, offer.with ?? {});
    if (problem) throw refusal(`${at}.with.${problem.argument}: ${tool.id}: ${problem.message}`);
  }
}

function meant(name: string, names: readonly string[]): string {
  const found = didYouMean(name, names);
  return found ? `. Did you mean '${found}'?` : '';
}

function refusal(message: string): AppError {
  return new AppError('body-invalid', message);
}
