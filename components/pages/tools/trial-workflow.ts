import type { ToolInput } from '#components/pages/tools/tool-inputs.ts';
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
  const at = (y: number) => ({ version: 1, label: '', position: { x: 0, y } });
  return {
    format: 'threadloom/workflow@1',
    name: toolId,
    description: '',
    settings: {},
    nodes: [
      { ...at(0), id: 'start', type: 'start', config: { inputs: names.map((name) => ({ name, type: 'json' })) } },
      {
        ...at(96),
        id: TRIAL_NODE_ID,
        type: 'tool-call',
        config: { toolName: toolId, parameters: Object.fromEntries(names.map((name) => [name, `{{start.${name}}}`])) },
      },
      { ...at(192), id: 'end', type: 'end', config: { outputs: { result: `{{${TRIAL_NODE_ID}.data}}` } } },
    ],
    edges: [
      { id: 'start-call', source: 'start', sourceHandle: 'out', target: TRIAL_NODE_ID, targetHandle: 'in' },
      { id: 'call-end', source: TRIAL_NODE_ID, sourceHandle: 'out', target: 'end', targetHandle: 'in' },
    ],
  };
}
