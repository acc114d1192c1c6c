import type { RunEvent } from '#lib/run/run-event.ts';
import { definitionOf, portsOf } from '#lib/workflow/node-ports.ts';
import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';
import { forkOf } from '../fork-run.ts';
import { eventsOf, TestEngine } from '../test-engine.ts';
import { compareNodes, expectedOf, probeExecutors, probeNodes, racesIn, unhandledIn } from './compare-with-reference.ts';
import { randomPorts } from './random-ports.ts';
import { RandomSource } from './random-source.ts';
import { randomWorkflow } from './random-workflow.ts';

/**
 * Runs a random workflow, then forks of it: at a random event without changes, from a random node,
 * and with a given value for a node.
 * @returns differences from docs/semantics.md; undefined for an invalid workflow
 */
export async function compareForks(seed: number): Promise<string[] | undefined> {
  const workflow = withKnownPorts(randomWorkflow(seed, { isTame: true }));
  const engine = new TestEngine({ nodes: probeNodes, executors: probeExecutors, ...randomPorts });
  const source = await engine.run(workflow).catch((error: { code?: string }) => {
    if (error.code === 'workflow-invalid') return undefined;
    throw error;
  });
  if (!source) return undefined;
  const random = new RandomSource(seed);
  const atSeq = 1 + random.below(source.events.length);
  const same = await fork(engine, source.runId, { atSeq });
  const problems = [...(await differences(workflow, same)), ...runTwice(same)].map((problem) => `at ${atSeq}: ${problem}`);
  const from = random.pick(workflow.nodes).id;
  const again = await fork(engine, source.runId, { from: [from] });
  for (const problem of [...(await differences(workflow, again)), ...runTwice(again)]) problems.push(`from ${from}: ${problem}`);
  const node = pickNode(workflow, source.events, random);
  if (!node) return problems;
  const value = { attempt: 7, seen: 'given' };
  const given = await fork(engine, source.runId, { values: { [node.id]: { value } } });
  const pinned = withPin(workflow, node.id, value);
  const found = [...(await differences(pinned, given)), ...runTwice(given)];
  return [...problems, ...found.map((problem) => `with a value for ${node.id}: ${problem}`)];
}

async function fork(engine: TestEngine, runId: string, wishes: Parameters<typeof forkOf>[2]): Promise<RunEvent[]> {
  const { outcome } = await engine.engine.start(forkOf(engine, runId, wishes));
  return engine.events((await outcome).runId);
}

async function differences(workflow: Workflow, events: readonly RunEvent[]): Promise<string[]> {
  const expected = await expectedOf(workflow, { races: racesIn(events) });
  const unhandled = unhandledIn(expected);
  const status = eventsOf(events, 'done')[0]?.status;
  const wanted = unhandled.length > 0 ? 'failed' : 'succeeded';
  const gaps = events.flatMap(({ seq }, index) => (seq === index + 1 ? [] : [`seq ${seq} at place ${index + 1}`]));
  return [
    ...(status === wanted ? [] : [`the run ${status}, should have ${wanted}`]),
    ...gaps,
    ...compareNodes(events, expected, { workflow, isCutShort: unhandled.length > 0 }),
  ];
}

/** Reused nodes must not be executed. */
function runTwice(events: readonly RunEvent[]): string[] {
  const taken = new Set(
    eventsOf(events, 'node_finished').flatMap(({ nodeId, reused, reason }) => (reused || reason === 'given' ? [nodeId] : [])),
  );
  return eventsOf(events, 'node_started').flatMap(({ nodeId }) => (taken.has(nodeId) ? [`${nodeId} was reused and ran`] : []));
}

/** Keeps edges whose source port exists, as in valid documents. */
function withKnownPorts(workflow: Workflow): Workflow {
  const byId = new Map(workflow.nodes.map((node) => [node.id, node]));
  const known = (id: string, port: string) => {
    const node = byId.get(id);
    const definition = definitionOf(node, probeNodes);
    const ports = Object.keys((node && definition && portsOf(definition, node.config)) ?? {});
    return port === 'error' || ports.includes(port) ? port : (ports[0] ?? 'error');
  };
  const edges = workflow.edges.map((edge) => ({ ...edge, sourceHandle: known(edge.source, edge.sourceHandle) }));
  return { ...workflow, edges };
}

/** Picks a node whose pin would have the same result: it succeeded through `out`, its only port. */
function pickNode({ nodes }: Workflow, events: readonly RunEvent[], random: RandomSource): WorkflowNode | undefined {
  const ends = new Map(eventsOf(events, 'node_finished').map((event) => [event.nodeId, event]));
  const fitting = nodes.filter(({ id, parentId, type, options }) => {
    const end = ends.get(id);
    const isPlain = ['probe', 'set', 'template'].includes(type) && parentId === undefined && !options?.disabled;
    return isPlain && end?.status === 'succeeded' && Object.keys(end.fired ?? {}).join() === 'out';
  });
  return fitting.length > 0 ? random.pick(fitting) : undefined;
}

function withPin(workflow: Workflow, nodeId: string, pinned: { attempt: number; seen: string }): Workflow {
  return {
    ...workflow,
    nodes: workflow.nodes.map((node) => (node.id === nodeId ? { ...node, options: { ...node.options, pinned } } : node)),
  };
}
