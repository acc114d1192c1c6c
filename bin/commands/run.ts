import { defineCommand } from '../define-command.ts';

export const runCommand = defineCommand({
  name: 'run',
  summary: 'Runs a workflow and shows what happens',
  usage: 'FILE [--input name=value]... [options]',
  operands: { min: 1, max: 1 },
  options: {
    input: { kind: 'texts', value: 'NAME=VALUE', help: 'One input, read as the type the workflow gives it; repeat for more' },
    file: { kind: 'texts', value: 'NAME=PATH', help: 'A file for an input; repeat for more files or inputs' },
    inputs: { kind: 'text', value: 'JSON', help: 'All inputs as one JSON object, or @file that holds it' },
    json: { kind: 'flag', help: 'One event a line as JSON; the last has "type":"done" and the status' },
    server: { kind: 'text', value: 'URL', help: 'Run it on this server, not here (also THREADLOOM_URL)' },
    until: { kind: 'texts', value: 'NODE', help: 'Only what this node needs runs; repeat for more' },
    break: { kind: 'texts', value: 'NODE', help: 'Waits before this node; repeat for more' },
    skip: { kind: 'texts', value: 'NODE', help: 'Ends this node as skipped instead of running it; repeat for more' },
    yes: { kind: 'flag', help: 'With --until: do not ask whether the plan is what is wanted' },
    model: { kind: 'text', value: 'NAME', help: 'The model for every node that asks for the default one' },
    config: { kind: 'text', value: 'FILE', help: 'Models and settings; else threadloom.config.yaml, or THREADLOOM_CONFIG_PATH' },
  },
  details: `FILE is a workflow document; - is standard input. Without a server the run lives in this process and nothing is kept of it.
With a server, SLUG is a workflow that is published there, and THREADLOOM_API_KEY holds a key of it; each --input is then a text.
A run that needs a decision asks at the terminal; without one it ends with exit code 3.
With --until what would run is shown first, and asked about at a terminal. Ctrl-C stops the run in order; pressed again it ends at once.`,
  examples: [
    'threadloom run templates/hello.workflow.json --input question="Why is the sky blue?"',
    'threadloom run flow.workflow.json --inputs @inputs.json --json | jq -r .type',
    'threadloom run templates/files-to-summary.workflow.json --file reports=june.pdf --file reports=july.pdf',
    'threadloom run flow.workflow.json --server http://127.0.0.1:3000',
    'THREADLOOM_API_KEY=tlk_… threadloom run triage --input text="Help!" --server http://127.0.0.1:3000',
  ],
  async run(call) {
    const { serverOf } = await import('../run/server-client.ts');
    const server = serverOf(call.options, call.terminal);
    if (server !== undefined) {
      const { isSlug, runEndpoint } = await import('../run/run-endpoint.ts');
      if (isSlug(call.operands[0] ?? '')) return runEndpoint(call, server);
    }
    const { runFile } = await import('../run/run-file.ts');
    return runFile(call);
  },
});
