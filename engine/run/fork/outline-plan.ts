import { effectsOf, type NodeRegistry } from '#lib/node-kit/define-node.ts';
import type { PlannedEffect, PlannedFate, RunOutline } from '#lib/ports/run-service.ts';
import { nodeIdOf } from '#lib/run/node-path.ts';
import type { RunEventOf } from '#lib/run/run-event.ts';
import { flowOrder } from '#lib/workflow/flow-order.ts';
import { definitionOf } from '#lib/workflow/node-ports.ts';
import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';
import type { ForkDecision } from './decide-fork.ts';
import { type ForkSource, originOf } from './fork-source.ts';
import type { Fate } from './scope-fates.ts';

type Outlining = {
  readonly source: ForkSource;
  readonly decision: ForkDecision;
  readonly needed: ReadonlySet<string> | undefined;
  readonly registry: NodeRegistry;
};

/** What a run would do, node by node, before it does anything. */
export function outlinePlan(workflow: Workflow, { source, decision, needed, registry }: Outlining): RunOutline {
  const byId = new Map(workflow.nodes.map((node) => [node.id, node]));
  const planned = new Map<string, PlannedFate>();
  const fateOf = (node: WorkflowNode): PlannedFate => {
    const known = planned.get(node.id);
    if (known) return known;
    const around = node.parentId === undefined ? undefined : byId.get(node.parentId);
    const fate = around ? innerFate(node, fateOf(around), decision) : rootFate(node, { source, decision, needed });
    planned.set(node.id, fate);
    return fate;
  };
  const order = flowOrder(workflow);
  const nodes = order.map(fateOf);
  const effects = order.flatMap((node) => {
    if (fateOf(node).action !== 'runs') return [];
    const names = namesOf(node.id, { source, decision });
    const definition = definitionOf(node, registry);
    const writes = definition !== undefined && effectsOf(definition, node.config) === 'write';
    return writes || names.length > 0 ? [effectOf(node.id, names, source)] : [];
  });
  return { ...(source.atSeq > 0 && { atSeq: source.atSeq }), nodes, effects };
}

function rootFate(
  { id }: WorkflowNode,
  { source, decision, needed }: Pick<Outlining, 'source' | 'decision' | 'needed'>,
): PlannedFate {
  if (needed && !needed.has(id)) return { nodeId: id, action: 'not_run', because: 'not_needed' };
  if (source.atSeq === 0) return { nodeId: id, action: 'runs', because: 'fresh' };
  const fate = decision.fates.get(id);
  const end = source.ended.get(id);
  if (fate?.action === 'reused' && end) return { ...plain(id, fate), from: originOf(end, source) };
  return plain(id, fate ?? { action: 'runs', because: 'fresh', spreads: false });
}

/**
 * The nodes inside a container share its fate, except that some iterations of one that runs again
 * may be reused.
 */
function innerFate({ id }: WorkflowNode, around: PlannedFate, { inner }: Pick<ForkDecision, 'inner'>): PlannedFate {
  if (around.action === 'given') return { nodeId: id, action: 'not_run', because: 'value_given' };
  const fates = inner.get(id) ?? [];
  if (around.action !== 'runs' || fates.length === 0) return { ...around, nodeId: id };
  const running = fates.filter(({ action }) => action === 'runs');
  const passes = { runs: running.length, reused: fates.filter(({ action }) => action === 'reused').length };
  const [first] = running;
  return { ...plain(id, first ?? (fates[0] as Fate)), passes };
}

function plain(nodeId: string, { action, because, by }: Fate): PlannedFate {
  return { nodeId, action, because, ...(by !== undefined && { by }) };
}

/** Effects of reused nodes are in the log of the run that they come from. */
function isActOf(path: string, { status, reused }: RunEventOf<'node_finished'>, { acted }: ForkSource): boolean {
  return status === 'succeeded' && (reused !== undefined || acted.has(path));
}

/** What the node did outside that is not taken over. */
function namesOf(nodeId: string, { source, decision }: Pick<Outlining, 'source' | 'decision'>): string[] {
  const names = [...source.happened].flatMap(([path, did]) => {
    if (nodeIdOf(path) !== nodeId || decision.reused.has(path)) return [];
    const kept = decision.resumed.has(path)
      ? (source.effects.get(path) ?? []).filter(({ type }) => type === 'effect_finished')
      : [];
    return did.slice(kept.length);
  });
  return [...new Set(names)];
}

function effectOf(nodeId: string, names: readonly string[], source: ForkSource): PlannedEffect {
  const hasActed = [...source.ended].some(([path, end]) => nodeIdOf(path) === nodeId && isActOf(path, end, source));
  return { nodeId, names, hasHappened: names.length > 0 || hasActed };
}
