import { defineCommand } from '../define-command.ts';

export const testCommand = defineCommand({
  name: 'test',
  summary: 'Runs the test cases of workflows and compares how they end',
  usage: 'FILE|FOLDER... [--only TEXT]... [--update] [--json] [--junit FILE] [options]',
  operands: { min: 1, max: Number.POSITIVE_INFINITY },
  options: {
    only: { kind: 'texts', value: 'TEXT', help: 'Only cases whose name contains it; repeat for more' },
    update: { kind: 'flag', help: 'Write status and outputs of failed cases, and of those that expect nothing, into the file' },
    json: { kind: 'flag', help: 'All results as one JSON object' },
    junit: { kind: 'text', value: 'FILE', help: 'Write a JUnit report, which CI servers show' },
    model: { kind: 'text', value: 'NAME', help: 'The model for every node that asks for the default one' },
    config: { kind: 'text', value: 'FILE', help: 'Models and settings; else threadloom.config.yaml, or THREADLOOM_CONFIG_PATH' },
  },
  details: `Cases are in flow.test.yaml (or .test.json) next to flow.workflow.json: inputs, mocks by the id of a node, and what is expected.
FOLDER stands for all such files below it. Cases run in this process, one after the other; nodes without a mock do what they do.
Exits with 1 when a case failed, and with 2 when a file cannot be read: then nothing ran.`,
  examples: [
    'threadloom test flows',
    'threadloom test triage.workflow.json --only urgent',
    'threadloom test flows --junit report.xml',
  ],
  async run(call) {
    const { testWorkflows } = await import('../cases/test-workflows.ts');
    return testWorkflows(call);
  },
});
