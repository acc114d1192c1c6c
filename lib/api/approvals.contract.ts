import { z } from 'zod';
import { approvalKindSchema, pendingApprovalSchema } from '../run/run-event.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { pageOf, pageQuery } from './page.ts';

pendingApprovalSchema.register(components, { id: 'PendingApproval' });

const MAX_COMMENT_LENGTH = 2000;
const id = z.string().min(1).max(100);
const approvalStatusSchema = z.enum(['pending', 'confirmed', 'rejected', 'expired', 'skipped']);

const approvalSchema = z
  .object({
    ...pendingApprovalSchema.shape,
    runId: id,
    workflowName: z.string(),
    kind: approvalKindSchema.meta({
      description:
        'A `tool` call, the `value` of an approval node, or an `effect` of which nobody knows whether it happened before a crash.',
    }),
    toolCallId: z.string().nullable(),
    args: z
      .json()
      .optional()
      .meta({ description: 'The arguments or the value to be decided on. Left out for a key whose endpoint shows `summary`.' }),
    status: approvalStatusSchema,
    createdAt: z.iso.datetime(),
    decidedAt: z.iso.datetime().nullable(),
    decidedArgs: z.json().optional().meta({ description: 'What was put in the place of `args`; left out where `args` are.' }),
    comment: z.string().nullable().optional().meta({ description: 'Left out where `args` are.' }),
  })
  .register(components, { id: 'Approval' });
export type ApprovalResource = z.output<typeof approvalSchema>;

const status = approvalStatusSchema
  .optional()
  .meta({ description: '`pending`: what can still be decided. All of them when left out.' });

export const listApprovals = defineContract({
  name: 'listApprovals',
  method: 'GET',
  path: '/api/v1/approvals',
  tag: 'approvals',
  summary: 'What people are and were asked, newest first',
  query: z.object({ ...pageQuery, status, runId: id.optional() }),
  results: { 200: { description: 'One page.', body: pageOf(approvalSchema) } },
  errors: [],
});

export const listRunApprovals = defineContract({
  name: 'listRunApprovals',
  access: 'workspace-or-key',
  method: 'GET',
  path: '/api/v1/runs/{id}/approvals',
  tag: 'approvals',
  summary: 'What one run asks and has asked, newest first',
  params: z.object({ id }),
  query: z.object({ ...pageQuery, status }),
  results: { 200: { description: 'One page.', body: pageOf(approvalSchema) } },
  errors: ['run-not-found'],
});

export const decideApproval = defineContract({
  name: 'decideApproval',
  access: 'workspace-or-key',
  method: 'POST',
  path: '/api/v1/runs/{id}/approvals/{actionId}',
  tag: 'approvals',
  summary: 'Approve or reject what a run asks',
  description:
    'The run goes on from that very point, however long it has waited. The first decision stands: whoever comes later is answered with it. Once its time is over the answer is `expired`, whatever was decided. With a key only where the deployment allows decisions; of a `tool` or an `effect` it then says `confirmed` and `comment`, nothing else.',
  params: z.object({ id, actionId: id }),
  body: z
    .strictObject({
      confirmed: z.boolean().meta({ description: 'Of an `effect`: whether it is done again.' }),
      result: z.json().optional().meta({
        description:
          'Of an `effect` that is not done again: what came of it, as the data of the tool or the body of the answer. The run goes on with that; without it the node fails with `effect-unknown`.',
      }),
      skip: z.boolean().default(false).meta({
        description:
          'Of an `effect` that is not done again: its node ends as `skipped`, and so does what depends on it alone. The run goes on.',
      }),
      args: z.json().optional().meta({
        description:
          'In the place of the arguments or the value, when confirmed. Arguments must fit the tool, or the call is `invalid`.',
      }),
      comment: z
        .string()
        .max(MAX_COMMENT_LENGTH)
        .optional()
        .meta({ description: 'For whoever asked: a model reads it as the answer to a rejected call.' }),
      remember: z
        .boolean()
        .default(false)
        .meta({ description: 'Do not ask about this tool again in this run. Has no effect on tools that ask every time.' }),
    })
    .refine(({ confirmed, result }) => result === undefined || !confirmed, {
      path: ['result'],
      message: 'Either it is done again or you say what came of it',
    })
    .refine(({ confirmed, result, skip }) => !skip || (!confirmed && result === undefined), {
      path: ['skip'],
      message: 'What is skipped is neither done again nor has a result',
    }),
  results: {
    200: {
      description: 'How it was decided. The run goes on, here or in another process.',
      body: z
        .object({
          status: approvalStatusSchema.exclude(['pending']),
          nextAction: z.object({
            runId: id,
            streamUrl: z.string().meta({ description: 'The events from here on. Stays open until the run ends or waits again.' }),
          }),
        })
        .register(components, { id: 'ApprovalDecision' }),
    },
  },
  errors: ['run-not-found', 'approval-not-found', 'run-ended', 'body-too-large'],
});
