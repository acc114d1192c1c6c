import { type AnyNodeDefinition, effectsOf, type NodeRegistry, reachOf } from '#lib/node-kit/define-node.ts';
import type { OutlinedNode, PlannedEffect, RunOutline } from '#lib/ports/run-service.ts';
import { nodeIdOf, withoutRetries } from '#lib/run/node-path.ts';
import type { RunEventOf } from '#lib/run/run-event.ts';
import type { EffectChoice } from '#lib/run/run-plan.ts';
import type { ToolRegistry } from '#lib/tools/define-tool.ts';
import { findTool } from '#lib/tools/tool-catalogue.ts';
import { flowOrder } from '#lib/workflow/flow-order.ts';
import { definitionOf } from '#lib/workflow/node-ports.ts';
import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';
import type { ForkDecision } from './decide-fork.ts';
import { type ForkSource, originOf } from './fork-source.ts';
import type { NodeDecision } from './scope-decisions.ts';

type Outlining = {
  readonly source: ForkSource;
  readonly decision: ForkDecision;
  readonly needed: ReadonlySet<string> | undefined;
  readonly registry: NodeRegistry;
  readonly tools: ToolRegistry;
  /** Ids of the nodes that the run skips. */
  readonly skip: ReadonlySet<string>;
};

/** What a run would do with each node, and which side effects it would repeat. */
export function outlinePlan(workflow: Workflow, { source, decision, needed, registry, tools, skip }: Outlining): RunOutline {
  const byId = new Map(workflow.nodes.map((node) => [node.id, node]));
  const planned = new Map<string, OutlinedNode>();
  const outlineNode = (node: WorkflowNode): OutlinedNode => {
    const known = planned.get(node.id);
    if (known) return known;
    const around = node.parentId === undefined ? undefined : byId.get(node.parentId);
    const decided = around
      ? outlineInnerNode(node, outlineNode(around), decision)
      : outlineRootNode(node, { source, decision, needed });
    const outlined: OutlinedNode =
      decided.action === 'runs' && skip.has(node.id)
        ? { nodeId: node.id, action: 'skipped', because: 'effect_skipped' }
        : decided;
    planned.set(node.id, outlined);
    return outlined;
  };
  const order = flowOrder(workflow);
  const nodes = order.map(outlineNode);
  const effects = order.flatMap((node) => {
    const choice = choiceOf(node, outlineNode(node));
    if (choice === undefined) return [];
    const names = choice === 'reuse' ? happenedIn(node.id, source) : repeatedEffectsOf(node.id, { source, decision });
    const definition = definitionOf(node, registry);
    const writes = definition !== undefined && mayWrite(definition, node, tools);
    if (!writes && names.length === 0) return [];
    const canReuse = node.parentId === undefined && source.ended.get(node.id)?.status === 'succeeded';
    return [{ ...effectOf(node.id, names, { source, tools, definition }), choice, canReuse }];
  });
  return { ...(source.atSeq > 0 && { atSeq: source.atSeq }), nodes, effects };
}

/** What the run does about the side effects of a node; undefined where it repeats none and there is no choice. */
function choiceOf({ parentId }: WorkflowNode, { action, because }: OutlinedNode): EffectChoice | undefined {
  if (action === 'runs') return 'redo';
  if (action === 'skipped') return 'skip';
  // A container that keeps its result does so as a whole, with the effects of the nodes inside it.
  return because === 'effect_reused' && parentId === undefined ? 'reuse' : undefined;
}

function outlineRootNode(
  { id }: WorkflowNode,
  { source, decision, needed }: Pick<Outlining, 'source' | 'decision' | 'needed'>,
): OutlinedNode {
  if (needed && !needed.has(id)) return { nodeId: id, action: 'not_run', because: 'not_needed' };
  if (source.atSeq === 0) return { nodeId: id, action: 'runs', because: 'fresh' };
  const decided = decision.nodes.get(id);
  const end = source.ended.get(id);
  if (decided?.action === 'reused' && end) return { ...toOutlined(id, decided), from: originOf(end, source) };
  return toOutlined(id, decided ?? { action: 'runs', because: 'fresh', spreads: false });
}

/** Nodes inside a container do what it does, but one that runs again may reuse some iterations. */
function outlineInnerNode({ id }: WorkflowNode, around: OutlinedNode, { inner }: Pick<ForkDecision, 'inner'>): OutlinedNode {
  if (around.action === 'given') return { nodeId: id, action: 'not_run', because: 'value_given' };
  const decisions = inner.get(id) ?? [];
  if (around.action !== 'runs' || decisions.length === 0) return { ...around, nodeId: id };
  const running = decisions.filter(({ action }) => action === 'runs');
  const passes = { runs: running.length, reused: decisions.filter(({ action }) => action === 'reused').length };
  const [first] = running;
  return { ...toOutlined(id, first ?? (decisions[0] as NodeDecision)), passes };
}

function toOutlined(nodeId: string, { action, because, by }: NodeDecision): OutlinedNode {
  return { nodeId, action, because, ...(by !== undefined && { by }) };
}

/** A node that acts by tools does not write if all tools that it calls only read. Those of agents are not looked up. */
function mayWrite(definition: AnyNodeDefinition, { config }: WorkflowNode, tools: ToolRegistry): boolean {
  if (effectsOf(definition, config) !== 'write') return false;
  if (!definition.actsByTools) return true;
  const { calls = [], agents, delegates } = reachOf(definition, config);
  const hasAgents = [agents, delegates].flat().some((agent) => agent !== undefined);
  return hasAgents || calls.some(({ tool }) => typeof tool !== 'string' || !isReading(tool, tools));
}

/** A tool that is unknown here may write, and so may one whose effects depend on its arguments. */
function isReading(name: string, tools: ToolRegistry): boolean {
  const effects = findTool(tools, name)?.effects;
  return effects === 'read' || effects === 'none';
}

/** Whether a node had side effects. Those of a reused node are in the log of the run it comes from. */
function hadEffects(path: string, { status, reused }: RunEventOf<'node_finished'>, acting: Acting): boolean {
  return status === 'succeeded' && (reused !== undefined || writesOf(path, acting).length > 0);
}

type Acting = Pick<Outlining, 'source' | 'tools'> & { readonly definition: AnyNodeDefinition | undefined };

/** Effects of a node that acts by tools have their names, or those of its own steps, which change nothing. */
function writesOf(path: string, { source: { acted }, tools, definition }: Acting): string[] {
  const names = acted.get(withoutRetries(path)) ?? [];
  return names.filter((name) => (findTool(tools, name) ? !isReading(name, tools) : !definition?.actsByTools));
}

/** Names of the finished side effects of the node that the fork does not reuse. */
function repeatedEffectsOf(nodeId: string, { source, decision }: Pick<Outlining, 'source' | 'decision'>): string[] {
  const reused = new Set(decision.reused.keys().map(withoutRetries));
  const resumed = new Set(decision.resumed.keys().map(withoutRetries));
  const names = [...source.happened].flatMap(([path, did]) => {
    if (nodeIdOf(path) !== nodeId || reused.has(path)) return [];
    const kept = resumed.has(path) ? (source.effects.get(path) ?? []).filter(({ type }) => type === 'effect_finished') : [];
    return did.slice(kept.length);
  });
  return [...new Set(names)];
}

/** Names of the side effects of a node and of those inside it. */
function happenedIn(nodeId: string, { happened }: ForkSource): string[] {
  const within = [...happened].flatMap(([path, names]) => (path === nodeId || path.startsWith(`${nodeId}[`) ? names : []));
  return [...new Set(within)];
}

/** Named by what is certainly repeated, else by all that the node did. */
function effectOf(nodeId: string, names: readonly string[], acting: Acting): Omit<PlannedEffect, 'choice' | 'canReuse'> {
  const acted = [...acting.source.ended].filter(([path, end]) => nodeIdOf(path) === nodeId && hadEffects(path, end, acting));
  const all = acted.flatMap(([path]) => writesOf(path, acting));
  return { nodeId, names: names.length > 0 ? names : [...new Set(all)], hasHappened: names.length > 0 || acted.length > 0 };
}
