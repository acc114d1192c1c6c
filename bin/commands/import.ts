import { defineCommand } from '../define-command.ts';

export const importCommand = defineCommand({
  name: 'import',
  summary: 'Saves workflow files as drafts on a server',
  usage: 'FILE... [--into WORKFLOW_ID] [--server URL]',
  operands: { min: 1, max: 1000 },
  options: {
    into: {
      kind: 'text',
      value: 'WORKFLOW_ID',
      help: 'The one FILE becomes the draft of this workflow; by default each becomes a new one',
    },
    json: { kind: 'flag', help: 'One JSON object a file' },
    server: { kind: 'text', value: 'URL', help: 'The server (also THREADLOOM_URL)' },
  },
  details: `Each file becomes a workflow of the server; its id is printed. Drafts may have errors: they are listed, and the exit code is
then 1. A file that is no workflow is not saved. deploy saves and publishes in one step. Sends THREADLOOM_ADMIN_TOKEN, if it is set.`,
  examples: [
    'threadloom import flows/*.workflow.json --server http://127.0.0.1:3000',
    'threadloom import support.workflow.json --into wf_01…',
  ],
  async run({ operands, options, terminal }) {
    const { requireServer } = await import('../run/server-client.ts');
    const { importWorkflows } = await import('../exchange/import-workflows.ts');
    return importWorkflows(operands, options, { server: requireServer(options, terminal), terminal });
  },
});
