import { z } from 'zod';
import { approvalKindSchema, fixedArgumentsSchema, pendingApprovalSchema } from '../run/event-parts.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { pageOf, pageQuery } from './page.ts';
import { nodeLabelSchema } from './run-summary.ts';

pendingApprovalSchema.register(components, { id: 'PendingApproval' });

const MAX_COMMENT_LENGTH = 2000;
const id = z.string().min(1).max(100);
const approvalStatusSchema = z.enum(['pending', 'confirmed', 'rejected', 'expired', 'skipped', 'answered']);

const approvalSchema = z
  .object({
    ...pendingApprovalSchema.shape,
    runId: id,
    workflowName: z.string(),
    nodeLabel: nodeLabelSchema,
    kind: approvalKindSchema.meta({
      description:
        '`tool`: a tool call. `value`: the value of an approval node, the answer to a question of an MCP server or a graph, or a new limit (`tool` is `limit` or `budget`). `effect`: a side effect whose outcome is unknown after a crash. `wait`: a wait for a time, which ends by itself and can be ended before. `caller`, which only events have: the result of a tool that the caller executes.',
    }),
    toolCallId: z.string().nullable(),
    args: z
      .json()
      .optional()
      .meta({ description: 'Arguments or value to decide on. Missing for a key whose endpoint has the event level `summary`.' }),
    fixed: fixedArgumentsSchema
      .optional()
      .meta({ description: 'Of a tool with fixed arguments: what the call sends besides `args`. Missing if `args` is missing.' }),
    status: approvalStatusSchema.meta({
      description:
        '`pending`: can still be decided. `expired`: neither before its deadline nor before its run ended. `answered`: a person entered the result of an `effect`.',
    }),
    createdAt: z.iso.datetime(),
    decidedAt: z.iso.datetime().nullable(),
    decidedBy: z
      .object({
        kind: z.enum(['workspace', 'key']),
        name: z.string().nullable().meta({ description: 'Name of the key; null for the workspace and for deleted keys.' }),
      })
      .nullable()
      .meta({ description: 'Who decided. null while it is pending, and if it expired.' }),
    decidedArgs: z
      .json()
      .optional()
      .meta({ description: 'The arguments or value that replaced `args`. Missing if `args` is missing.' }),
    comment: z.string().nullable().optional().meta({ description: 'Missing if `args` is missing.' }),
  })
  .register(components, { id: 'Approval' });
export type ApprovalResource = z.output<typeof approvalSchema>;

const status = z
  .enum([...approvalStatusSchema.options, 'decided'])
  .optional()
  .meta({ description: '`pending`: can still be decided. `decided`: any other. Defaults to all.' });

export const listApprovals = defineContract({
  name: 'listApprovals',
  method: 'GET',
  path: '/api/v1/approvals',
  tag: 'approvals',
  summary: 'List approvals, newest first',
  query: z.object({ ...pageQuery, status, runId: id.optional() }),
  results: { 200: { description: 'One page.', body: pageOf(approvalSchema) } },
  errors: [],
});

export const listRunApprovals = defineContract({
  name: 'listRunApprovals',
  access: 'workspace-or-key',
  takesVisitors: true,
  method: 'GET',
  path: '/api/v1/runs/{id}/approvals',
  tag: 'approvals',
  summary: 'List the approvals of a run, newest first',
  params: z.object({ id }),
  query: z.object({ ...pageQuery, status }),
  results: { 200: { description: 'One page.', body: pageOf(approvalSchema) } },
  errors: ['run-not-found'],
});

export const decideApproval = defineContract({
  name: 'decideApproval',
  scope: 'run',
  fieldScopes: { args: 'edit', result: 'edit', skip: 'edit', remember: 'edit' },
  access: 'workspace-or-key',
  takesVisitors: true,
  method: 'POST',
  path: '/api/v1/runs/{id}/approvals/{actionId}',
  tag: 'approvals',
  summary: 'Decide an approval',
  description:
    'The run resumes where it waits. The first decision is final: later requests return it. After its deadline an approval is `expired`, and a decision has no effect. Keys may decide only if the deployment allows decisions; for a `tool` or an `effect` they may set only `confirmed` and `comment`. They end no `wait` and raise no limit. A `wait` takes only `confirmed: true`.',
  params: z.object({ id, actionId: id }),
  body: z
    .strictObject({
      confirmed: z.boolean().meta({ description: 'Approve or reject. For an `effect`: whether to execute it again.' }),
      result: z.json().optional().meta({
        description:
          'For an `effect` that is not executed again: its result, as the data of the tool or the body of the response. The run continues with it; without it the node fails with `effect-unknown`.',
      }),
      skip: z.boolean().default(false).meta({
        description:
          'For an `effect` that is not executed again: its node is `skipped`, and so are nodes that depend only on it. The run continues.',
      }),
      args: z.json().optional().meta({
        description:
          'When confirmed: replaces the arguments or the value. Arguments that do not match the schema of the tool make the call `invalid`.',
      }),
      comment: z
        .string()
        .max(MAX_COMMENT_LENGTH)
        .optional()
        .meta({ description: 'Reason of the decision. A model receives it as the result of a rejected call.' }),
      remember: z
        .boolean()
        .default(false)
        .meta({ description: 'Do not ask again for this tool in this run. Has no effect on tools that always need approval.' }),
    })
    .refine(({ confirmed, result }) => result === undefined || !confirmed, {
      path: ['result'],
      message: 'Set result only if confirmed is false',
    })
    .refine(({ confirmed, result, skip }) => !skip || (!confirmed && result === undefined), {
      path: ['skip'],
      message: 'Set skip only if confirmed is false and there is no result',
    }),
  results: {
    200: {
      description: 'The decision. The run resumes, in this process or another.',
      body: z
        .object({
          status: approvalStatusSchema.exclude(['pending']),
          nextAction: z.object({
            runId: id,
            streamUrl: z
              .string()
              .meta({ description: 'Streams the events that follow the decision, until the run ends or waits again.' }),
          }),
        })
        .register(components, { id: 'ApprovalDecision' }),
    },
  },
  errors: ['run-not-found', 'approval-not-found', 'run-ended', 'body-too-large'],
});
