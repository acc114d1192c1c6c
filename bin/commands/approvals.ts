import { defineCommand } from '../define-command.ts';

export const approvalsCommand = defineCommand({
  name: 'approvals',
  summary: 'Lists and decides approvals of runs on a server',
  usage: 'list|approve|reject|skip [RUN_ID] [ACTION_ID] [options]',
  operands: { min: 1, max: 3 },
  options: {
    comment: { kind: 'text', value: 'TEXT', help: 'approve, reject: why; a model reads it as the answer to a rejected call' },
    args: { kind: 'text', value: 'JSON', help: 'approve: replaces the arguments or the value' },
    result: { kind: 'text', value: 'JSON', help: 'reject an effect without repeating it: its result' },
    remember: { kind: 'flag', help: 'approve: do not ask about this tool again in this run' },
    json: { kind: 'flag', help: 'list: one JSON object per approval' },
    server: { kind: 'text', value: 'URL', help: 'The server (also THREADLOOM_URL)' },
  },
  details: `list shows what can be decided now, of all runs or of one. approve and reject take a run and an action of that list; the run
resumes at once, and the first decision is final. skip continues without a node whose effect may or may not have happened.
Sends THREADLOOM_ADMIN_TOKEN, if it is set, or THREADLOOM_API_KEY for the runs of its endpoint.`,
  examples: [
    'threadloom approvals list --server http://127.0.0.1:3000',
    'threadloom approvals approve run_01… act_01… --server http://127.0.0.1:3000',
    'threadloom approvals reject run_01… act_01… --comment "Too expensive" --server http://127.0.0.1:3000',
  ],
  async run({ operands, options, terminal }) {
    const { requireServer } = await import('../run/server-client.ts');
    const { manageApprovals } = await import('../approvals/manage-approvals.ts');
    return manageApprovals({ operands, options }, { server: requireServer(options, terminal), terminal });
  },
});
