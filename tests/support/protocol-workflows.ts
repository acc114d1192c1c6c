import type { Workflow } from '#lib/workflow/workflow.ts';
import { workflowOf } from './test-engine.ts';

const inputs = [{ name: 'question', type: 'text', required: true }];

/** A model answers the question, and its text is the answer. */
export function answeringWorkflow(model = 'fake'): Workflow {
  return workflowOf(
    {
      start: ['start', { inputs }],
      write: ['llm', { model, userPrompt: '{{start.question}}' }],
      end: ['end', { outputs: { answer: '{{write.output}}' } }],
    },
    ['start -> write', 'write -> end'],
  );
}

/** Waits for a person: the answer is `sent` or `kept`. */
export const approvingWorkflow = workflowOf(
  {
    start: ['start', { inputs }],
    ask: ['approval', { title: 'Send it?', value: 1 }],
    end: ['end', { outputs: { answer: 'sent' } }],
    no: ['end', { outputs: { answer: 'kept' } }],
  },
  ['start -> ask', 'ask.approved -> end', 'ask.rejected -> no'],
);

/** Fails after its start. */
export const failingWorkflow = workflowOf(
  {
    start: ['start', { inputs }],
    fails: ['code', { code: 'throw new Error("broken")' }],
    end: ['end', { outputs: { answer: '{{fails}}' } }],
  },
  ['start -> fails', 'fails -> end'],
);
