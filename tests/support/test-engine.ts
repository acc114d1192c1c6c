import { Engine } from '#engine/engine.ts';
import type { EnginePorts } from '#engine/engine-ports.ts';
import { executorRegistry } from '#engine/executors/registry.gen.ts';
import type { RunOutcome } from '#lib/ports/run-service.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import { type RunEvent, type RunEventOf, type RunEventType, runEventSchema } from '#lib/run/run-event.ts';
import { sessionStateSchema } from '#lib/run/session-state.ts';
import { WORKFLOW_FORMAT, type Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { newId } from '#server/process/new-id.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { makeExecutorContext } from './executor-context.ts';
import { Gates } from './gate-node.ts';
import { MemoryRunStore } from './memory-run-store.ts';

export const TEST_WORKSPACE = workspaceId('ws_test');

/** An engine on in-memory ports, with gates, and the log of each of its runs as it was stored. */
export class TestEngine {
  readonly engine: Engine;
  readonly gates: Gates;
  readonly store: MemoryRunStore;

  constructor({
    gates = new Gates(),
    store = new MemoryRunStore(),
    ...ports
  }: Partial<Omit<EnginePorts, 'store'>> & { gates?: Gates; store?: MemoryRunStore } = {}) {
    this.gates = gates;
    this.store = store;
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
      ...ports,
    });
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
