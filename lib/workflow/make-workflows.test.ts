import { expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';
import { makeAnswerWorkflow } from './make-answer-workflow.ts';
import { FAILURE_MAIL_NODE, makeFailureMail } from './make-failure-mail.ts';
import { mapTriggerEvent, startInputsOf } from './map-trigger-event.ts';
import { messageInputs } from './message-inputs.ts';
import { validateWorkflow } from './validate-workflow.ts';

test('a workflow that answers from a base is complete, and takes the message of a chat', () => {
  const workflow = makeAnswerWorkflow({ name: 'Leave', base: 'leave' });
  expect(validateWorkflow(workflow, nodeRegistry)).toMatchObject({ valid: true, errors: [] });
  expect(messageInputs(startInputsOf(workflow)).message?.name).toBe('message');
});

test('of a mail about failures only server and recipient are missing', () => {
  const workflow = makeFailureMail({
    name: 'Failures',
    workflowId: 'wf_1',
    subject: '{{start.workflow}} failed',
    text: '{{start.error}} {{start.run}}',
  });
  const { errors: problems } = validateWorkflow(workflow, nodeRegistry, { triggers: triggerRegistry });
  expect(problems.map(({ nodeId, path }) => `${nodeId} ${path}`)).toEqual([
    `${FAILURE_MAIL_NODE} config.credential`,
    `${FAILURE_MAIL_NODE} config.to`,
  ]);
  const [trigger] = workflow.triggers ?? [];
  const event = triggerRegistry['workflow-failed'].sampleEvent({ workflows: [] }, new Date(0));
  expect(trigger && mapTriggerEvent(trigger, event as never, startInputsOf(workflow))).toMatchObject({
    is: 'inputs',
    inputs: { workflow: 'Orders', error: 'The shop answered 500', run: 'run_1' },
  });
});
