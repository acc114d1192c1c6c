import { defineCommand } from '../define-command.ts';

export const logsCommand = defineCommand({
  name: 'logs',
  summary: 'Lists runs on a server, and shows the events of one',
  usage: '[RUN_ID] [--follow] [options]',
  operands: { min: 0, max: 1 },
  options: {
    follow: { kind: 'flag', help: 'With a run: stay until it has ended, also while it waits' },
    after: { kind: 'text', value: 'SEQ', help: 'With a run: only events with a greater seq' },
    workflow: { kind: 'text', value: 'WORKFLOW_ID', help: 'Without a run: only those of this workflow' },
    status: { kind: 'text', value: 'STATUS', help: 'Without a run: queued, running, waiting, succeeded, failed or cancelled' },
    limit: { kind: 'text', value: 'N', help: 'Without a run: how many, newest first; else 20' },
    json: { kind: 'flag', help: 'One JSON object a line' },
    server: { kind: 'text', value: 'URL', help: 'The server (also THREADLOOM_URL)' },
  },
  details: `With a RUN_ID, the stored events as run shows them while it runs, and the exit code of the run. Without one, the latest runs.
Sends THREADLOOM_ADMIN_TOKEN, if it is set, or THREADLOOM_API_KEY for the runs of its endpoint.`,
  examples: [
    'threadloom logs --status failed --server http://127.0.0.1:3000',
    'threadloom logs run_01… --follow --server http://127.0.0.1:3000',
    'threadloom logs run_01… --json | jq -c "select(.type == \\"tool_call\\")"',
  ],
  async run({ operands: [runId], options, terminal }) {
    const { requireServer } = await import('../run/server-client.ts');
    const { showLog, listRuns } = await import('../logs/show-logs.ts');
    const where = { server: requireServer(options, terminal), terminal };
    return runId === undefined ? listRuns(options, where) : showLog(runId, options, where);
  },
});
