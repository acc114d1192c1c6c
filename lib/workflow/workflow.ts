import { z } from 'zod';
import { agentModeSchema } from '../agents/tool-limits.ts';
import { credentialSlotsSchema } from '../credentials/credential-type.ts';
import { languages } from '../i18n/language.ts';
import { hostPatternSchema } from '../tools/granted-hosts.ts';
import { memorySettingsSchema } from './memory-settings.ts';
import { nodeOptionsSchema } from './node-options.ts';
import { sessionSettingsSchema } from './session-settings.ts';

export const WORKFLOW_FORMAT = 'threadloom/workflow@1';

export const MAX_NODES = 5000;
export const MAX_EDGES = 20_000;

/** Safe in templates and CEL: `fetch-page.n` would be a subtraction there. */
export const nodeIdSchema = z
  .string()
  .regex(/^[a-z][a-z0-9_]*$/, 'A node id starts with a lowercase letter and holds only lowercase letters, digits and _')
  .max(64);

const positionSchema = z.looseObject({ x: z.number(), y: z.number() });
const sizeSchema = z.looseObject({ width: z.number().positive().max(100_000), height: z.number().positive().max(100_000) });

export const workflowNodeSchema = z.looseObject({
  id: nodeIdSchema,
  type: z.string().min(1).max(64),
  version: z.int().positive(),
  label: z.string().max(200),
  config: z.record(z.string(), z.json()),
  options: nodeOptionsSchema.optional(),
  /** Upper middle on the canvas. Documents in which all nodes have one position are spread when they are drawn. */
  position: positionSchema.default({ x: 0, y: 0 }),
  parentId: nodeIdSchema.optional(),
  /** Minimum size of a container's frame, which grows with its content. */
  size: sizeSchema.optional(),
});

export const workflowEdgeSchema = z.looseObject({
  id: z.string().min(1).max(200),
  source: nodeIdSchema,
  sourceHandle: z.string().min(1).max(100),
  target: nodeIdSchema,
  targetHandle: z.string().min(1).max(100),
});

const workflowLimitsSchema = z.looseObject({
  maxSteps: z.int().positive().optional().meta({ title: 'Steps', description: 'Maximum number of node starts in one run.' }),
  maxTokens: z.int().positive().optional().meta({ title: 'Tokens', description: 'Maximum number of model tokens in one run.' }),
  maxCostUsd: z.number().positive().optional().meta({
    title: 'Cost',
    description: 'Maximum cost of model calls in one run, in USD. Models without a price are not counted.',
  }),
  maxToolCalls: z
    .int()
    .positive()
    .optional()
    .meta({ title: 'Tool calls', description: 'Maximum number of tool calls in one run.' }),
  maxDurationMs: z.int().positive().optional().meta({
    title: 'Time',
    description:
      'Maximum duration of one run in milliseconds, without the time in which all that it does is to wait, for people or for a time.',
  }),
  onLimit: z.enum(['stop', 'ask']).optional().meta({
    title: 'When one is reached',
    description:
      'At a limit, stop fails the run (default); ask makes it wait for a person, who may raise the limit for this run.',
  }),
});
export type WorkflowLimits = z.output<typeof workflowLimitsSchema>;

export const workflowSettingsSchema = z.looseObject({
  limits: workflowLimitsSchema.optional(),
  defaultModel: z
    .string()
    .optional()
    .meta({ title: 'Default model', description: 'Model that `default` refers to in this workflow.' }),
  credentials: credentialSlotsSchema.optional().meta({
    title: 'Credentials',
    description: 'Credentials that nodes use, by name: type and hosts. Their values are kept by the workspace.',
  }),
  hosts: z.array(hostPatternSchema).max(100).optional().meta({
    title: 'Hosts',
    description:
      'Where published runs may send requests whose address a value or a model chooses, as api.example.com or *.example.com. When empty, the hosts are named when the workflow is published.',
  }),
  folders: z.array(z.string().min(1).max(500)).max(100).optional().meta({
    title: 'Folders',
    description:
      'Whose files published runs may read by a path that a value or a model chooses, as docs or reports/2026; / is all files of the workspace. Otherwise a published run reads its own files, those of its caller, and the paths that the workflow names.',
  }),
  session: sessionSettingsSchema.optional().meta({
    title: 'Session',
    description: 'What lasts from turn to turn: variables that {{session.name}} reads, and how long a session is kept.',
  }),
  memory: memorySettingsSchema.optional().meta({
    title: 'Long-term memory',
    description: 'Whether the workflow remembers its users over runs, and how.',
  }),
  mode: agentModeSchema.optional().meta({
    title: 'Mode',
    description:
      'What tools may change that models, agents and nodes call: normal: everything they can (default); read-only: nothing; settings: only workflows and settings. Nodes that send or write something themselves, such as http or email, do so in each mode.',
  }),
  language: z.enum(languages).optional().meta({
    title: 'Language',
    description: 'Language of what the engine writes to models, and of the errors of runs. English when empty.',
  }),
});

/** A note on the canvas. */
const workflowNoteSchema = z.looseObject({
  id: z.string().min(1).max(64),
  text: z.string().max(10_000),
  /** Upper left corner. */
  position: positionSchema,
  width: z.number().positive().max(10_000),
  height: z.number().positive().max(10_000),
});

/** A titled frame around nodes. Its size and position follow from its nodes. */
const workflowGroupSchema = z.looseObject({
  id: z.string().min(1).max(64),
  title: z.string().max(200),
  /** Drawn as one box instead of its nodes. */
  collapsed: z.boolean().optional(),
  nodeIds: z.array(nodeIdSchema).max(5000),
});

export const MAX_TRIGGERS = 50;

/** What starts runs of the published workflow: data like a node, inert until a version with it is deployed. */
export const workflowTriggerSchema = z.looseObject({
  id: nodeIdSchema,
  type: z.string().min(1).max(64),
  version: z.int().positive().default(1),
  label: z.string().max(200).default(''),
  config: z.record(z.string(), z.json()).default({}),
  /** Values of the inputs of `start`, with templates that read `trigger`. */
  inputs: z.record(z.string(), z.json()).default({}),
  /** CEL over `trigger`; events for which it is false start no run. */
  filter: z.string().max(10_000).optional(),
  /** Template over `trigger`; events with the same text within a day start one run. */
  idempotencyKey: z.string().max(1000).optional(),
  disabled: z.boolean().optional(),
  /** Runs of it at once; missing for any number. */
  maxRuns: z.int().min(1).max(1000).optional(),
  /** What becomes of an event while that many are active. @defaultValue queue */
  whenBusy: z.enum(['queue', 'skip']).optional(),
  /** An event that came, for its expressions and for tests. */
  sample: z.record(z.string(), z.json()).optional(),
});

/** Visual elements without effect on a run. */
export const workflowCanvasSchema = z.looseObject({
  notes: z.array(workflowNoteSchema).max(1000).optional(),
  groups: z.array(workflowGroupSchema).max(1000).optional(),
});

/**
 * The saved document: plain data. Unknown keys of the document, its nodes and edges are preserved,
 * so that documents of newer builds survive older ones.
 */
export const workflowSchema = z.looseObject({
  format: z.literal(WORKFLOW_FORMAT),
  name: z.string().min(1).max(200),
  description: z.string().max(5000).default(''),
  settings: workflowSettingsSchema.default({}),
  nodes: z.array(workflowNodeSchema).max(MAX_NODES),
  edges: z.array(workflowEdgeSchema).max(MAX_EDGES),
  triggers: z.array(workflowTriggerSchema).max(MAX_TRIGGERS).optional(),
  canvas: workflowCanvasSchema.optional(),
});

export type Workflow = z.output<typeof workflowSchema>;
export type WorkflowNode = z.output<typeof workflowNodeSchema>;
export type WorkflowEdge = z.output<typeof workflowEdgeSchema>;
export type WorkflowTrigger = z.output<typeof workflowTriggerSchema>;
export type WorkflowCanvas = z.output<typeof workflowCanvasSchema>;
export type WorkflowNote = z.output<typeof workflowNoteSchema>;
export type WorkflowGroup = z.output<typeof workflowGroupSchema>;
export type NodeId = string;
