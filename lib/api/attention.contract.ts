import { z } from 'zod';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { nodeLabelSchema } from './run-summary.ts';

/** Endpoints and approvals of one answer. */
export const MAX_ATTENTION_ITEMS = 10;
/** Share of a budget from which it is listed. */
export const BUDGET_NEAR_END = 0.8;

const count = z.int().nonnegative();

const failingSchema = z.object({
  workflow: z.object({ id: z.string().nullable(), name: z.string() }),
  endpoint: z.string().meta({ description: 'Slug of the endpoint.' }),
  failed: count.meta({ description: 'Runs of the endpoint that failed in the last 24 hours.' }),
  of: count.meta({ description: 'Runs of the endpoint that ended in the last 24 hours.' }),
  lastError: z.object({
    code: z.string(),
    nodeId: z.string().nullable(),
    nodeLabel: nodeLabelSchema,
    field: z.string().nullable().meta({ description: 'The config field at fault, as `config.url`.' }),
    value: z.string().nullable().meta({ description: 'The value of that field in the run’s document, at most 200 characters.' }),
    text: z.string().meta({ description: 'What happened.' }),
    runId: z.string(),
  }),
  at: z.iso.datetime().meta({ description: 'When it failed last.' }),
});
export type FailingEndpoint = z.output<typeof failingSchema>;

const waitingApprovalSchema = z.object({
  id: z.string().meta({ description: 'Id of the action: `POST /runs/{id}/approvals/{actionId}` decides it.' }),
  title: z.string(),
  since: z.iso.datetime(),
  runId: z.string(),
});

const endingBudgetSchema = z.object({
  scope: z
    .object({ kind: z.enum(['workspace', 'key']), id: z.string().nullable(), name: z.string().nullable() })
    .meta({ description: '`id` and `name` of a key; null for the workspace.' }),
  spent: z.number().nonnegative(),
  limit: z.number().nonnegative().meta({ description: 'The limit of today, as it was raised.' }),
  currency: z.enum(['USD', 'tokens']).meta({ description: 'What the limit counts.' }),
  usedUpAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When it ends at the pace of today; in the past if it has ended. null: not today.' }),
});

const attentionSchema = z
  .object({
    failing: z.array(failingSchema).meta({
      description: `Endpoints whose last run failed, or of which at least a tenth did, in the last 24 hours. At most ${MAX_ATTENTION_ITEMS}, most failures first.`,
    }),
    approvals: z
      .array(waitingApprovalSchema)
      .meta({ description: `Approvals that wait for a person, oldest first, at most ${MAX_ATTENTION_ITEMS}.` }),
    pendingApprovals: count.meta({ description: 'All approvals that wait for a person.' }),
    budgets: z.array(endingBudgetSchema).meta({
      description: `Budgets of today of which at least ${BUDGET_NEAR_END * 100} % is used, or which end today at this pace. The fullest first.`,
    }),
  })
  .register(components, { id: 'Attention' });
export type AttentionResource = z.output<typeof attentionSchema>;

export const getAttention = defineContract({
  name: 'getAttention',
  method: 'GET',
  path: '/api/v1/attention',
  tag: 'system',
  summary: 'Get what needs attention',
  description: 'Endpoints that fail, approvals that wait, and budgets near their end. Empty lists if nothing does.',
  results: { 200: { description: 'What needs attention now.', body: attentionSchema } },
  errors: [],
});
