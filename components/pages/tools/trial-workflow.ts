import type { ToolInput } from '#components/pages/tools/tool-inputs.ts';
import { chainWorkflow } from '#lib/workflow/chain-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** The node that calls the tool, in the workflow of a trial. */
export const TRIAL_NODE_ID = 'call';

/** Omits empty optional fields. */
export function trialArguments(inputs: readonly ToolInput[], values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isGiven = ({ name, required }: ToolInput) => values[name] !== undefined && (required === true || values[name] !== '');
  return Object.fromEntries(inputs.filter(isGiven).map(({ name }) => [name, values[name]]));
}

/**
 * A workflow with a single tool call, so that a trial has the same policy, approvals and log as
 * every run. Arguments are inputs, so that their text is not read as a template.
 */
export function trialWorkflow(toolId: string, names: readonly string[]): Workflow {
  const parameters = Object.fromEntries(names.map((name) => [name, `{{start.${name}}}`]));
  return chainWorkflow({
    name: toolId,
    nodes: [
      { id: 'start', type: 'start', config: { inputs: names.map((name) => ({ name, type: 'json' })) } },
      { id: TRIAL_NODE_ID, type: 'tool-call', config: { toolName: toolId, parameters } },
      { id: 'end', type: 'end', config: { outputs: { result: `{{${TRIAL_NODE_ID}.data}}` } } },
    ],
  });
}
