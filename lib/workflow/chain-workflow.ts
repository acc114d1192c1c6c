import { WORKFLOW_FORMAT, type Workflow, type WorkflowNode } from './workflow.ts';

/** Vertical distance of two nodes. */
const STEP_PX = 140;

type Chain = Pick<Workflow, 'name'> & {
  readonly settings?: Workflow['settings'];
  /** In the order in which they run. */
  readonly nodes: readonly Pick<WorkflowNode, 'id' | 'type' | 'config'>[];
};

/** A workflow of nodes that run one after another. Configs are of version 1, and migrated for types with newer ones. */
export function chainWorkflow({ name, settings = {}, nodes }: Chain): Workflow {
  return {
    format: WORKFLOW_FORMAT,
    name,
    description: '',
    settings,
    nodes: nodes.map((node, index) => ({ ...node, version: 1, label: '', position: { x: 0, y: index * STEP_PX } })),
    edges: nodes.slice(1).map((node, index) => {
      const source = nodes[index]?.id ?? '';
      return { id: `${source}-${node.id}`, source, sourceHandle: 'out', target: node.id, targetHandle: 'in' };
    }),
  };
}
