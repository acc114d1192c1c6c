import type { BodyOutcome, IterationRequest, WorkflowCall } from '#engine/contract/define-executor.ts';
import { SuspendedError } from '#engine/contract/suspended-error.ts';
import { bodyParts } from '#engine/plan/body-parts.ts';
import type { Body, PlannedCall, PlannedNode } from '#engine/plan/plan-node.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { iterationPath, nodeIdOf, nodePathIn } from '#lib/run/node-path.ts';
import type { WorkTime } from '../limits/work-time.ts';
import { CallScope } from '../scopes/call-scope.ts';
import { IterationScope } from '../scopes/iteration-scope.ts';
import type { RunScope } from '../scopes/run-scope.ts';
import { type NodeResult, readableValue } from '../state/node-result.ts';
import { outputsOf } from '../state/outputs-of.ts';
import { reuseEarlier } from './reuse-earlier.ts';
import { runStep } from './run-step.ts';

type Container = {
  readonly node: PlannedNode;
  readonly outer: RunScope;
  readonly attempt: number;
  /** Of the attempt. */
  readonly work: WorkTime;
};

/**
 * Runs one iteration of a container's body. Nodes that ended in an earlier process do not run
 * again.
 * @throws {SuspendedError} when only decisions can resume it; the abort reason of the outer scope
 * when that is ending
 */
export async function runBody(
  { node, outer, attempt, work }: Container,
  { index, part, variables, inputs = {}, signal, tool }: IterationRequest & { readonly tool?: string },
): Promise<BodyOutcome> {
  if (node.call) outer.ports.admitCall?.(node.call.key);
  const path = iterationPath(node.id, { index, attempt, tool });
  const all = node.body ?? [];
  const nodes = instantiate(node, { path, variables, body: part === undefined ? all : (bodyParts(all)[part] ?? []) });
  const scope = node.call
    ? new CallScope(outer, signal, { path, inputs, planned: node.call, work })
    : new IterationScope(outer, signal, { work });
  const stop = () => scope.stop(isStopReason(signal.reason) ? signal.reason : 'timed_out');
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  reuseEarlier(path, nodes, scope);
  failAsBefore(nodes, scope);
  try {
    const stored = outer.log.whenMuchIsPending();
    if (stored) await stored;
    await runStep({ id: path, nodes }, scope);
    // A stopped iteration leaves suspended nodes open; a second step ends each of them.
    if (scope.ending) await runStep({ id: path, nodes }, scope);
  } finally {
    signal.removeEventListener('abort', stop);
  }
  if (outer.ending) throw outer.signal.reason;
  if (nodes.some(({ id }) => !scope.results.ended.has(id))) throw new SuspendedError();
  const { ending } = scope;
  if (!ending) return { status: 'succeeded', value: node.call ? callValue(node.call, path, scope) : bodyValue(nodes, scope) };
  return ending.error ? { status: 'failed', error: ending.error } : { status: 'cancelled' };
}

/**
 * Runs a workflow that the document of the node contains as a tool, inside the run.
 * @param index of the call, among those of this workflow by this node
 * @throws as `runBody`
 */
export function runWorkflowTool(
  { node, ...container }: Container,
  { tool, inputs, signal, index }: Omit<WorkflowCall, 'key'> & { readonly index: number },
): Promise<BodyOutcome> {
  const planned = node.workflowTools?.[tool];
  if (!planned) throw new NodeFailure('tool-unknown', `The workflow contains no tool '${tool}'`);
  const caller = { ...node, body: planned.body, call: planned.call };
  return runBody({ ...container, node: caller }, { index, tool: planned.slug, variables: {}, inputs, signal });
}

/**
 * The nodes of a body for one iteration: same code and config, own paths, reading each other and
 * the variables.
 */
function instantiate(
  container: PlannedNode,
  { path, variables, body }: { path: string; variables: Readonly<Record<string, unknown>>; body: Body },
): PlannedNode[] {
  const inside = new Set(body.map(({ id }) => id));
  const pathOf = (id: string) => nodePathIn(path, id);
  // A called workflow has no access to the variables of its caller.
  const isOpen = container.call === undefined;
  const keyOf = (name: string) => (inside.has(name) || !isOpen ? pathOf(name) : container.keyOf(name));
  const all = isOpen ? { ...container.variables, ...variables } : {};
  return body.map((node) => ({
    ...node,
    id: pathOf(node.id),
    incoming: node.incoming.map((edge) => ({ ...edge, source: pathOf(edge.source), target: pathOf(edge.target) })),
    outgoing: node.outgoing.map((edge) => ({ ...edge, source: pathOf(edge.source), target: pathOf(edge.target) })),
    races: node.races.map(pathOf),
    ...(isOpen && { outer: container }),
    keyOf,
    variables: all,
  }));
}

function callValue({ outlets }: PlannedCall, path: string, { results }: RunScope): unknown {
  return outputsOf(outlets, results.ended, (id) => nodePathIn(path, id));
}

function isStopReason(reason: unknown): reason is 'body_failed' | 'lost_race' {
  return reason === 'body_failed' || reason === 'lost_race';
}

/** A process that died may have written the failure and not what it meant for the others. */
function failAsBefore(nodes: readonly PlannedNode[], scope: IterationScope): void {
  for (const { id } of nodes) {
    const known = scope.results.ended.get(id);
    if (known?.status === 'failed' && known.error && Object.keys(known.fired).length === 0) scope.fail(known.error);
  }
}

/** That of its only sink, or of its sinks by id; null for a sink that has none. */
function bodyValue(nodes: readonly PlannedNode[], { results }: RunScope): unknown {
  const sinks = nodes.filter(({ outgoing }) => outgoing.length === 0).sort((a, b) => (a.id < b.id ? -1 : 1));
  const values = sinks.map(({ id }) => [nodeIdOf(id), readableOrNull(results.ended.get(id))] as const);
  const [only] = values;
  return only && values.length === 1 ? only[1] : Object.fromEntries(values);
}

function readableOrNull(result: NodeResult | undefined): unknown {
  return (result && readableValue(result)) ?? null;
}
