import { agentRegistry } from '#agents/registry.gen.ts';
import type { ToolRegistry } from '#lib/tools/define-tool.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

const MAX_SHOWN = 30;

/** The problems of a draft, one line each. */
export function checkDraft(workflow: Workflow, tools: ToolRegistry): string[] {
  const { errors, warnings } = validateWorkflow(workflow, nodeRegistry, { tools, agents: agentRegistry });
  const all = [...errors, ...warnings];
  const more = all.length - MAX_SHOWN;
  return [...all.slice(0, MAX_SHOWN).map(lineOf), ...(more > 0 ? [`and ${more} more`] : [])];
}

function lineOf({ severity, code, nodeId, path, message, hint }: Problem): string {
  const place = [nodeId, path].filter((part) => part !== undefined && part !== '').join(' ');
  return `${severity} ${code}${place ? ` at ${place}` : ''}: ${message}${hint ? `. ${hint}` : ''}`;
}
