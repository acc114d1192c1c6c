import { z } from 'zod';
import { contextChangeSchema } from '../run/context-change.ts';
import { forkChangesSchema, forkOfSchema } from '../run/run-fork.ts';
import { effectChoiceSchema, nodeActionSchema, nodeReasonSchema } from '../run/run-plan.ts';
import { nodeEndSchema, runStatusSchema } from '../run/run-status.ts';
import { workflowSchema } from '../workflow/workflow.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { nodeIds, partFields, startErrors, startFields, startHeaders, startResults } from './run-starts.contract.ts';
import { runIdSchema } from './run-summary.ts';
import { valuesSchema } from './runs.contract.ts';

const CHECKPOINTS_DEFAULT = 500;
const CHECKPOINTS_MAX = 5000;
const MAX_NAMED = 1000;
/** Maximum of an `int` column. */
const MAX_INT = 2_147_483_647;

forkOfSchema.register(components, { id: 'ForkOf' });
forkChangesSchema.register(components, { id: 'ForkChanges' });

const params = z.object({ id: runIdSchema });
const seq = z.int().positive().max(MAX_INT);
const path = z
  .string()
  .min(1)
  .max(1000)
  .meta({ description: 'Path of a node: its id, or for one iteration of a container `each[2]/write`.' });

/** Changes of a fork to its source run. */
const changeFields = {
  atSeq: seq.optional().meta({
    description:
      '`seq` of the event to fork at; results up to it are reused. Usually a checkpoint. Defaults to the end of the log.',
  }),
  from: z.array(path).max(MAX_NAMED).optional().meta({
    description:
      'Runs these nodes and everything that depends on them again. The id of a node in a container selects all of its iterations.',
  }),
  values: z
    .record(
      path,
      z.object({
        port: z.string().max(100).optional().meta({
          description: 'Output port that fires. Defaults to the port that fired in the source run, else the first port.',
        }),
        value: z.json(),
      }),
    )
    .optional()
    .meta({
      description: 'Values that replace the results of nodes. These nodes do not run; the nodes that depend on them run again.',
    }),
  reuse: nodeIds.optional().meta({
    description:
      'Nodes with a result in the source run that keep it, although nodes they depend on run again, so that their side effects are not repeated. Only nodes outside of containers; a container keeps all of its iterations.',
  }),
  iteration: z
    .object({
      nodeId: path,
      index: z.int().nonnegative().optional().meta({ description: 'Index of the iteration, from 0.' }),
      pass: z.int().nonnegative().optional().meta({ description: 'The earlier name of `index`.', deprecated: true }),
    })
    .refine(({ index, pass }) => (index === undefined) !== (pass === undefined), { path: ['index'], error: 'Give the index' })
    .optional()
    .meta({
      description:
        'An iteration. A `loop` runs again from this iteration, with the results of the earlier ones; a `map` runs only this iteration again.',
    }),
  context: contextChangeSchema.optional().meta({
    description:
      'Makes a model call again, and all that follows, with messages of its conversation pinned or dropped. Everything before the call is reused. Excludes `atSeq`.',
  }),
  inputs: valuesSchema.optional().meta({ description: 'Replace the inputs of the source run.' }),
  document: workflowSchema.optional().meta({
    description:
      'Document to run. Defaults to that of the source run. A node runs again if its entry (except label and position) or its incoming edges differ, and so do the nodes that depend on it.',
  }),
  ...partFields,
};

const iterationCounts = z.object({ runs: z.int().nonnegative(), reused: z.int().nonnegative() });

const checkpointSchema = z
  .object({
    seq,
    at: z.iso.datetime(),
    reason: z.enum(['start', 'forked', 'node_finished', 'pass_started', 'waiting', 'breakpoint', 'end']).meta({
      description:
        '`forked`: the results reused from the source run are complete. `pass_started`: an iteration starts. `waiting`: the run waits for a decision.',
    }),
    nodeId: z
      .string()
      .optional()
      .meta({ description: 'Path of the node that finished, or of the container whose iteration started.' }),
    iteration: z.int().nonnegative().optional().meta({ description: 'With `pass_started`: index of the iteration, from 0.' }),
    pass: z.int().nonnegative().optional().meta({ description: 'The earlier name of `iteration`.', deprecated: true }),
    status: nodeEndSchema.optional().meta({ description: 'With `node_finished`.' }),
  })
  .register(components, { id: 'Checkpoint' });
export type CheckpointResource = z.output<typeof checkpointSchema>;

export const listCheckpoints = defineContract({
  name: 'listCheckpoints',
  method: 'GET',
  path: '/api/v1/runs/{id}/checkpoints',
  tag: 'forks',
  summary: 'List checkpoints',
  description: 'Events at which a fork can start, oldest first. An active run gets more of them.',
  params,
  query: z.object({
    after: z.coerce
      .number()
      .int()
      .nonnegative()
      .max(MAX_INT)
      .optional()
      .meta({ description: 'Only checkpoints with a greater `seq`.' }),
    limit: z.coerce.number().int().min(1).max(CHECKPOINTS_MAX).default(CHECKPOINTS_DEFAULT),
  }),
  results: {
    200: {
      description: 'One page.',
      body: z
        .object({
          items: z.array(checkpointSchema),
          nextAfter: seq.optional().meta({ description: 'Pass it as `after` to read the next page; missing on the last page.' }),
        })
        .register(components, { id: 'CheckpointPage' }),
    },
  },
  errors: ['run-not-found'],
});

/** A value, or an excerpt of a large one. */
const shownValueSchema = z.union([
  z.object({ value: z.json() }),
  z.object({
    excerpt: z.string().meta({ description: 'The first characters of its JSON.' }),
    chars: z.int().positive().meta({ description: 'Length of its JSON. Query with `nodeId` to get all of it.' }),
  }),
]);

const nodeAtSchema = z
  .object({
    nodeId: z.string().meta({ description: 'Path of the node.' }),
    status: z.enum(['running', 'waiting', ...nodeEndSchema.options]),
    reason: z.string().optional(),
    at: z.iso.datetime().meta({ description: 'Time of this status; for a reused result, the time at which it was produced.' }),
    seq,
    ports: z.record(z.string(), shownValueSchema).meta({ description: 'Values of the ports that fired, by port.' }),
    inputs: shownValueSchema.optional().meta({ description: 'Resolved inputs of the node when it started.' }),
    error: z.object({ code: z.string(), message: z.string() }).optional(),
    reused: z
      .object({ runId: runIdSchema, seq, at: z.iso.datetime() })
      .optional()
      .meta({ description: 'The run that produced the result, if it was reused from another run.' }),
  })
  .register(components, { id: 'NodeAtCheckpoint' });
export type NodeAtResource = z.output<typeof nodeAtSchema>;

export const getCheckpoint = defineContract({
  name: 'getCheckpoint',
  method: 'GET',
  path: '/api/v1/runs/{id}/checkpoints/{seq}',
  tag: 'forks',
  summary: 'Get the state of a run at an event',
  description: 'All nodes that had started or finished. Any `seq` of the log is allowed.',
  params: z.object({ id: runIdSchema, seq: z.coerce.number().int().positive().max(MAX_INT) }),
  query: z.object({ nodeId: path.optional().meta({ description: 'Only this node, with complete values.' }) }),
  results: {
    200: {
      description: 'The state.',
      body: z
        .object({
          runId: runIdSchema,
          seq,
          at: z.iso.datetime(),
          status: runStatusSchema,
          inputs: valuesSchema,
          nodes: z.array(nodeAtSchema),
        })
        .register(components, { id: 'RunAtCheckpoint' }),
    },
  },
  errors: ['run-not-found', 'not-found'],
});

const forkErrors = ['fork-invalid', ...startErrors] as const;

export const forkRun = defineContract({
  name: 'forkRun',
  scope: 'edit',
  method: 'POST',
  path: '/api/v1/runs/{id}/forks',
  tag: 'forks',
  summary: 'Fork a run',
  description:
    'Starts a new run that reuses results of this one. The source run is not changed and may still be active. Without changes, nodes that failed or were cancelled run again and all other results are reused. A fork of a published run is a run of the studio.',
  params,
  headers: startHeaders,
  body: z.strictObject({
    ...changeFields,
    mode: startFields.mode,
    events: startFields.events,
  }),
  results: startResults,
  errors: forkErrors,
});

const plannedNodeSchema = z.object({
  nodeId: z.string(),
  action: nodeActionSchema,
  because: nodeReasonSchema,
  by: z.string().optional().meta({ description: 'With `depends`: the node it depends on. With `lost_race`: the join.' }),
  from: z
    .object({ runId: runIdSchema, seq, at: z.iso.datetime(), ageMs: z.number().nonnegative() })
    .optional()
    .meta({ description: 'With `reused`: the run that produced the result, and the age of the result.' }),
  iterations: iterationCounts.optional().meta({
    description:
      'For a node in a container: in how many of the existing iterations it runs again. There may be further iterations.',
  }),
  passes: iterationCounts.optional().meta({ description: 'The earlier name of `iterations`.', deprecated: true }),
});

const plannedEffectSchema = z.object({
  nodeId: z.string(),
  names: z.array(z.string()).meta({ description: 'Side effects of the node in the source run, as far as known.' }),
  hasHappened: z.boolean().meta({ description: 'True if the side effect happened in the source run and would be repeated.' }),
  choice: effectChoiceSchema.meta({
    description: '`redo`: the node runs. `reuse`: it keeps its result, by `reuse`. `skip`: it is skipped, by `skip`.',
  }),
  canReuse: z.boolean().meta({ description: 'True if the node has a result that `reuse` can keep.' }),
});

const runPlanSchema = z
  .object({
    atSeq: seq.optional().meta({ description: '`seq` of the source run at which the fork starts.' }),
    nodes: z.array(plannedNodeSchema).meta({ description: 'All nodes of the document, in topological order.' }),
    effects: z
      .array(plannedEffectSchema)
      .meta({ description: 'Nodes with side effects that run, or that the request reuses or skips.' }),
  })
  .register(components, { id: 'RunPlan' });
export type RunPlanResource = z.output<typeof runPlanSchema>;
export type PlannedNodeResource = z.output<typeof plannedNodeSchema>;

export const planFork = defineContract({
  name: 'planFork',
  scope: 'edit',
  method: 'POST',
  path: '/api/v1/runs/{id}/forks/plan',
  tag: 'forks',
  summary: 'Plan a fork',
  description:
    'Returns what a fork would run and reuse, without starting it. `POST /runs/{id}/forks` with the same body starts it.',
  params,
  body: z.strictObject(changeFields),
  results: { 200: { description: 'The plan.', body: runPlanSchema } },
  errors: forkErrors,
});

export const planWorkflowRun = defineContract({
  name: 'planWorkflowRun',
  scope: 'edit',
  method: 'POST',
  path: '/api/v1/workflows/{id}/runs/plan',
  tag: 'forks',
  summary: 'Plan a run of a draft',
  description: 'Returns what a run with these fields would execute, without starting it.',
  params: z.object({ id: z.string().min(1).max(100) }),
  body: z.strictObject({
    document: workflowSchema.optional().meta({ description: 'An unsaved draft. Defaults to the saved draft.' }),
    ...partFields,
  }),
  results: { 200: { description: 'The plan.', body: runPlanSchema } },
  errors: ['not-found', 'fork-invalid', 'workflow-invalid', 'body-too-large'],
});

export const planDocumentRun = defineContract({
  name: 'planDocumentRun',
  scope: 'edit',
  method: 'POST',
  path: '/api/v1/runs/plan',
  tag: 'forks',
  summary: 'Plan a run of a document',
  description:
    'Returns what a run with these fields would execute, without starting it. `POST /runs` with the same document starts it.',
  body: z.strictObject({ document: workflowSchema, ...partFields }),
  results: { 200: { description: 'The plan.', body: runPlanSchema } },
  errors: ['fork-invalid', 'workflow-invalid', 'body-too-large'],
});

const forkSchema = z
  .object({
    runId: runIdSchema,
    forkOf: forkOfSchema.nullable().meta({ description: 'null for the root of the tree.' }),
    changes: forkChangesSchema.nullable(),
    workflowName: z.string(),
    mode: z.enum(['draft', 'deployed', 'node']),
    status: runStatusSchema,
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .register(components, { id: 'ForkedRun' });
export type ForkedRunResource = z.output<typeof forkSchema>;

export const listForks = defineContract({
  name: 'listForks',
  method: 'GET',
  path: '/api/v1/runs/{id}/forks',
  tag: 'forks',
  summary: 'List forks',
  description:
    'All runs of the fork tree of a run, oldest first, at most 500. Starts with the root, unless retention has deleted it.',
  params,
  results: {
    200: {
      description: 'The runs of the tree.',
      body: z
        .object({ rootRunId: runIdSchema, items: z.array(forkSchema), hasMore: z.boolean() })
        .register(components, { id: 'ForkTree' }),
    },
  },
  errors: ['run-not-found'],
});

export const continueRun = defineContract({
  name: 'continueRun',
  scope: 'run',
  method: 'POST',
  path: '/api/v1/runs/{id}/continue',
  tag: 'forks',
  summary: 'Continue a run at breakpoints',
  description:
    'Resumes all nodes at which the run is paused. Has no effect on a run that is not paused. 409 `run-ended` if the run has ended.',
  params,
  body: z.strictObject({
    step: z.boolean().default(false).meta({ description: 'Pause again before the next node.' }),
    breakpoints: partFields.breakpoints.meta({ description: 'Breakpoints that replace the current ones.' }),
  }),
  results: {
    202: {
      description: 'The command is stored. The process that executes the run applies it.',
      body: z.object({ status: z.literal('continuing') }),
    },
  },
  errors: ['run-not-found', 'run-ended'],
});
