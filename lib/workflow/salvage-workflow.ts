import { nodeOptionsSchema } from './node-options.ts';
import {
  MAX_EDGES,
  MAX_NODES,
  MAX_TRIGGERS,
  type NodeId,
  nodeIdSchema,
  WORKFLOW_FORMAT,
  type Workflow,
  type WorkflowNode,
  workflowEdgeSchema,
  workflowNodeSchema,
  workflowSettingsSchema,
  workflowTriggerSchema,
} from './workflow.ts';

export type SalvagedWorkflow = {
  readonly workflow: Workflow;
  /** Nodes whose type, version or config could not be read. */
  readonly brokenIds: ReadonlySet<NodeId>;
  /** True if nodes or edges are missing, so that connections may only seem to be missing. */
  readonly isPartial: boolean;
};

/**
 * The readable part of a document with a broken structure, so that one bad field does not hide all
 * other problems. For validation only.
 */
export function salvageWorkflow(json: unknown): SalvagedWorkflow {
  const document = isObject(json) ? json : {};
  const brokenIds = new Set<NodeId>();
  // Nodes and edges above the limits are refused in any case.
  const nodes = listOf(document.nodes)
    .slice(0, MAX_NODES)
    .flatMap((value) => salvageNode(value, brokenIds));
  const edges = listOf(document.edges)
    .slice(0, MAX_EDGES)
    .flatMap((value) => {
      const parsed = workflowEdgeSchema.safeParse(value);
      return parsed.success ? [parsed.data] : [];
    });
  const triggers = listOf(document.triggers)
    .slice(0, MAX_TRIGGERS)
    .flatMap((value) => {
      const parsed = workflowTriggerSchema.safeParse(value);
      return parsed.success ? [parsed.data] : [];
    });
  const settings = workflowSettingsSchema.safeParse(document.settings);
  return {
    workflow: {
      format: WORKFLOW_FORMAT,
      name: 'salvaged',
      description: '',
      settings: settings.success ? settings.data : {},
      nodes,
      edges,
      ...(triggers.length > 0 && { triggers }),
    },
    brokenIds,
    isPartial: nodes.length < listOf(document.nodes).length || edges.length < listOf(document.edges).length,
  };
}

function salvageNode(value: unknown, brokenIds: Set<NodeId>): readonly WorkflowNode[] {
  const whole = workflowNodeSchema.safeParse(value);
  if (whole.success) return [whole.data];
  if (!isObject(value)) return [];
  const id = nodeIdSchema.safeParse(value.id);
  if (!id.success) return [];
  const config = workflowNodeSchema.shape.config.safeParse(value.config);
  const options = nodeOptionsSchema.safeParse(value.options);
  const parentId = nodeIdSchema.safeParse(value.parentId);
  const version = workflowNodeSchema.shape.version.safeParse(value.version);
  const type = workflowNodeSchema.shape.type.safeParse(value.type);
  if (!type.success || !version.success || !config.success) brokenIds.add(id.data);
  return [
    {
      id: id.data,
      type: type.success ? type.data : 'unknown',
      version: version.success ? version.data : 1,
      label: '',
      config: config.success ? config.data : {},
      ...(options.success && { options: options.data }),
      position: { x: 0, y: 0 },
      ...(parentId.success && { parentId: parentId.data }),
    },
  ];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
