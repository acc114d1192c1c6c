import type { NodePath } from '../run/node-path.ts';
import { withoutIterations } from '../run/node-path.ts';
import { calledBy, isUncalled } from './called-workflows.ts';
import { buildGraph } from './graph.ts';
import type { NodeId, Workflow, WorkflowNode } from './workflow.ts';

const known = new WeakMap<Workflow, ReadonlySet<NodeId>>();

/** Whether an approval comes after a node, so that what the node makes may be what a person approves. */
export function isHeld(path: NodePath, workflow: Workflow): boolean {
  let document: Workflow | undefined = workflow;
  for (const id of withoutIterations(path).split('/')) {
    if (!document || heldIn(document).has(id)) return true;
    const node: WorkflowNode | undefined = document.nodes.find((one) => one.id === id);
    // What a tool of the node made has a path of its own below the node.
    if (!node) return false;
    if (node.type === 'workflow') document = calledWorkflow(node, document);
  }
  return false;
}

/** Ids of the nodes of one document that an approval comes after, cached. */
function heldIn(workflow: Workflow): ReadonlySet<NodeId> {
  const found = known.get(workflow) ?? findHeld(workflow);
  known.set(workflow, found);
  return found;
}

function findHeld(workflow: Workflow): ReadonlySet<NodeId> {
  const graph = buildGraph(workflow);
  const asking = [...graph.nodes.values()].filter((node) => asksPeople(node, workflow)).map(({ id }) => id);
  const held = new Set<NodeId>();
  const waiting = asking.flatMap((id) => [id, ...graph.containersOf(id)]);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop())
    for (const { source } of graph.incoming(id)) {
      if (held.has(source)) continue;
      held.add(source);
      waiting.push(source);
    }
  return held;
}

function asksPeople(node: WorkflowNode, workflow: Workflow): boolean {
  if (node.type !== 'workflow') return node.type === 'approval';
  const called = calledWorkflow(node, workflow);
  return called?.nodes.some((inner) => asksPeople(inner, called)) ?? false;
}

function calledWorkflow(node: WorkflowNode, workflow: Workflow): Workflow | undefined {
  const called = calledBy(node, workflow);
  return called === undefined || isUncalled(called) ? undefined : called;
}
