import { z } from 'zod';
import { runStatusSchema } from '../run/run-status.ts';
import { defineContract } from './define-contract.ts';
import { pageOf, pageQuery } from './page.ts';
import { RUN_ID_LENGTH, runIdSchema, runModeSchema, runSummarySchema } from './run-summary.ts';

// Apart from other operations of runs, whose schemas contain the whole document: the editor opens with this list.

const SEARCH_LENGTH = 200;
/** Maximum of an `int` column. */
const MAX_INT = 2_147_483_647;

const durationMs = z.coerce.number().nonnegative().max(Number.MAX_SAFE_INTEGER);
const costUsd = z.coerce.number().nonnegative().max(Number.MAX_SAFE_INTEGER);

/** Comma-separated values of a query field. */
function listOf<Item extends z.ZodType<string, string>>(item: Item, { max }: { max: number }) {
  return z
    .string()
    .max(max * RUN_ID_LENGTH)
    .transform((text) => text.split(','))
    .pipe(z.array(item).max(max));
}

export const listRuns = defineContract({
  name: 'listRuns',
  method: 'GET',
  path: '/api/v1/runs',
  tag: 'runs',
  summary: 'List runs, newest first',
  description:
    'A run must match all filters. Runs that start while you page are newer than the first page, so no run is listed twice or skipped.',
  query: z.object({
    ...pageQuery,
    workflowId: z.string().max(100).optional(),
    version: z.coerce.number().int().positive().max(MAX_INT).optional().meta({ description: 'Number of the published version.' }),
    slug: z.string().max(100).optional().meta({ description: 'Slug of the endpoint that started the run.' }),
    mode: listOf(runModeSchema, { max: 3 })
      .optional()
      .meta({ description: 'One or more, separated by commas: `draft,deployed`.' }),
    model: z.string().min(1).max(200).optional().meta({
      description: 'Ended runs that called this model. They can be found a few seconds after their end.',
    }),
    key: z.string().min(1).max(100).optional().meta({ description: 'Id of the key that started the run.' }),
    errorCode: z.string().min(1).max(100).optional().meta({ description: 'Failed runs with this code of their error.' }),
    errorNode: z.string().max(200).optional().meta({
      description: 'With `errorCode`: whose error names this node, without iterations; empty for errors without a node.',
    }),
    node: z.string().min(1).max(200).optional().meta({
      description:
        'Ended runs that executed this node, by its id with those of the containers around it: `each/ask`. They can be found a few seconds after their end.',
    }),
    status: listOf(runStatusSchema, { max: 6 })
      .optional()
      .meta({ description: 'One or more, separated by commas: `failed,waiting`.' }),
    search: z.string().max(SEARCH_LENGTH).optional().meta({
      description:
        'Case-insensitive text in the workflow’s name, the run’s id, or its error’s code or message; and in the first 8000 characters of the inputs of the newest 2000 runs that match the other filters.',
    }),
    from: z.iso.datetime({ offset: true }).optional().meta({ description: 'Runs created at or after this time.' }),
    before: z.iso.datetime({ offset: true }).optional().meta({ description: 'Runs created before this time.' }),
    minDurationMs: durationMs.optional().meta({
      description: 'Runs that took at least this long, or have been running for at least this long. Includes time spent waiting.',
    }),
    maxDurationMs: durationMs.optional().meta({ description: 'Ended runs that took at most this long.' }),
    minCostUsd: costUsd.optional().meta({
      description:
        'Runs whose model calls cost at least this much so far, in USD. Runs of models without a price have no known cost.',
    }),
    maxCostUsd: costUsd.optional().meta({ description: 'Runs with a known cost of at most this much, in USD.' }),
    runIds: listOf(runIdSchema, { max: 100 })
      .optional()
      .meta({ description: 'Only these runs, separated by commas: `run_a,run_b`. Use it to poll their status.' }),
  }),
  results: { 200: { description: 'One page.', body: pageOf(runSummarySchema) } },
  errors: [],
});
