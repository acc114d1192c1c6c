import { defineCommand } from '../define-command.ts';

export const exportCommand = defineCommand({
  name: 'export',
  summary: 'Writes workflows of a server to files',
  usage: 'WORKFLOW_ID|SLUG... | --all [--out FOLDER] [--server URL]',
  operands: { min: 0, max: 1000 },
  options: {
    all: { kind: 'flag', help: 'Every workflow of the workspace' },
    out: { kind: 'text', value: 'FOLDER', help: 'Where to; else the working folder. - is standard output, for one workflow' },
    published: { kind: 'flag', help: 'With slugs: the version that is deployed; else the draft' },
    force: { kind: 'flag', help: 'Replace files that differ' },
    server: { kind: 'text', value: 'URL', help: 'The server (also THREADLOOM_URL)' },
  },
  details: `Each workflow becomes NAME.workflow.json in its canonical form, which import, run, validate and deploy read. A file that has
another content stays as it is, unless --force is set. Credentials and secrets are no part of workflows. Sends THREADLOOM_ADMIN_TOKEN, if it is set.`,
  examples: [
    'threadloom export --all --out flows --server http://127.0.0.1:3000',
    'threadloom export support --published --out - | threadloom validate -',
  ],
  async run({ operands, options, terminal }) {
    const { requireServer } = await import('../run/server-client.ts');
    const { exportWorkflows } = await import('../exchange/export-workflows.ts');
    return exportWorkflows(operands, options, { server: requireServer(options, terminal), terminal });
  },
});
