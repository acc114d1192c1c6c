import { z } from 'zod';
import { nodeErrorSchema, pendingApprovalSchema, tokenUsageSchema } from '../run/event-parts.ts';
import { jsonObjectSchema } from '../run/json-value.ts';
import { forkChangesSchema } from '../run/run-fork.ts';
import { nodeIdSchema, workflowSchema } from '../workflow/workflow.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { feedbackSchema } from './feedback.contract.ts';
import { runIdSchema, runSummaryFields } from './run-summary.ts';

nodeErrorSchema.register(components, { id: 'NodeError' });
tokenUsageSchema.register(components, { id: 'TokenUsage' });

const runId = runIdSchema;
const values = jsonObjectSchema;
export const valuesSchema = values;
const previewSectionSchema = z.object({
  part: z.enum(['instructions', 'tool', 'message']),
  name: z.string().meta({ description: 'The section of the instructions, the tool, or the role of the message.' }),
  text: z.string(),
  tokens: z.int().nonnegative(),
});
const promptPreviewSchema = z
  .object({
    model: z.object({ name: z.string(), provider: z.string(), modelId: z.string() }),
    maxContext: z.int().positive().meta({ description: 'Tokens that the model can read.' }),
    sections: z.array(previewSectionSchema).meta({ description: 'In the order in which providers read them.' }),
    totalTokens: z.int().nonnegative().meta({ description: 'Without images.' }),
    isEstimated: z
      .boolean()
      .meta({ description: 'Estimated from characters, because the vocabulary of the model is not public.' }),
    costUsd: z
      .number()
      .nonnegative()
      .nullable()
      .meta({ description: 'Of these tokens, uncached; null for a model without a price.' }),
    marksPromptCache: z.boolean().meta({ description: 'Whether the request marks what the provider caches.' }),
  })
  .register(components, { id: 'PromptPreview' });
export type PromptPreviewResource = z.output<typeof promptPreviewSchema>;

export const previewPrompt = defineContract({
  name: 'previewPrompt',
  scope: 'edit',
  method: 'POST',
  path: '/api/v1/prompt-previews',
  tag: 'runs',
  summary: 'Preview a prompt',
  description:
    'Returns the first model request of a node (`llm`, `sub-agent` or `classifier`) with the tokens of each part, without sending it. Nothing is stored. If the node fails before its first request, `prompt` is null and `error` says why.',
  body: z.strictObject({
    document: workflowSchema,
    nodeId: nodeIdSchema,
    inputs: values.default({}).meta({ description: 'Values of the nodes that this node refers to, by node id.' }),
  }),
  results: {
    200: {
      description: 'The preview, or the error of the node.',
      body: z.object({ prompt: promptPreviewSchema.nullable(), error: nodeErrorSchema.optional() }),
    },
  },
  errors: ['not-found', 'workflow-invalid', 'body-too-large'],
});

const runResourceSchema = z
  .object({
    ...runSummaryFields,
    documentHash: z.string(),
    lastSeq: z.int().nonnegative().meta({ description: '`seq` of the last stored event.' }),
    inputs: values,
    outputs: values.nullable().meta({ description: 'Outputs of the `end` nodes; null until the run has ended.' }),
    error: nodeErrorSchema.nullable(),
    approvals: z.array(pendingApprovalSchema).meta({ description: 'Pending approvals of the run.' }),
    forkChanges: forkChangesSchema
      .nullable()
      .meta({ description: 'Changes of this fork to its source run; null if it is not a fork.' }),
    user: z.string().nullable().meta({ description: 'The end user, as given by the caller.' }),
    sessionId: z.string().nullable(),
    feedback: feedbackSchema.nullable().meta({ description: 'What its caller thinks of the answer.' }),
    model: z
      .string()
      .nullable()
      .meta({ description: 'The model that the caller chose instead of the workflow’s default model.' }),
    toolNames: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Allowlist of tools that the caller set for this run; null for no restriction.' }),
    webhook: z
      .object({
        status: z.enum(['open', 'delivered', 'given-up']),
        attempts: z.int().nonnegative().meta({ description: 'Number of delivery attempts.' }),
        failure: z
          .string()
          .nullable()
          .meta({ description: 'Why the latest attempt failed. null for a key whose endpoint has the event level `summary`.' }),
      })
      .nullable()
      .meta({ description: 'Delivery state of the webhook that reports the end of the run; null without a webhook.' }),
  })
  .register(components, { id: 'Run' });
export type RunResource = z.output<typeof runResourceSchema>;

export const getRun = defineContract({
  name: 'getRun',
  access: 'workspace-or-key',
  takesVisitors: true,
  method: 'GET',
  path: '/api/v1/runs/{id}',
  tag: 'runs',
  summary: 'Get a run',
  params: z.object({ id: runId }),
  results: { 200: { description: 'Status, inputs, outputs, usage and pending approvals of the run.', body: runResourceSchema } },
  errors: ['run-not-found'],
});

export const getRunWorkflow = defineContract({
  name: 'getRunWorkflow',
  method: 'GET',
  path: '/api/v1/runs/{id}/workflow',
  tag: 'runs',
  summary: 'Get the document of a run',
  description: 'The workflow as it was when the run started. Later changes and deletion of the workflow do not affect it.',
  params: z.object({ id: runId }),
  results: {
    200: {
      description: 'The document.',
      body: z.object({ documentHash: z.string(), document: workflowSchema }).register(components, { id: 'RunWorkflow' }),
    },
  },
  errors: ['run-not-found', 'workflow-invalid'],
});

export const deleteRun = defineContract({
  name: 'deleteRun',
  scope: 'edit',
  method: 'DELETE',
  path: '/api/v1/runs/{id}',
  tag: 'runs',
  summary: 'Delete a run that has ended',
  description:
    'Deletes the run with its events, node results, approvals and undelivered webhook. Large values that other runs may share are deleted after the retention period. A run that has not ended is not deleted: 409 `run-active` with its status in `details.status`. Forks of the run are kept.',
  params: z.object({ id: runId }),
  results: { 204: { description: 'Deleted.' } },
  errors: ['run-not-found', 'run-active'],
});

export const stopRun = defineContract({
  name: 'stopRun',
  scope: 'run',
  access: 'workspace-or-key',
  takesVisitors: true,
  method: 'POST',
  path: '/api/v1/runs/{id}/stop',
  tag: 'runs',
  summary: 'Stop a run',
  description: 'Cancels a run. A run that has ended is not changed: 409 `run-ended` with its status in `details.status`.',
  params: z.object({ id: runId }),
  results: {
    200: { description: 'The run has stopped.', body: z.object({ status: z.literal('stopped') }) },
    202: {
      description: 'The command is stored. The process that executes the run applies it.',
      body: z.object({ status: z.literal('stopping') }),
    },
  },
  errors: ['run-not-found', 'run-ended'],
});
