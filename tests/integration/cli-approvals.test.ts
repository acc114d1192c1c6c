import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeClient } from '#lib/api/client.ts';
import { cli, eventsIn, scratchFolder } from '#tests/support/cli-process.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import { runFile } from '../../bin/run/run-file.ts';
import type { Terminal } from '../../bin/terminal.ts';

/** Pays in two steps, each with an approval. */
function paymentFile(): string {
  const file = join(scratchFolder(), 'payment.workflow.json');
  const workflow = workflowOf(
    {
      start: ['start', { inputs: [{ name: 'sum', type: 'number', default: 12 }] }],
      ask: ['approval', { title: 'Pay {{start.sum}}?', value: '{{start.sum}}' }],
      tip: ['approval', { title: 'And a tip?', value: 1 }],
      pay: ['end', { outputs: { paid: '{{ask}}', tip: '{{tip}}' } }],
      refuse: ['end', { outputs: { refused: '{{ask.comment}}' } }],
    },
    ['start -> ask', 'ask.approved -> tip', 'tip.approved -> pay', 'ask.rejected -> refuse'],
  );
  writeFileSync(file, JSON.stringify(workflow));
  return file;
}

/** A terminal whose user enters these answers and then disconnects. */
function answeringTerminal(...answers: string[]) {
  const output = { out: '', err: '' };
  const terminal: Terminal = {
    env: {},
    out(text) {
      output.out += text;
    },
    err(text) {
      output.err += text;
    },
    paint: (_paint, text) => text,
    readStdin: async () => '',
    ask: async (question) => {
      output.err += question;
      return answers.shift();
    },
  };
  return { terminal, output };
}

const nothing = { server: undefined, model: undefined, config: undefined, until: [], break: [], skip: [], yes: false };
const options = { ...nothing, input: [], inputs: undefined, json: false };

describe('a local run that waits for an approval', () => {
  test('asks the user at the terminal, and continues', async () => {
    const { terminal, output } = answeringTerminal('what?', 'y', 'yes, she was kind');
    expect(await runFile({ operands: [paymentFile()], options, terminal })).toBe(0);
    expect(output.err).toContain('◇ ask asks: Pay 12?\n    12\nApprove? y or n');
    expect(output.err).toContain('◇ tip asks: And a tip?\n    1\n');
    expect(output.out).toMatch(/◇ waiting {4}ask {5}Pay 12\? {2}act_\w+/);
    expect(output.out).toMatch(/● running {4}tip {5}confirmed {2}she was kind/);
    expect(output.out).toMatch(/\npaid\n {4}12\n\ntip\n {4}1\n\n✓ succeeded/);
  });

  test('continues after a rejection with its reason, too', async () => {
    const { terminal, output } = answeringTerminal('n too expensive');
    expect(await runFile({ operands: [paymentFile()], options, terminal })).toBe(0);
    expect(output.out).toContain('\nrefused\n    too expensive\n');
  });

  test('stays waiting without an answer, and without a terminal', async () => {
    const { terminal, output } = answeringTerminal('y');
    expect(await runFile({ operands: [paymentFile()], options, terminal })).toBe(3);
    expect(output.err).toMatch(/The run waits for a decision \(act_\w+\)/);
    const { code, stdout, stderr } = await cli(['run', paymentFile(), '--json']);
    const done = eventsIn(stdout).at(-1);
    expect(done).toMatchObject({ type: 'done', status: 'waiting', approvals: [{ description: 'Pay 12?' }] });
    const actionId = done?.type === 'done' ? done.approvals?.[0]?.actionId : '';
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining(`(${actionId}), which was not made here`) });
  });
});

test('a local run that is paused at a breakpoint asks how to continue', async () => {
  const { terminal, output } = answeringTerminal('s', '', 'y', 'y');
  const call = { operands: [paymentFile()], options: { ...options, break: ['start'], skip: [] }, terminal };
  expect(await runFile(call)).toBe(0);
  expect(output.err).toContain('◇ The run is paused at start\nEnter continues');
  expect(output.err).toContain('◇ The run is paused at ask\nEnter continues');
  expect(output.err).toContain('◇ ask asks: Pay 12?');
});

describe('a run on a server that waits for an approval', () => {
  let place: DatabaseLocation;
  let server: ServerProcess;
  beforeAll(async () => {
    place = await makeDatabaseLocation();
    server = await ServerProcess.start({ ...place });
  });
  afterAll(async () => {
    await server?.end();
    await place?.remove();
  });
  const approvals = (...args: string[]) => cli(['approvals', ...args, '--server', server.url]);

  test('prints how to decide, and continues after a decision from the command line', async () => {
    const started = await cli(['run', paymentFile(), '--server', server.url]);
    expect(started.code).toBe(3);
    const [, runId = '', actionId = ''] =
      /^ {2}threadloom approvals approve (\S+) (\S+) --server http/m.exec(started.stderr) ?? [];
    const listed = await approvals('list');
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining(`${runId} ${actionId}  Pay 12?\n`) });
    const asJson = JSON.parse((await approvals('list', runId, '--json')).stdout);
    expect(asJson).toMatchObject({ runId, actionId, kind: 'value', args: 12, status: 'pending' });

    const decided = await approvals('approve', runId, actionId, '--args', '10', '--comment', 'Ten will do');
    expect(decided).toEqual({ code: 0, stdout: 'confirmed\n', stderr: '' });
    const late = await approvals('reject', runId, actionId);
    expect(late).toEqual({ code: 1, stdout: 'confirmed\n', stderr: 'It is confirmed: it was decided before.\n' });

    const client = makeClient({ baseUrl: server.url });
    const open = async () =>
      (await client.listRunApprovals({ params: { id: runId }, query: { status: 'pending' } })).items.map(
        ({ description }) => description,
      );
    await expect.poll(open).toEqual(['And a tip?']);
    const tip = JSON.parse((await approvals('list', runId, '--json')).stdout);
    expect((await approvals('approve', runId, tip.actionId)).code).toBe(0);
    await expect.poll(async () => (await client.getRun({ params: { id: runId } })).outputs).toEqual({ paid: 10, tip: 1 });
  });

  test.each([
    [['decide'], 'approvals can list, approve, reject and skip'],
    [['approve', 'run_1'], 'Name the run and the action'],
    [['reject', 'run_1', 'act_1', '--args', '1'], 'go with approve'],
    [['approve', 'run_1', 'act_1', '--args', '{'], '--args is no JSON'],
    [['approve', 'run_1', 'act_1', '--result', '1'], '--result goes with reject'],
    [['reject', 'run_1', 'act_1', '--result', '{'], '--result is no JSON'],
    [['skip', 'run_1', 'act_1', '--result', '1'], '--result goes with reject'],
    [['skip', 'run_1', 'act_1', '--remember'], '--args and --remember go with approve'],
  ])('%j fails with a usage hint', async (args, message) => {
    expect(await approvals(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });

  test('a question of several lines is one line of the list', async () => {
    const file = join(scratchFolder(), 'long.workflow.json');
    writeFileSync(file, JSON.stringify(workflowOf({ ask: ['approval', { title: 'Pay?', message: 'First.\n\n  Second.' }] }, [])));
    const { stdout } = await cli(['run', file, '--server', server.url, '--json']);
    const [{ runId } = { runId: '' }] = eventsIn(stdout);
    const [first, second] = (await approvals('list', runId)).stdout.split('\n');
    expect(first).toMatch(/ {2}Pay\? \/ First\. \/ Second\.$/);
    expect(second).toMatch(/^ {4}test, ask, /);
  });

  test('a result is refused as the answer to another kind of approval', async () => {
    const started = await cli(['run', paymentFile(), '--server', server.url]);
    const [, runId = '', actionId = ''] = /approvals approve (\S+) (\S+) --server/.exec(started.stderr) ?? [];
    const told = await approvals('reject', runId, actionId, '--result', '1');
    expect(told).toMatchObject({ code: 2, stderr: expect.stringContaining('this asks about a value') });
  });

  test('an unknown approval cannot be decided', async () => {
    const unknown = await approvals('approve', 'run_unknown', 'act_unknown');
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no run run_unknown') });
  });
});
