import { z } from 'zod';
import { forkChangesSchema, forkOfSchema } from '../run/run-fork.ts';
import { nodeActionSchema, nodeReasonSchema } from '../run/run-plan.ts';
import { nodeEndSchema, runStatusSchema } from '../run/run-status.ts';
import { workflowSchema } from '../workflow/workflow.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { partFields, runIdSchema, startErrors, startFields, startHeaders, startResults, valuesSchema } from './runs.contract.ts';

const CHECKPOINTS_DEFAULT = 500;
const CHECKPOINTS_MAX = 5000;
const MAX_NAMED = 1000;
/** The largest number of an `int` column. */
const MAX_INT = 2_147_483_647;

forkOfSchema.register(components, { id: 'ForkOf' });
forkChangesSchema.register(components, { id: 'ForkChanges' });

const params = z.object({ id: runIdSchema });
const seq = z.int().positive().max(MAX_INT);
const path = z
  .string()
  .min(1)
  .max(1000)
  .meta({ description: 'Id of a node; inside of a container also one of its passes: `each[2]/write`.' });

/** What a fork does differently from the run it is made from. */
const changeFields = {
  atSeq: seq.optional().meta({
    description:
      'What the run had decided up to this event is taken over: a checkpoint, or any event. Left out: the end of its log.',
  }),
  from: z.array(path).max(MAX_NAMED).optional().meta({
    description:
      'These nodes and everything that depends on them run again. The id of a node inside of a container stands for it in all passes.',
  }),
  values: z
    .record(
      path,
      z.object({
        port: z
          .string()
          .max(100)
          .optional()
          .meta({ description: 'By which it leaves. Left out: the port that fired, or the first.' }),
        value: z.json(),
      }),
    )
    .optional()
    .meta({ description: 'Values in the place of those of nodes, which do not run; what depends on them runs again.' }),
  iteration: z.object({ nodeId: path, pass: z.int().nonnegative() }).optional().meta({
    description:
      'A `loop` starts again at this pass (from 0), with what the passes before it gave; a `map` runs this pass again and no other.',
  }),
  inputs: valuesSchema.optional().meta({ description: 'In the place of the inputs of the run.' }),
  document: workflowSchema.optional().meta({
    description:
      'The workflow as it is now, where it is not to be the one that ran. A node runs again whose entry (apart from label and place) or incoming edges are not what they were, and so does what depends on it.',
  }),
  ...partFields,
};

const checkpointSchema = z
  .object({
    seq,
    at: z.iso.datetime(),
    reason: z.enum(['start', 'forked', 'node_finished', 'pass_started', 'waiting', 'breakpoint', 'end']).meta({
      description:
        '`forked`: what was taken over from another run stands here. `pass_started`: before the first node of a pass. `waiting`: the run stood still.',
    }),
    nodeId: z.string().optional().meta({ description: 'Path of the node that finished, or of the container whose pass began.' }),
    pass: z.int().nonnegative().optional().meta({ description: 'With `pass_started`: which one, from 0.' }),
    status: nodeEndSchema.optional().meta({ description: 'With `node_finished`.' }),
  })
  .register(components, { id: 'Checkpoint' });
export type CheckpointResource = z.output<typeof checkpointSchema>;

export const listCheckpoints = defineContract({
  name: 'listCheckpoints',
  method: 'GET',
  path: '/api/v1/runs/{id}/checkpoints',
  tag: 'forks',
  summary: 'The moments of a run that a fork can begin at',
  description: 'Quiet points of its log, oldest first. A run that goes on gets more of them.',
  params,
  query: z.object({
    after: z.coerce.number().int().nonnegative().max(MAX_INT).optional().meta({ description: 'Only those with a greater seq.' }),
    limit: z.coerce.number().int().min(1).max(CHECKPOINTS_MAX).default(CHECKPOINTS_DEFAULT),
  }),
  results: {
    200: {
      description: 'One page.',
      body: z
        .object({
          items: z.array(checkpointSchema),
          nextAfter: seq.optional().meta({ description: 'Give it as `after` for the next page; missing on the last one.' }),
        })
        .register(components, { id: 'CheckpointPage' }),
    },
  },
  errors: ['run-not-found'],
});

/** A value as far as it fits into a list of them. */
const shownValueSchema = z.union([
  z.object({ value: z.json() }),
  z.object({
    excerpt: z.string().meta({ description: 'The beginning of its JSON.' }),
    chars: z.int().positive().meta({ description: 'How long its JSON is. Ask with `nodeId` for all of it.' }),
  }),
]);

const nodeAtSchema = z
  .object({
    nodeId: z.string().meta({ description: 'Its path.' }),
    status: z.enum(['running', 'waiting', ...nodeEndSchema.options]),
    reason: z.string().optional(),
    at: z.iso.datetime().meta({ description: 'When it came to this; of a reused value, when that was made.' }),
    seq,
    ports: z.record(z.string(), shownValueSchema).meta({ description: 'What each port that fired carries.' }),
    inputs: shownValueSchema.optional().meta({ description: 'What it was given when it started.' }),
    error: z.object({ code: z.string(), message: z.string() }).optional(),
    reused: z
      .object({ runId: runIdSchema, seq, at: z.iso.datetime() })
      .optional()
      .meta({ description: 'The run that made the value, where it was another one.' }),
  })
  .register(components, { id: 'NodeAtCheckpoint' });
export type NodeAtResource = z.output<typeof nodeAtSchema>;

export const getCheckpoint = defineContract({
  name: 'getCheckpoint',
  method: 'GET',
  path: '/api/v1/runs/{id}/checkpoints/{seq}',
  tag: 'forks',
  summary: 'The state of a run at one moment',
  description: 'Every node that had begun or ended by then; any seq of the log is a moment.',
  params: z.object({ id: runIdSchema, seq: z.coerce.number().int().positive().max(MAX_INT) }),
  query: z.object({ nodeId: path.optional().meta({ description: 'Only this node, with all of its values.' }) }),
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

const forkErrors = ['run-not-found', 'fork-invalid', ...startErrors] as const;

export const forkRun = defineContract({
  name: 'forkRun',
  method: 'POST',
  path: '/api/v1/runs/{id}/forks',
  tag: 'forks',
  summary: 'Go on from a moment of a run as a new run',
  description:
    'The run itself stays what it is and may still be running. Without any change, what had failed or was stopped runs again, and all else is taken over. A fork is a run of the studio, also that of a published run.',
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
  by: z.string().optional().meta({ description: 'With `depends`: the node on whose account. With `lost_race`: the join.' }),
  from: z
    .object({ runId: runIdSchema, seq, at: z.iso.datetime(), ageMs: z.number().nonnegative() })
    .optional()
    .meta({ description: 'With `reused`: the run that made the value, and how old it is.' }),
  passes: z.object({ runs: z.int().nonnegative(), reused: z.int().nonnegative() }).optional().meta({
    description: 'Of a node inside of a container: in how many of the passes that were it runs again. New passes may come.',
  }),
});

const plannedEffectSchema = z.object({
  nodeId: z.string(),
  names: z.array(z.string()).meta({ description: 'What it did outside in the run before, as far as that is known.' }),
  hasHappened: z.boolean().meta({ description: 'It has happened already and would happen once more.' }),
});

const runPlanSchema = z
  .object({
    atSeq: seq.optional().meta({ description: 'Of the run it begins from.' }),
    nodes: z
      .array(plannedNodeSchema)
      .meta({ description: 'Every node of the document, in the order in which one comes after another.' }),
    effects: z.array(plannedEffectSchema).meta({ description: 'Nodes that run and change something outside.' }),
  })
  .register(components, { id: 'RunPlan' });
export type RunPlanResource = z.output<typeof runPlanSchema>;
export type PlannedNodeResource = z.output<typeof plannedNodeSchema>;

export const planFork = defineContract({
  name: 'planFork',
  method: 'POST',
  path: '/api/v1/runs/{id}/forks/plan',
  tag: 'forks',
  summary: 'What a fork would run, and what it would reuse',
  description: 'Nothing is stored and nothing runs. `POST /runs/{id}/forks` with the same body does it.',
  params,
  body: z.strictObject(changeFields),
  results: { 200: { description: 'The plan.', body: runPlanSchema } },
  errors: forkErrors,
});

export const planWorkflowRun = defineContract({
  name: 'planWorkflowRun',
  method: 'POST',
  path: '/api/v1/workflows/{id}/runs/plan',
  tag: 'forks',
  summary: 'What a run of the draft would run, up to some nodes',
  description: 'Nothing is stored and nothing runs.',
  params: z.object({ id: z.string().min(1).max(100) }),
  body: z.strictObject({
    document: workflowSchema.optional().meta({ description: 'The draft as it is in the editor, where it is not saved.' }),
    ...partFields,
  }),
  results: { 200: { description: 'The plan.', body: runPlanSchema } },
  errors: ['not-found', 'fork-invalid', 'workflow-invalid', 'body-too-large'],
});

export const planDocumentRun = defineContract({
  name: 'planDocumentRun',
  method: 'POST',
  path: '/api/v1/runs/plan',
  tag: 'forks',
  summary: 'What a run of a document would run, up to some nodes',
  description: 'Nothing is stored and nothing runs. `POST /runs` with the same document does it.',
  body: z.strictObject({ document: workflowSchema, ...partFields }),
  results: { 200: { description: 'The plan.', body: runPlanSchema } },
  errors: ['fork-invalid', 'workflow-invalid', 'body-too-large'],
});

const forkSchema = z
  .object({
    runId: runIdSchema,
    forkOf: forkOfSchema.nullable().meta({ description: 'null of the first run of the tree.' }),
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
  summary: 'The tree of forks that a run belongs to',
  description: 'Oldest first, the first run of all at its head unless it is kept no longer. At most 500.',
  params,
  results: {
    200: {
      description: 'All runs of the tree.',
      body: z
        .object({ rootRunId: runIdSchema, items: z.array(forkSchema), hasMore: z.boolean() })
        .register(components, { id: 'ForkTree' }),
    },
  },
  errors: ['run-not-found'],
});

export const continueRun = defineContract({
  name: 'continueRun',
  method: 'POST',
  path: '/api/v1/runs/{id}/continue',
  tag: 'forks',
  summary: 'Go on with a run that stands at breakpoints',
  description:
    'Every node it stands at goes on. One that stands nowhere is not changed by it. 409 `run-ended` of a run that has ended.',
  params,
  body: z.strictObject({
    step: z.boolean().default(false).meta({ description: 'Stop again before the next node.' }),
    breakpoints: partFields.breakpoints.meta({ description: 'The breakpoints from here on, in the place of those it has.' }),
  }),
  results: {
    202: { description: 'The command is stored and will be obeyed.', body: z.object({ status: z.literal('continuing') }) },
  },
  errors: ['run-not-found', 'run-ended'],
});
