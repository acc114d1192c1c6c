import { defineCommand } from '../define-command.ts';

export const checkpointsCommand = defineCommand({
  name: 'checkpoints',
  summary: 'Shows the moments of a run on a server, and its state at one',
  usage: 'RUN_ID [SEQ] [--node NODE] [options]',
  operands: { min: 1, max: 2 },
  options: {
    node: { kind: 'text', value: 'NODE', help: 'With SEQ: only this node, with all of its values' },
    json: { kind: 'flag', help: 'A checkpoint a line as JSON; with SEQ the state' },
    server: { kind: 'text', value: 'URL', help: 'The server (also THREADLOOM_URL)' },
  },
  details: `Without SEQ the quiet points of the run, oldest first. With one (any event of its log has one) every node that had begun or ended by then, and what it gave.
threadloom fork RUN_ID --at SEQ continues from there.`,
  examples: [
    'threadloom checkpoints run_01… --server http://127.0.0.1:3000',
    'threadloom checkpoints run_01… 12 --node draft --server http://127.0.0.1:3000',
    'threadloom checkpoints run_01… 12 --json | jq .nodes',
  ],
  async run({ operands, options, terminal }) {
    const { requireServer } = await import('../run/server-client.ts');
    const { showCheckpoints } = await import('../fork/show-checkpoints.ts');
    return showCheckpoints({ operands, options }, { server: requireServer(options, terminal), terminal });
  },
});
