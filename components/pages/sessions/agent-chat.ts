import type { Workflow } from '#lib/workflow/workflow.ts';

/** A workflow that gives each message to an agent as a task, with the messages before it. */
export function agentChat(name: string): Workflow {
  const at = (y: number) => ({ version: 1, label: '', position: { x: 0, y } });
  const task = '{{start.message}}\n\nThe conversation before this message, as JSON: {{session.messages | json}}';
  return {
    format: 'threadloom/workflow@1',
    name,
    description: '',
    settings: {},
    nodes: [
      { ...at(0), id: 'start', type: 'start', config: { inputs: [{ name: 'message', type: 'text', required: true }] } },
      { ...at(96), id: 'agent', type: 'sub-agent', config: { agent: name, task } },
      { ...at(192), id: 'end', type: 'end', config: { outputs: { answer: '{{agent.summary}}' } } },
    ],
    edges: [
      { id: 'start-agent', source: 'start', sourceHandle: 'out', target: 'agent', targetHandle: 'in' },
      { id: 'agent-end', source: 'agent', sourceHandle: 'out', target: 'end', targetHandle: 'in' },
    ],
  };
}
