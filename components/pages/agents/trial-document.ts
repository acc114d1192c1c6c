import { chainWorkflow } from '#lib/workflow/chain-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** The node that runs the agent, in the workflow of a test. */
export const AGENT_NODE_ID = 'agent';

export type Turn = { readonly message: string; readonly answer: string };

/** A workflow that gives one task to an agent, so that a test is a run with the same policy and log as every other. */
export function trialDocument(name: string): Workflow {
  return chainWorkflow({
    name,
    nodes: [
      { id: 'start', type: 'start', config: { inputs: [{ name: 'task', type: 'text' }] } },
      { id: AGENT_NODE_ID, type: 'sub-agent', config: { agent: name, task: '{{start.task}}' } },
      { id: 'end', type: 'end', config: { outputs: { result: `{{${AGENT_NODE_ID}}}` } } },
    ],
  });
}

/** The next task of a conversation. An agent sees nothing but its task, so it contains the earlier messages. */
export function taskOf(turns: readonly Turn[], message: string): string {
  if (turns.length === 0) return message;
  const earlier = turns.map((turn) => `User: ${turn.message}\nAgent: ${turn.answer}`).join('\n');
  return `${earlier}\nUser: ${message}`;
}
