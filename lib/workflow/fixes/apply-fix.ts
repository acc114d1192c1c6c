import { setAtPath, valueAtPath } from '../../json/set-at-path.ts';
import type { NodeRegistry } from '../../node-kit/define-node.ts';
import { changeNode } from '../edit/change-node.ts';
import { connectPorts } from '../edit/connect-ports.ts';
import { removeElements } from '../edit/remove-elements.ts';
import type { Workflow, WorkflowNode } from '../workflow.ts';
import type { Fix, FixStep } from './fix.ts';

/** Applies all changes of a fix; undefined if one of them no longer applies, since the document has changed. */
export function applyFix(workflow: Workflow, { steps }: Fix, registry: NodeRegistry): Workflow | undefined {
  return steps.reduce<Workflow | undefined>((now, step) => now && applyStep(now, step, registry), workflow);
}

function applyStep(workflow: Workflow, step: FixStep, registry: NodeRegistry): Workflow | undefined {
  switch (step.kind) {
    case 'write':
      return write(workflow, step);
    case 'connect': {
      const connected = connectPorts(workflow, registry, step.connection);
      return connected.ok ? connected.workflow : undefined;
    }
    case 'disconnect':
      return changed(workflow, removeElements(workflow, { nodes: new Set(), edges: new Set([step.edgeId]) }));
    case 'add':
      return workflow.nodes.some(({ id }) => id === step.node.id)
        ? undefined
        : { ...workflow, nodes: [...workflow.nodes, step.node] };
    case 'remove':
      return changed(workflow, removeElements(workflow, { nodes: new Set([step.nodeId]), edges: new Set() }));
    default:
      return step satisfies never;
  }
}

function write(workflow: Workflow, { nodeId, path, from, to }: FixStep & { kind: 'write' }): Workflow | undefined {
  const holder = nodeId === undefined ? workflow : workflow.nodes.find(({ id }) => id === nodeId);
  if (holder === undefined || !isSame(valueAtPath(holder, path), from)) return undefined;
  const written = setAtPath(holder, path, to);
  return nodeId === undefined
    ? (written as Workflow)
    : changed(
        workflow,
        changeNode(workflow, nodeId, () => written as WorkflowNode),
      );
}

function changed(before: Workflow, after: Workflow): Workflow | undefined {
  return after === before ? undefined : after;
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
