import { isToolCall, type NodePath } from './node-path.ts';
import type { NodeState, RunState } from './run-state.ts';
import { addUsage, NO_USAGE } from './token-usage.ts';

type Counted = { readonly called: readonly NodeState[]; readonly node: NodeState };
const counted = new WeakMap<NodeState, Counted>();

/**
 * The state of a run in which the usage of a node includes the workflows that it called as tools, as its row in the
 * timeline does. The same object where there are none; nodes stay the same objects while nothing of theirs changes.
 */
export function countCalledUsage(run: RunState): RunState {
  const called = new Map<NodePath, NodeState[]>();
  for (const [path, node] of Object.entries(run.nodes))
    if (node.usage) for (const caller of callersOf(path)) called.set(caller, [...(called.get(caller) ?? []), node]);
  const nodes = [...called].flatMap(([caller, inside]) => {
    const node = run.nodes[caller];
    return node ? [[caller, withUsage(node, inside)] as const] : [];
  });
  return nodes.length === 0 ? run : { ...run, nodes: { ...run.nodes, ...Object.fromEntries(nodes) } };
}

function withUsage(node: NodeState, called: readonly NodeState[]): NodeState {
  const before = counted.get(node);
  if (before?.called.length === called.length && called.every((one, index) => one === before.called[index])) return before.node;
  const usage = called.reduce((sum, one) => addUsage(sum, one.usage ?? NO_USAGE), node.usage ?? NO_USAGE);
  const made = { ...node, usage };
  counted.set(node, { called, node: made });
  return made;
}

/** Paths of the nodes whose models called the workflow that a node belongs to, outermost first. */
function callersOf(path: NodePath): NodePath[] {
  if (!path.includes(':')) return [];
  const parts = path.split('/');
  return parts.slice(0, -1).flatMap((part, index) => {
    const caller = part.slice(0, part.indexOf('['));
    return isToolCall(part) ? [[...parts.slice(0, index), caller].join('/')] : [];
  });
}
