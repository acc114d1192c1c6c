import type { Executor, ExecutorContext, ExecutorRegistry } from '#engine/contract/define-executor.ts';
import { executorRegistry } from '#engine/executors/registry.gen.ts';
import { DiscardingRunStore } from '#engine/memory/discarding-run-store.ts';
import { planWorkflow } from '#engine/plan/plan-workflow.ts';
import type { ReferenceSession } from '#engine/reference/reference-session.ts';
import { type Races, type ReferenceResult, runReference } from '#engine/reference/run-reference.ts';
import { beginTurn } from '#engine/run/begin-turn.ts';
import { compileRun } from '#engine/run/compile-run.ts';
import { GroupCommit } from '#engine/run/log/group-commit.ts';
import { openRun } from '#engine/run/open-run.ts';
import { RunThread } from '#engine/run/run-thread.ts';
import type { RunOutcome } from '#lib/ports/run-service.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import { containerPathsOf } from '#lib/run/node-path.ts';
import { type RunEvent, type RunEventOf, runEventSchema } from '#lib/run/run-event.ts';
import { findNodeAt } from '#lib/workflow/called-workflows.ts';
import { isRace } from '#lib/workflow/join-mode.ts';
import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { makeExecutorContext } from '../executor-context.ts';
import { eventsOf } from '../test-engine.ts';
import { probeExecutor, probeNode } from './probe-node.ts';
import { portsWithStore } from './random-ports.ts';

export const probeNodes = { ...nodeRegistry, probe: probeNode };
export const probeExecutors: ExecutorRegistry = {
  ...executorRegistry,
  probe: async () => ({ default: probeExecutor as Executor<never> }),
};

/**
 * Runs the workflow in the engine without validation, because the semantics include references to
 * skipped nodes.
 */
export async function runInEngine(
  workflow: Workflow,
  turn?: { readonly state: string | null },
): Promise<{ outcome: RunOutcome; events: RunEvent[]; state: string | null }> {
  const plan = await planWorkflow(workflow, { nodes: probeNodes, executors: probeExecutors });
  const { context } = makeExecutorContext();
  const events: RunEvent[] = [];
  const publisher = {
    publish: (_runId: string, stored: readonly { json: string }[]) =>
      void events.push(...stored.map((event) => runEventSchema.parse(JSON.parse(event.json)))),
  };
  const identity = {
    runId: 'run_1',
    workspaceId: workspaceId('ws_1'),
    workflowId: null,
    workflowName: workflow.name,
    documentHash: 'h',
    mode: 'draft' as const,
    inputs: '{}',
    nodeId: null,
    ...(turn && { session: { sessionKey: 's', message: 'hi' } }),
  };
  const ports = {
    ...portsWithStore(),
    fetch: context.fetch,
    clock: context.clock,
    newId: context.newId,
    random: () => 0.5,
  };
  const committer = new GroupCommit(new DiscardingRunStore(), publisher);
  const run = openRun(identity, { workflow, inputs: {}, leaseToken: 1, lastSeq: 0 }, { ports, committer });
  if (turn) beginTurn(run, { afterRunId: null, state: turn.state });
  const outcome = await new RunThread(run, plan, { runPlan: compileRun(plan), startedAtMs: context.clock.now() }).outcome;
  return { outcome, events, state: run.log.head.turnEnd?.state ?? null };
}

/**
 * Of every type: called workflows may have others than the one that calls them. Loaded once for
 * thousands of workflows.
 */
let loadedExecutors: Promise<[string, Executor<never>][]> | undefined;

function loadExecutors(): Promise<[string, Executor<never>][]> {
  const load = async (type: string): Promise<[string, Executor<never>]> => [
    type,
    (await probeExecutors[type]?.())?.default as Executor<never>,
  ];
  return Promise.all(Object.keys(probeExecutors).map(load));
}

const LAST = Number.MAX_SAFE_INTEGER;
/** Reasons of nodes that did not end on their own. */
const STOPPED: ReadonlySet<string> = new Set(['lost_race', 'body_failed', 'timed_out', 'run_failed', 'run_cancelled']);

/**
 * Outcomes of a run that depend on timing, which the reference adopts and checks: winners of races,
 * and the nodes that these stopped.
 */
export function racesIn(events: readonly RunEvent[]): Races {
  const ends = new Map(eventsOf(events, 'node_finished').map((event) => [event.nodeId, event]));
  return {
    winnerOf: (path) => ends.get(path)?.winner,
    isLost: (path) => ends.get(path)?.by !== undefined,
    succeededOf: (passes) => succeededOf(passes, ends),
    hasGiven: (path, value) => canonical({ out: value }) === canonical(ends.get(path)?.fired),
    // Nodes that a failure kept from starting have no order.
    orderOf: (path) => (ends.get(path)?.status === 'failed' ? (ends.get(path)?.seq ?? LAST) : LAST),
    endedBefore: (path) => endedBefore(path, events),
  };
}

/** Nodes that complete immediately have no start of their own in the log. */
function endedBefore(path: string, events: readonly RunEvent[]): string[] {
  const at = events.find(
    (event) => (event.type === 'node_started' || event.type === 'node_finished') && event.nodeId === path,
  )?.seq;
  return succeededIn(events.filter(({ seq }) => at !== undefined && seq < at));
}

/** Nodes outside of containers that succeeded, in the order of their ends. */
export function succeededIn(events: readonly RunEvent[]): string[] {
  return eventsOf(events, 'node_finished')
    .filter(({ nodeId, status }) => status === 'succeeded' && !nodeId.includes('/'))
    .map(({ nodeId }) => nodeId);
}

/**
 * The iterations whose nodes all succeeded. Iterations start in order, so there is none after one
 * without events.
 */
function succeededOf(
  passes: Iterable<readonly string[]>,
  ends: ReadonlyMap<string, RunEventOf<'node_finished'>>,
): readonly number[] {
  const succeeded: number[] = [];
  let index = 0;
  for (const paths of passes) {
    const found = paths.flatMap((path) => ends.get(path) ?? []);
    if (found.length === 0) break;
    const isCutShort = found.some(({ status, reason, by, fired = {} }) =>
      status === 'failed' ? Object.keys(fired).length === 0 : by === undefined && STOPPED.has(reason ?? ''),
    );
    if (found.length === paths.length && !isCutShort) succeeded.push(index);
    index++;
  }
  return succeeded;
}

/** The expected result by docs/semantics.md. `wrap` may replace an executor. */
export async function expectedOf(
  workflow: Workflow,
  {
    wrap = (_type, executor) => executor,
    races,
    session,
  }: {
    wrap?: (type: string, executor: Executor<never>) => Executor<never>;
    races: Races;
    session?: ReferenceSession | undefined;
  },
): Promise<ReadonlyMap<string, ReferenceResult>> {
  loadedExecutors ??= loadExecutors();
  const loaded = await loadedExecutors;
  const executors = Object.fromEntries(loaded.map(([type, executor]) => [type, wrap(type, executor)]));
  // Effects run at once: recovery after a crash does not matter here.
  let effects = 0;
  const effect: ExecutorContext['effect'] = (_effect, run) => run({ idempotencyKey: `reference ${effects++}` });
  const { context } = makeExecutorContext({ ...portsWithStore(), effect });
  return runReference(workflow, { nodes: probeNodes, executors, context, races, ...(session && { session }) });
}

/**
 * Counts of ended nodes by type and status, such as `classifier succeeded`, to check that every type
 * is executed.
 */
export type EndTally = Map<string, number>;

/** Differences between the engine and docs/semantics.md; empty if there are none. */
export async function compareWithReference(workflow: Workflow, tally?: EndTally): Promise<string[]> {
  const ran = await runInEngine(workflow);
  if (tally) countEnds(ran.events, workflow, tally);
  return compareRun(ran, await expectedOf(workflow, { races: racesIn(ran.events) }), workflow);
}

/** Differences between a run and what was expected. */
export function compareRun(
  { outcome, events }: { outcome: RunOutcome; events: readonly RunEvent[] },
  expected: ReadonlyMap<string, ReferenceResult>,
  workflow: Workflow,
): string[] {
  const unhandled = unhandledIn(expected);
  return [
    ...compareOutcome(outcome, unhandled),
    ...compareNodes(events, expected, { workflow, isCutShort: unhandled.length > 0 }),
    ...checkLog(events, workflow),
  ];
}

/** Nodes with an unhandled error. One of them fails the run. */
export function unhandledIn(expected: ReadonlyMap<string, ReferenceResult>): string[] {
  return [...expected]
    .filter(([path, { status, fired }]) => !path.includes('/') && status === 'failed' && Object.keys(fired).length === 0)
    .map(([path]) => path);
}

export function countEnds(events: readonly RunEvent[], workflow: Workflow, tally: EndTally): void {
  const types = new Map(workflow.nodes.map(({ id, type }) => [id, type]));
  for (const { nodeId, status } of eventsOf(events, 'node_finished')) {
    // Called workflows use the same ids, so only what this document holds itself is counted.
    const type = nodeId.includes('/') ? undefined : types.get(nodeId);
    if (type) tally.set(`${type} ${status}`, (tally.get(`${type} ${status}`) ?? 0) + 1);
  }
}

function compareOutcome(outcome: RunOutcome, unhandled: readonly string[]): string[] {
  const expected = unhandled.length > 0 ? 'failed' : 'succeeded';
  if (outcome.status !== expected) return [`the run ${outcome.status}, should have ${expected}`];
  if (expected === 'failed' && !unhandled.includes(outcome.error?.nodeId ?? ''))
    return [`the run's error is of ${outcome.error?.nodeId}, should be of one of ${unhandled}`];
  return [];
}

/** The iteration of a node; empty in the root scope. */
function scopeOf({ nodeId }: { nodeId: string }): string {
  return nodeId.slice(0, Math.max(nodeId.lastIndexOf('/'), 0));
}

export function compareNodes(
  events: readonly RunEvent[],
  expected: ReadonlyMap<string, ReferenceResult>,
  { workflow, isCutShort }: { workflow: Workflow; isCutShort: boolean },
): string[] {
  const problems: string[] = [];
  const races = racesIn(events);
  const attempts = new Map<string, number>();
  const stopped = eventsOf(events, 'node_finished').filter(({ reason }) => reason === 'body_failed');
  const cutShort = new Set(stopped.map(scopeOf));
  for (const event of events) {
    if (event.type === 'node_started') attempts.set(event.nodeId, event.attempt);
    if (event.type !== 'node_finished') continue;
    if (isCutShort && (event.reason === 'run_failed' || event.status === 'cancelled')) continue;
    // Which nodes a failure keeps from starting depends on timing, in an iteration and between
    // iterations. So do their dependents, and the inputs that a join does not wait for.
    if (event.reason === 'body_failed' || (event.reason === 'lost_race' && event.by === undefined)) continue;
    if (event.status === 'skipped' && cutShort.has(scopeOf(event))) continue;
    if (event.by !== undefined) {
      // Whether it had started depends on timing. If its container lost, the reference did not run
      // the container.
      if ((expected.get(event.nodeId)?.status ?? 'skipped') !== 'skipped')
        problems.push(`${event.nodeId} lost a race it was not in`);
      continue;
    }
    // Its container lost a race, so the reference did not run it.
    const want = expected.get(event.nodeId);
    if (!want && containerPathsOf(event.nodeId).some((path) => races.isLost(path))) continue;
    if (!want && isOfPassAside(event.nodeId, expected, workflow)) continue;
    if (!want) {
      problems.push(`${event.nodeId} should not have run`);
      continue;
    }
    // Reused and given results have no attempts in this run.
    const isTaken = event.reused !== undefined || event.reason === 'given';
    const got = {
      status: event.status,
      fired: event.fired ?? {},
      attempts: isTaken ? want.attempts : (attempts.get(event.nodeId) ?? 0),
    };
    const wanted = { status: want.status, fired: want.fired, attempts: want.attempts };
    if (canonical(got) !== canonical(wanted)) problems.push(`${event.nodeId}: ${canonical(got)}, should be ${canonical(wanted)}`);
  }
  return problems;
}

/**
 * One of several concurrent iterations of a container that failed or ended with the first success.
 * Whether it started depends on timing, and the reference may have started fewer.
 */
function isOfPassAside(path: string, expected: ReadonlyMap<string, ReferenceResult>, workflow: Workflow): boolean {
  return containerPathsOf(path).some((container) => {
    const want = expected.get(container);
    const { concurrency, onFailure } = findNodeAt(workflow, container)?.node.config ?? {};
    const isCutShort = want?.status === 'failed' || (want?.attempts ?? 0) > 1 || onFailure === 'first';
    // A suspended iteration releases its permit to the next one.
    const isAsking = workflow.nodes.some(({ type }) => type === 'approval' || type === 'wait');
    return isCutShort && typeof concurrency === 'number' && (isAsking || concurrency > 1);
  });
}

/** Gapless, each node ends once, nothing starts before its sources are decided, and `done` is the end. */
function checkLog(events: readonly RunEvent[], workflow: Workflow): string[] {
  const problems = events.flatMap((event, index) => (event.seq === index + 1 ? [] : [`seq ${event.seq} at place ${index + 1}`]));
  const ended = new Set<string>();
  for (const event of events) {
    if (event.type === 'node_started') {
      const place = event.nodeId.slice(0, event.nodeId.lastIndexOf('/') + 1);
      const needed = sourcesNeeded(event.nodeId, workflow).map((sources) => sources.map((source) => place + source));
      for (const sources of needed)
        if (!sources.some((source) => ended.has(source))) problems.push(`${event.nodeId} started before ${sources} was decided`);
      for (const container of containerPathsOf(event.nodeId))
        if (ended.has(container)) problems.push(`${event.nodeId} started after ${container} had ended`);
    }
    if (event.type !== 'node_finished') continue;
    if (ended.has(event.nodeId)) problems.push(`${event.nodeId} ended twice`);
    ended.add(event.nodeId);
  }
  for (const { id, parentId } of workflow.nodes) if (parentId === undefined && !ended.has(id)) problems.push(`${id} never ended`);
  for (const event of events)
    if (event.type === 'node_started' && !ended.has(event.nodeId)) problems.push(`${event.nodeId} started and never ended`);
  if (events.at(-1)?.type !== 'done' || events.filter((event) => event.type === 'done').length !== 1)
    problems.push('the log does not end with its one done');
  return problems;
}

/** Of each list one has to be decided before the node may start. */
function sourcesNeeded(path: string, workflow: Workflow): string[][] {
  const { node, document } = findNodeAt(workflow, path) as { node: WorkflowNode; document: Workflow };
  const sources = document.edges.filter((edge) => edge.target === node.id).map((edge) => edge.source);
  return isRace(node) && sources.length > 0 ? [sources] : sources.map((source) => [source]);
}

/** A moment, also within a text that was written from a value. The reference writes an empty text. */
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** Ignores key order, the wording of attempts in error messages, and times. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (key, part: unknown) => {
    if (key === 'message' || key === 'until') return undefined;
    if (typeof part === 'string') return part.replace(MOMENT, '');
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
