import { defineCommand } from '../define-command.ts';

export const forkCommand = defineCommand({
  name: 'fork',
  summary: 'Forks a run on a server at an event, as a new run',
  usage: 'RUN_ID [--at SEQ] [--from NODE]... [--set NODE=JSON]... [--model NODE=MODEL]... [options]',
  operands: { min: 1, max: 1 },
  options: {
    at: { kind: 'text', value: 'SEQ', help: 'Keeps the results up to this event; by default those of the whole run' },
    from: { kind: 'texts', value: 'NODE', help: 'Runs again, with all that depends on it; repeat for more' },
    set: { kind: 'texts', value: 'NODE=JSON', help: 'Replaces the output of a node; a value that is not JSON is a text' },
    model: { kind: 'texts', value: 'NODE=MODEL', help: 'Replaces the model of a node; repeat for more' },
    pass: { kind: 'text', value: 'NODE:N', help: 'The earlier name of --iteration' },
    iteration: { kind: 'text', value: 'NODE:N', help: 'A loop restarts at iteration N, from 0; a map runs that one again' },
    until: { kind: 'texts', value: 'NODE', help: 'Only what this node needs runs; repeat for more' },
    break: { kind: 'texts', value: 'NODE', help: 'Waits before this node; repeat for more' },
    reuse: { kind: 'texts', value: 'NODE', help: 'Keeps the result of a node whatever runs before it; repeat for more' },
    skip: { kind: 'texts', value: 'NODE', help: 'Ends this node as skipped instead of running it; repeat for more' },
    inputs: { kind: 'text', value: 'JSON', help: 'Other inputs, as one JSON object, or @file that holds it' },
    file: { kind: 'text', value: 'FILE', help: 'The workflow as it is now, where it is not to be the one that ran' },
    plan: { kind: 'flag', help: 'Only show what would run, and what would be reused' },
    yes: { kind: 'flag', help: 'Do not ask, also where something outside would happen once more' },
    json: { kind: 'flag', help: 'One event a line as JSON; with --plan the plan' },
    server: { kind: 'text', value: 'URL', help: 'The server (also THREADLOOM_URL)' },
  },
  details: `Without any change, what failed or was stopped runs again, and all else is taken over. NODE is the id of a node; inside of a container also one
of its iterations, as each[2]/write. The other run stays what it is. The plan is shown first, on
standard error and confirmed at the terminal; without one, only side effects that would happen again need --yes.`,
  examples: [
    'threadloom fork run_01… --from summarize --plan --server http://127.0.0.1:3000',
    `threadloom fork run_01… --set 'draft={"text":"Better"}' --server http://127.0.0.1:3000`,
    'threadloom fork run_01… --file flow.workflow.json --until review --server http://127.0.0.1:3000',
  ],
  async run({ operands, options, terminal }) {
    const { requireServer } = await import('../run/server-client.ts');
    const { forkRun } = await import('../fork/fork-run.ts');
    return forkRun({ operands, options }, { server: requireServer(options, terminal), terminal });
  },
});
