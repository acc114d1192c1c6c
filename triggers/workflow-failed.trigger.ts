import { z } from 'zod';
import { defineTrigger } from '#lib/trigger-kit/define-trigger.ts';

export default defineTrigger({
  id: 'workflow-failed',
  version: 1,
  title: 'Failed run',
  summary: 'Starts a run when a run of another published workflow has failed.',
  icon: 'circle-alert',
  source: 'look',
  config: z.object({
    workflows: z.array(z.string().min(1).max(100)).max(100).default([]).meta({
      title: 'Workflows',
      description: 'Ids of the workflows to watch. Empty: all others of the workspace.',
      expression: 'literal',
    }),
  }),
  firstInputs: {
    workflow: { type: 'text', value: '{{trigger.workflowName}}' },
    error: { type: 'text', value: '{{trigger.error.message}}' },
    run: { type: 'text', value: '{{trigger.runId}}' },
  },
  event: {
    type: 'object',
    properties: {
      runId: { type: 'string', description: 'The failed run.' },
      workflowId: { type: 'string', description: 'Its workflow.' },
      workflowName: { type: 'string', description: 'Name of its workflow.' },
      endpoint: { type: 'string', description: 'Its endpoint.' },
      error: {
        type: 'object',
        properties: { code: { type: 'string' }, message: { type: 'string' }, nodeId: { type: 'string' } },
        required: ['code', 'message'],
        description: 'Code, message, and the node that failed.',
      },
      inputs: { type: 'object', description: 'Inputs of the failed run.' },
      failedAt: { type: 'string', format: 'date-time', description: 'When the run failed.' },
    },
    required: ['runId', 'workflowId', 'workflowName', 'endpoint', 'error', 'inputs', 'failedAt'],
    additionalProperties: false,
  },
  sampleEvent: (_, at) => ({
    runId: 'run_1',
    workflowId: 'wf_1',
    workflowName: 'Orders',
    endpoint: 'orders',
    error: { code: 'http-failed', message: 'The shop answered 500', nodeId: 'send' },
    inputs: { orderId: 'A-7' },
    failedAt: at.toISOString(),
  }),
  examples: [{ title: 'Any other workflow', config: {} }],
  docs: `Only runs of published workflows count, once each, from the moment the trigger is published. Runs that such a trigger started do not count, so
that two workflows cannot keep starting each other.`,
});
