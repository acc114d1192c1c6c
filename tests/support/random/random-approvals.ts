import type { Decision, Executor } from '#engine/contract/define-executor.ts';
import { nodeIdOf } from '#lib/run/node-path.ts';
import type { RunEvent } from '#lib/run/run-event.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';
import { MemoryRunStore } from '../memory-run-store.ts';
import { eventsOf, TestEngine } from '../test-engine.ts';
import { compareNodes, expectedOf, probeExecutors, probeNodes, racesIn, unhandledIn } from './compare-with-reference.ts';
import { randomPorts } from './random-ports.ts';
import { RandomSource } from './random-source.ts';
import { randomWorkflow } from './random-workflow.ts';

/** Enough event loop turns for any small workflow. A run that needs more is deadlocked. */
const MAX_TURNS = 20_000;
const HOUR_MS = 3_600_000;

/**
 * A random workflow with approvals and waits; undefined if this seed gives an invalid one, or one without
 * them.
 */
export function approvalWorkflow(seed: number): Workflow | undefined {
  const random = new RandomSource(seed + 1);
  const workflow = randomWorkflow(seed, { isTame: true });
  const asking = new Set(workflow.nodes.filter(({ type }) => type === 'probe' && random.chance(0.5)).map(({ id }) => id));
  const waiting = new Set([...asking].filter(() => random.chance(0.35)));
  const toAsking = (node: WorkflowNode): WorkflowNode =>
    asking.has(node.id)
      ? waiting.has(node.id)
        ? { ...node, type: 'wait', config: { forMs: HOUR_MS } }
        : { ...node, type: 'approval', config: { title: 'Go on?', value: node.config.seen ?? null } }
      : withoutRace(node);
  const made: Workflow = {
    ...workflow,
    nodes: workflow.nodes.map(toAsking),
    edges: workflow.edges.map((edge) =>
      asking.has(edge.source) && edge.sourceHandle !== 'error'
        ? { ...edge, sourceHandle: waiting.has(edge.source) ? 'out' : random.chance(0.7) ? 'approved' : 'rejected' }
        : edge,
    ),
  };
  return asking.size > 0 && validateWorkflow(made, probeNodes).valid ? made : undefined;
}

/**
 * A suspended iteration releases its permit to the next one, so the first to succeed depends on the
 * order of decisions.
 */
function withoutRace(node: WorkflowNode): WorkflowNode {
  return node.config.onFailure === 'first' ? { ...node, config: { ...node.config, onFailure: 'settle' } } : node;
}

function randomDecision(random: RandomSource, { type }: WorkflowNode): Decision {
  // A wait ends by its time, or by a person.
  if (type === 'wait') return { status: random.chance(0.6) ? 'expired' : 'confirmed' };
  if (random.chance(0.15)) return { status: 'expired' };
  if (random.chance(0.2)) return { status: 'rejected', comment: 'no' };
  return random.chance(0.3) ? { status: 'confirmed', args: { edited: random.below(9) } } : { status: 'confirmed' };
}

/**
 * Runs a random workflow with approvals, which are decided twice and in any order, while the process
 * may crash at any moment.
 * @returns differences from the semantics; empty if there are none
 */
export async function tryApprovals(workflow: Workflow, seed: number): Promise<string[]> {
  const random = new RandomSource(seed);
  const decisions = new Map(workflow.nodes.map((node) => [node.id, randomDecision(random, node)]));
  const { events, problems } = await runWithPeople(workflow, { decisions, random });
  const expected = await expectedOf(workflow, {
    wrap: (type, executor) => {
      if (type === 'approval') return decidedAtOnce(executor, decisions);
      return type === 'wait' ? endedAtOnce(executor, decisions) : executor;
    },
    races: racesIn(events),
  });
  const asked = eventsOf(events, 'confirm_required');
  const taken = Map.groupBy(eventsOf(events, 'approval_decided'), ({ actionId }) => actionId);
  return [
    ...problems,
    ...compareNodes(events, expected, { workflow, isCutShort: unhandledIn(expected).length > 0 }),
    ...asked
      .filter(({ nodeId }, index) => asked.findIndex((one) => one.nodeId === nodeId) < index)
      .map(({ nodeId }) => `${nodeId} asked twice`),
    ...[...taken].filter(([, times]) => times.length > 1).map(([actionId]) => `${actionId} was taken up twice`),
    ...checkEnds(workflow, events),
    ...events.flatMap(({ seq }, index) => (seq === index + 1 ? [] : [`seq ${seq} at place ${index + 1}`])),
  ];
}

/** Every started node and every node of the root scope ends once. */
function checkEnds(workflow: Workflow, events: readonly RunEvent[]): string[] {
  const paths = new Set(eventsOf(events, 'node_started').map(({ nodeId }) => nodeId));
  for (const { id, parentId } of workflow.nodes) if (parentId === undefined) paths.add(id);
  const ends = Map.groupBy(eventsOf(events, 'node_finished'), ({ nodeId }) => nodeId);
  return [...paths]
    .filter((path) => ends.get(path)?.length !== 1)
    .map((path) => `${path} ended ${ends.get(path)?.length ?? 0} times`);
}

function decidedAtOnce(executor: Executor<never>, decisions: ReadonlyMap<string, Decision>): Executor<never> {
  return ({ config, context }) =>
    executor({ config, context: { ...context, ask: () => decisions.get(nodeIdOf(context.nodeId)) } });
}

/** The reference has no time. */
function endedAtOnce(executor: Executor<never>, decisions: ReadonlyMap<string, Decision>): Executor<never> {
  return ({ config, context }) => {
    const isEarly = decisions.get(nodeIdOf(context.nodeId))?.status === 'confirmed';
    return executor({ config, context: { ...context, pause: async () => ({ until: '', isEarly }) } });
  };
}

type People = { readonly decisions: ReadonlyMap<string, Decision>; readonly random: RandomSource };

async function runWithPeople(
  workflow: Workflow,
  { decisions, random }: People,
): Promise<{ events: RunEvent[]; problems: string[] }> {
  let engine = makeEngine(new MemoryRunStore());
  const { runId, accepted } = await engine.start(workflow);
  await accepted;
  const { database } = engine.store;
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const run = database.runs.get(runId);
    if (run && isTerminal(run.status)) return { events: await engine.events(runId), problems: [] };
    if (random.chance(0.05)) {
      engine.store.expireLeases();
      engine = makeEngine(new MemoryRunStore(database));
      await engine.resumeLost();
      await engine.sweep();
    }
    const open = await openIn(engine, runId);
    if (open.length > 0 && random.chance(0.4)) {
      const { actionId, nodeId } = random.pick(open);
      await clickTwice(engine, { runId, actionId }, decisions.get(nodeIdOf(nodeId)) as Decision);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { events: await engine.events(runId), problems: ['the run never ended'] };
}

async function clickTwice(
  engine: TestEngine,
  of: { runId: string; actionId: string },
  { status, args, comment }: Decision,
): Promise<void> {
  const { approvals } = engine.store.database;
  const nowMs = status === 'expired' ? Number.MAX_SAFE_INTEGER : 0;
  const said = {
    ...of,
    isConfirmed: status === 'confirmed',
    ...(args !== undefined && { args }),
    ...(comment && { comment }),
    nowMs,
  };
  for (const click of [said, { ...said, isConfirmed: !said.isConfirmed }]) {
    try {
      approvals.decide(click);
    } catch {
      return; // The run has ended meanwhile: a sibling failed.
    }
    await engine.engine.resumeWithDecisions(of.runId);
  }
}

async function openIn(engine: TestEngine, runId: string) {
  const decided = new Set(engine.store.database.approvals.decisionsOf(runId).map(({ actionId }) => actionId));
  return eventsOf(await engine.events(runId), 'confirm_required').filter(({ actionId }) => !decided.has(actionId));
}

function makeEngine(store: MemoryRunStore): TestEngine {
  return new TestEngine({ store, nodes: probeNodes, executors: probeExecutors, ...randomPorts });
}
