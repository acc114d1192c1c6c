import { containerPathsOf } from './node-path.ts';
import type { RunEvent, StoredEvent } from './run-event.ts';
import type { NodeEnd } from './run-status.ts';

/** A quiet moment of a run: a fork may begin there. */
export type Checkpoint = {
  readonly seq: number;
  readonly at: number;
  readonly reason: 'start' | 'forked' | 'node_finished' | 'pass_started' | 'waiting' | 'breakpoint' | 'end';
  readonly nodeId?: string;
  readonly pass?: number;
  readonly status?: NodeEnd;
};

/**
 * Only these say something of the moments of a run: the rest of a log, which is nearly all of it,
 * need not be read.
 */
const TELLING: ReadonlySet<string> = new Set<RunEvent['type']>([
  'run_started',
  'node_started',
  'node_finished',
  'breakpoint_reached',
  'done',
]);

export function isCheckpointEvent({ type }: Pick<StoredEvent, 'type'>): boolean {
  return TELLING.has(type);
}

const PASS = /\[(\d+)(?:\.\d+)?\]\/[^/]+$/;

/** The checkpoints of a log, oldest first. @param events at least the checkpoint events, in order */
export function listCheckpoints(events: Iterable<RunEvent>): Checkpoint[] {
  const found: Checkpoint[] = [];
  const begun = new Set<string>();
  for (const event of events) {
    const checkpoint = checkpointOf(event, begun);
    if (!checkpoint) continue;
    // The reused results of a fork are together at the head of its log: one checkpoint.
    if (checkpoint.reason === 'forked' && found.at(-1)?.reason === 'forked') found.pop();
    if (checkpoint.seq > 0) found.push(checkpoint);
  }
  return found;
}

function checkpointOf(event: RunEvent, begun: Set<string>): Checkpoint | undefined {
  const { seq, at } = event;
  switch (event.type) {
    case 'run_started':
      return { seq, at, reason: 'start' };
    case 'node_finished':
      if (event.reused) return { seq, at, reason: 'forked' };
      return { seq, at, reason: 'node_finished', nodeId: event.nodeId, status: event.status };
    case 'node_started':
      return passOf(event, begun);
    case 'breakpoint_reached':
      return { seq, at, reason: 'breakpoint', nodeId: event.nodeId };
    case 'done':
      return { seq, at, reason: event.status === 'waiting' ? 'waiting' : 'end' };
    default:
      return undefined;
  }
}

/** The checkpoint before the first node of an iteration. */
function passOf({ seq, at, nodeId }: Extract<RunEvent, { type: 'node_started' }>, begun: Set<string>): Checkpoint | undefined {
  const container = containerPathsOf(nodeId).at(-1);
  const iteration = nodeId.slice(0, nodeId.lastIndexOf('/'));
  const index = PASS.exec(nodeId)?.[1];
  if (container === undefined || index === undefined || begun.has(iteration)) return undefined;
  begun.add(iteration);
  return { seq: seq - 1, at, reason: 'pass_started', nodeId: container, pass: Number(index) };
}
