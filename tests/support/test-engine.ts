import { Engine } from '#engine/engine.ts';
import type { EnginePorts } from '#engine/engine-ports.ts';
import { executorRegistry } from '#engine/executors/registry.gen.ts';
import type { LocalQueue } from '#engine/queue/local-queue.ts';
import { openLocalQueue } from '#engine/queue/open-local-queue.ts';
import { RunPermits } from '#engine/queue/run-permits.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { RunOutcome } from '#lib/ports/run-service.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import { type RunEvent, type RunEventOf, type RunEventType, runEventSchema } from '#lib/run/run-event.ts';
import { sessionStateSchema } from '#lib/run/session-state.ts';
import { WORKFLOW_FORMAT, type Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { newId } from '#server/process/new-id.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { requeue } from '#server/runtime/queue-upkeep.ts';
import { makeExecutorContext } from './executor-context.ts';
import { Gates } from './gate-node.ts';
import { MemoryQueuedRuns } from './memory-queued-runs.ts';
import { MemoryRunStore } from './memory-run-store.ts';

export const TEST_WORKSPACE = workspaceId('ws_test');

type TestPorts = Partial<Omit<EnginePorts, 'store' | 'shared'>> & {
  readonly gates?: Gates;
  readonly store?: MemoryRunStore;
  /** Concurrent runs of the queue. @defaultValue any number */
  readonly permits?: RunPermits;
};

/**
 * An engine on in-memory ports that executes what it queues, as a process without workers does; with
 * gates, and the log of each of its runs as it was stored.
 */
export class TestEngine {
  readonly engine: Engine;
  readonly gates: Gates;
  readonly store: MemoryRunStore;
  readonly queued: MemoryQueuedRuns;
  readonly queue: LocalQueue;
  /** Of runs that the queue could not take. */
  readonly errors: unknown[] = [];

  constructor({
    gates = new Gates(),
    store = new MemoryRunStore(),
    permits = new RunPermits(Number.POSITIVE_INFINITY),
    ...ports
  }: TestPorts = {}) {
    this.gates = gates;
    this.store = store;
    this.queued = new MemoryQueuedRuns(store);
    const log: Pick<Logger, 'error'> = { error: (_message, fields) => void this.errors.push(fields?.error) };
    const { queue, drive } = openLocalQueue({ queued: this.queued, permits, log, signal: new AbortController().signal });
    this.queue = queue;
    const { context } = makeExecutorContext();
    this.engine = new Engine({
      ...gates.extend(nodeRegistry, executorRegistry),
      store,
      publisher: { publish: () => {} },
      models: context.models,
      tools: context.tools,
      fetch: context.fetch,
      clock: systemClock,
      newId,
      random: () => 0.5,
      isAlone: true,
      ...ports,
      shared: { queued: this.queued, queue },
    });
    drive(this.engine);
  }

  /**
   * As at a start, and when the lease of another process expires: its runs are queued again, and taken.
   * @returns how many were lost, once they are open
   */
  async resumeLost(): Promise<number> {
    const count = await requeue({ leases: this.queued, queue: this.queue });
    await this.queue.opened();
    return count;
  }

  /** What a process does from time to time: expires approvals, and offers what can be claimed. */
  async sweep(): Promise<void> {
    await this.engine.sweepApprovals();
    await this.queue.enqueue(await this.queued.find(1000));
    await this.queue.opened();
  }

  start(workflow: Workflow, inputs: Record<string, unknown> = {}, mode: 'draft' | 'deployed' = 'draft') {
    return this.engine.start({ workspaceId: TEST_WORKSPACE, workflow, inputs, mode });
  }

  /** A turn of a session, from its start to its end. */
  async turn(workflow: Workflow, sessionKey: string, inputs: Record<string, unknown> = {}) {
    const session = { sessionKey, message: String(inputs.message ?? '') };
    const { outcome } = await this.engine.start({ workspaceId: TEST_WORKSPACE, workflow, inputs, mode: 'draft', session });
    const ended = await outcome;
    const state = this.store.database.runs.get(ended.runId)?.sessionState;
    return { ...ended, events: await this.events(ended.runId), state: sessionStateSchema.parse(JSON.parse(state ?? 'null')) };
  }

  async run(
    workflow: Workflow,
    inputs: Record<string, unknown> = {},
    mode: 'draft' | 'deployed' = 'draft',
  ): Promise<RunOutcome & { events: RunEvent[] }> {
    const { outcome } = await this.start(workflow, inputs, mode);
    const ended = await outcome;
    return { ...ended, events: await this.events(ended.runId) };
  }

  async events(runId: string): Promise<RunEvent[]> {
    return (await this.store.readEvents(runId, 0)).map((event) => runEventSchema.parse(JSON.parse(event.json)));
  }
}

export function eventsOf<T extends RunEventType>(events: readonly RunEvent[], type: T): RunEventOf<T>[] {
  return events.filter((event): event is RunEventOf<T> => event.type === type);
}

/** How each node ended, as `status` or `status/reason`. */
export function endsOf(events: readonly RunEvent[]): Record<string, string> {
  return Object.fromEntries(
    eventsOf(events, 'node_finished').map(({ nodeId, status, reason }) => [nodeId, reason ? `${status}/${reason}` : status]),
  );
}

type NodeRow = [type: string, config?: Record<string, unknown>, options?: Record<string, unknown>];

/**
 * A workflow from rows: nodes by id, and edges as `'a -> b'` or `'a.port -> b'`.
 */
export function workflowOf(
  nodes: Record<string, NodeRow>,
  edges: readonly string[],
  settings: Workflow['settings'] = {},
): Workflow {
  return {
    format: WORKFLOW_FORMAT,
    name: 'test',
    description: '',
    settings,
    nodes: Object.entries(nodes).map(([id, [type, config = {}, options]], index) => ({
      id,
      type,
      version: 1,
      label: id,
      config: config as Workflow['nodes'][number]['config'],
      ...(options && { options: options as NonNullable<Workflow['nodes'][number]['options']> }),
      position: { x: 0, y: index * 100 },
    })),
    edges: edges.map((text) => {
      const [from = '', target = ''] = text.split(' -> ');
      const [source = '', sourceHandle = 'out'] = from.split('.');
      return { id: `${source}-${sourceHandle}-${target}`, source, sourceHandle, target, targetHandle: 'in' };
    }),
  };
}
