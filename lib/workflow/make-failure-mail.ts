import { WORKFLOW_FORMAT, type Workflow } from './workflow.ts';

type FailureMail = {
  /** Of the new workflow. */
  readonly name: string;
  /** The mail is about its failed runs. */
  readonly workflowId: string;
  readonly subject: string;
  readonly text: string;
};

/** The node that a person has to fill in: where the mail goes, and by which server. */
export const FAILURE_MAIL_NODE = 'mail';

/**
 * A workflow that sends a mail when a run of another one has failed. `subject` and `text` read `start.workflow`,
 * `start.error` and `start.run`. Server and recipient are missing.
 */
export function makeFailureMail({ name, workflowId, subject, text }: FailureMail): Workflow {
  const names = ['workflow', 'error', 'run'];
  const at = (y: number) => ({ version: 1, label: '', position: { x: 0, y } });
  return {
    format: WORKFLOW_FORMAT,
    name,
    description: '',
    settings: {},
    triggers: [
      {
        id: 'workflow_failed',
        type: 'workflow-failed',
        version: 1,
        label: '',
        config: { workflows: [workflowId] },
        inputs: { workflow: '{{trigger.workflowName}}', error: '{{trigger.error.message}}', run: '{{trigger.runId}}' },
      },
    ],
    nodes: [
      {
        id: 'start',
        type: 'start',
        config: { inputs: names.map((input) => ({ name: input, type: 'text', required: true })) },
        ...at(0),
      },
      { id: FAILURE_MAIL_NODE, type: 'email', config: { subject, text }, ...at(68) },
      { id: 'end', type: 'end', config: { outputs: { mail: '{{mail.messageId}}' } }, ...at(136) },
    ],
    edges: [
      { id: 'start-mail', source: 'start', sourceHandle: 'out', target: FAILURE_MAIL_NODE, targetHandle: 'in' },
      { id: 'mail-end', source: FAILURE_MAIL_NODE, sourceHandle: 'out', target: 'end', targetHandle: 'in' },
    ],
  };
}
