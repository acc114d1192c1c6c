import { chainWorkflow } from '#lib/workflow/chain-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** A workflow that gives each message to an agent as a task, with the messages before it. */
export function agentChat(name: string): Workflow {
  const task = '{{start.message}}\n\nThe conversation before this message, as JSON: {{session.messages | json}}';
  return chainWorkflow({
    name,
    nodes: [
      { id: 'start', type: 'start', config: { inputs: [{ name: 'message', type: 'text', required: true }] } },
      { id: 'agent', type: 'sub-agent', config: { agent: name, task } },
      { id: 'end', type: 'end', config: { outputs: { answer: '{{agent.summary}}' } } },
    ],
  });
}
