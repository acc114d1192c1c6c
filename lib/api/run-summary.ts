import { z } from 'zod';
import { forkOfSchema } from '../run/run-fork.ts';
import { endReasonSchema, runStatusSchema } from '../run/run-status.ts';
import { components } from './components.ts';

runStatusSchema.register(components, { id: 'RunStatus' });

export const RUN_ID_LENGTH = 100;
export const runIdSchema = z.string().min(1).max(RUN_ID_LENGTH);
export const runModeSchema = z.enum(['draft', 'deployed', 'node']);

/** The name of a node in a list, next to its `nodeId`. */
export const nodeLabelSchema = z.string().optional().meta({
  description: 'Label of the node, followed by its id if other nodes have the same label. Missing for a node without a label.',
});

/** What a list of runs and a run have in common. */
export const runSummaryFields = {
  runId: runIdSchema,
  workflowId: z.string().nullable(),
  workflowName: z.string(),
  mode: runModeSchema,
  slug: z.string().nullable().meta({ description: 'Slug of the endpoint that started the run; null for runs of the studio.' }),
  version: z.int().positive().nullable().meta({ description: 'The published version that the run executes; null for drafts.' }),
  nodeId: z.string().nullable().meta({ description: 'With mode `node`: the node that runs.' }),
  forkOf: forkOfSchema.nullable().meta({ description: 'The run that this run is a fork of; null if it is not a fork.' }),
  status: runStatusSchema,
  queuePosition: z.int().positive().nullable().meta({
    description:
      'Position of a queued run in its workspace, 1 for the next run: among runs of visitors and forms, or among all others. null for runs that are not queued.',
  }),
  reason: endReasonSchema.nullable(),
  tokensUsed: z.int().nonnegative(),
  costUsd: z
    .number()
    .nonnegative()
    .nullable()
    .meta({ description: 'Cost of the model calls in USD; null if none of the models has a price.' }),
  isCostPartial: z
    .boolean()
    .meta({ description: 'True if some of the models have no price, so that `costUsd` does not include all tokens.' }),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
};
export const runSummarySchema = z
  .object({
    ...runSummaryFields,
    error: z
      .object({
        code: z.string(),
        number: z.int().optional(),
        message: z.string(),
        nodeId: z.string().optional(),
        nodeLabel: nodeLabelSchema,
      })
      .nullable()
      .meta({ description: 'Error of a failed run, in short. `GET /runs/{id}` returns all of it.' }),
    nodeLabel: nodeLabelSchema,
    inputsPreview: z.string().meta({
      description: 'The inputs in one line of at most 200 characters; empty without inputs. `GET /runs/{id}` returns them.',
    }),
  })
  .register(components, { id: 'RunSummary' });
export type RunSummaryResource = z.output<typeof runSummarySchema>;
