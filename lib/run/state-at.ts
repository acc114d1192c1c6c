import type { RunEvent, RunEventOf } from './run-event.ts';
import type { RunStatus } from './run-status.ts';

/** A node that had begun or ended by a moment of its run. */
export type NodeAt = {
  readonly nodeId: string;
  readonly seq: number;
  readonly at: number;
  readonly status: 'running' | 'waiting' | RunEventOf<'node_finished'>['status'];
  readonly inputs?: unknown;
  readonly end?: RunEventOf<'node_finished'>;
};

export type RunAt = { readonly status: RunStatus; readonly at: number; readonly nodes: ReadonlyMap<string, NodeAt> };

/** The state of a run after these events, by node, with the values that a fork would reuse. */
export function stateAt(events: Iterable<RunEvent>): RunAt {
  const nodes = new Map<string, NodeAt>();
  let status: RunStatus = 'queued';
  let at = 0;
  for (const event of events) {
    at = event.at;
    status = statusAfter(event, status);
    const node = nodeAfter(event, nodes);
    if (node) nodes.set(node.nodeId, node);
  }
  return { status, at, nodes };
}

function statusAfter(event: RunEvent, before: RunStatus): RunStatus {
  if (event.type === 'done') return event.status;
  return event.type === 'queued' ? 'queued' : event.type === 'run_resumed' || before === 'queued' ? 'running' : before;
}

function nodeAfter(event: RunEvent, nodes: ReadonlyMap<string, NodeAt>): NodeAt | undefined {
  const { seq, at } = event;
  switch (event.type) {
    case 'node_started':
      return { nodeId: event.nodeId, seq, at, status: 'running', inputs: event.inputs };
    case 'breakpoint_reached':
      return { nodeId: event.nodeId, seq, at, status: 'waiting' };
    case 'confirm_required':
      return { ...known(event.nodeId, nodes), nodeId: event.nodeId, seq, at, status: 'waiting' };
    case 'approval_decided':
      return { ...known(event.nodeId, nodes), nodeId: event.nodeId, seq, at, status: 'running' };
    case 'node_finished':
      return { ...known(event.nodeId, nodes), nodeId: event.nodeId, seq, at, status: event.status, end: event };
    default:
      return undefined;
  }
}

function known(nodeId: string, nodes: ReadonlyMap<string, NodeAt>): Partial<NodeAt> {
  return nodes.get(nodeId) ?? {};
}
