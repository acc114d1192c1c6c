import { z } from 'zod';
import { nodeIdSchema } from '../workflow/workflow.ts';

const MAX_NODES = 200;
const MAX_EDGES = 400;
const portName = z.string().min(1).max(100);

const editedNodeSchema = z.strictObject({
  id: nodeIdSchema.meta({ description: 'Id of a node of the draft, or of a new one. Lowercase letters, digits and _.' }),
  type: z.string().min(1).max(64).optional().meta({ description: 'Node type. Required for a new node.' }),
  label: z.string().max(200).optional().meta({ description: 'Name on the canvas.' }),
  config: z
    .record(z.string(), z.unknown())
    .default({})
    .meta({ description: 'Fields of its config to set. Others keep their values; null removes one.' }),
  options: z
    .record(z.string(), z.unknown())
    .default({})
    .meta({ description: 'Options to set, such as retry, timeoutMs, onError, disabled. null removes one.' }),
  parentId: nodeIdSchema.optional().meta({ description: 'For a new node inside a container: the container.' }),
});

const editedEdgeSchema = z.strictObject({
  source: nodeIdSchema,
  sourceHandle: portName.default('out').meta({ description: 'Output port of the source.' }),
  target: nodeIdSchema,
  targetHandle: portName.default('in').meta({ description: 'Input port of the target.' }),
});

/** Changes of a workflow, as a model or a program proposes them. */
export const draftEditsSchema = z.strictObject({
  name: z.string().min(1).max(200).optional().meta({ description: 'New name of the workflow.' }),
  description: z.string().max(2000).optional().meta({ description: 'New description of the workflow.' }),
  settings: z
    .record(z.string(), z.unknown())
    .default({})
    .meta({ description: 'Settings of the workflow to set, such as limits. null removes one.' }),
  nodes: z.array(editedNodeSchema).max(MAX_NODES).default([]).meta({ description: 'Nodes to add or change.' }),
  removeNodes: z
    .array(nodeIdSchema)
    .max(MAX_NODES)
    .default([])
    .meta({ description: 'Nodes to remove, with their edges and, for containers, their bodies.' }),
  connect: z.array(editedEdgeSchema).max(MAX_EDGES).default([]).meta({ description: 'Edges to add.' }),
  disconnect: z.array(editedEdgeSchema).max(MAX_EDGES).default([]).meta({ description: 'Edges to remove.' }),
});
export type DraftEdits = z.output<typeof draftEditsSchema>;
export type EditedEdge = z.output<typeof editedEdgeSchema>;
