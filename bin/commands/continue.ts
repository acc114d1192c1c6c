import { defineCommand } from '../define-command.ts';

export const continueCommand = defineCommand({
  name: 'continue',
  summary: 'Continues a run on a server that is paused at breakpoints',
  usage: 'RUN_ID [--step] [options]',
  operands: { min: 1, max: 1 },
  options: {
    step: { kind: 'flag', help: 'Stop again before the next node' },
    clear: { kind: 'flag', help: 'Forget all breakpoints of the run' },
    json: { kind: 'flag', help: 'One event a line as JSON' },
    server: { kind: 'text', value: 'URL', help: 'The server (also THREADLOOM_URL)' },
  },
  details: 'Shows what happens from there, to the end of the run or its next breakpoint.',
  examples: ['threadloom continue run_01… --step --server http://127.0.0.1:3000'],
  async run({ operands, options, terminal }) {
    const { requireServer } = await import('../run/server-client.ts');
    const { continueRun } = await import('../fork/continue-run.ts');
    return continueRun({ operands, options }, { server: requireServer(options, terminal), terminal });
  },
});
