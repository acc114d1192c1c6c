import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeClient } from '#lib/api/client.ts';
import { cli, eventsIn, scratchFolder } from '#tests/support/cli-process.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { GateServer } from '#tests/support/gate-server.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import { runFile } from '../../bin/run/run-file.ts';
import type { Terminal } from '../../bin/terminal.ts';

const text = (template: string) => ['template', { template }] as [string, Record<string, unknown>];
const document = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'topic', type: 'text', default: 'forks' }] }],
    draft: text('about {{start.topic}}'),
    check: text('checked: {{draft.text}}'),
    end: ['end', { outputs: { text: '{{check.text}}' } }],
  },
  ['start -> draft', 'draft -> check', 'check -> end'],
);

const nothing = { server: undefined, model: undefined, config: undefined, break: [], skip: [] };

/** A terminal user who enters these answers in turn. */
function terminalOf(answers: string[]) {
  const output = { out: '', err: '' };
  const write = (stream: 'out' | 'err') => (written: string) => {
    output[stream] += written;
  };
  const ask: Terminal['ask'] = async (question) => {
    output.err += question;
    return answers.shift();
  };
  const terminal: Terminal = {
    env: {},
    out: write('out'),
    err: write('err'),
    ask,
    paint: (_paint, words) => words,
    readStdin: async () => '',
  };
  return { terminal, output };
}

function documentFile(): string {
  const file = join(scratchFolder(), 'flow.workflow.json');
  writeFileSync(file, JSON.stringify(document));
  return file;
}

describe('a part of a run here', () => {
  test('runs up to a node', async () => {
    const { code, stdout } = await cli(['run', documentFile(), '--until', 'draft', '--json']);
    expect(code).toBe(0);
    expect(eventsIn(stdout).at(-1)).toMatchObject({
      type: 'done',
      status: 'succeeded',
      outputs: { draft: { text: 'about forks' } },
    });
    expect(stdout).not.toContain('"nodeId":"check"');
  });

  test('shows its plan first, and runs without confirmation if there is no terminal', async () => {
    const { code, stdout, stderr } = await cli(['run', documentFile(), '--until', 'draft']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/● runs {6}draft {2}fresh/);
    expect(stderr).toMatch(/» not run {3}check/);
    expect(stdout).not.toContain('● runs');
  });

  test('needs a confirmation at a terminal, unless --yes is given, and a no starts nothing', async () => {
    const run = async (yes: boolean, ...answers: string[]) => {
      const { terminal, output } = terminalOf(answers);
      const options = { ...nothing, input: [], inputs: undefined, json: true, until: ['draft'], yes };
      return { code: await runFile({ operands: [documentFile()], options, terminal }), ...output };
    };
    const refused = await run(false, 'perhaps', 'n');
    expect([refused.code, refused.out]).toEqual([130, '']);
    expect(refused.err.match(/Run this\? y or n/g)).toHaveLength(2);
    expect((await run(false, 'yes')).code).toBe(0);
    const unasked = await run(true);
    expect([unasked.code, unasked.err.includes('Run this?')]).toEqual([0, false]);
  });

  test('is paused at a breakpoint without a terminal to continue it', async () => {
    const { code, stdout, stderr } = await cli(['run', documentFile(), '--break', 'check']);
    expect(code).toBe(3);
    expect(stdout).toContain('check  paused at a breakpoint');
    expect(stderr).toContain('The run is paused at check');
  });
});

describe('forks on a server', () => {
  let place: DatabaseLocation;
  let server: ServerProcess;
  let runId: string;
  beforeAll(async () => {
    place = await makeDatabaseLocation();
    server = await ServerProcess.start(place);
    ({ runId } = await makeClient({ baseUrl: server.url }).runDocument({ body: { document } }));
  });
  afterAll(async () => {
    await server?.end();
    await place?.remove();
  });
  const onServer = (...args: string[]) => cli([...args, '--server', server.url]);

  test('run --until on a server shows the plan of the server first', async () => {
    const { code, stderr } = await onServer('run', documentFile(), '--until', 'check');
    expect(code).toBe(0);
    expect(stderr).toMatch(/● runs {6}check {2}fresh/);
    expect(stderr).toMatch(/» not run {3}end/);
    const wrong = await onServer('run', documentFile(), '--until', 'nobody');
    expect(wrong.code).not.toBe(0);
    expect(wrong.stderr).toContain('There is no node nobody');
  });

  test('its checkpoints are listed, and the state at one is shown, also of one node', async () => {
    const { code, stdout } = await onServer('checkpoints', runId);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ +\d+ {2}\S+Z {2}start\n/);
    const [, seq = ''] = /^ +(\d+) {2}\S+ {2}node finished {2}draft, succeeded$/m.exec(stdout) ?? [];
    const state = await onServer('checkpoints', runId, seq);
    expect(state.stdout).toContain('inputs {"topic":"forks"}');
    expect(state.stdout).toMatch(/succeeded {3}draft\n {4}out: \{"text":"about forks"\}/);
    expect(state.stdout).not.toContain('checked:');
    const node = await onServer('checkpoints', runId, seq, '--node', 'draft', '--json');
    expect(JSON.parse(node.stdout)).toMatchObject({ seq: Number(seq), nodes: [{ nodeId: 'draft', status: 'succeeded' }] });
    const { stdout: lines } = await onServer('checkpoints', runId, '--json');
    expect(
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).reason),
    ).toContain('end');
  });

  test.each([
    [['soon'], 'SEQ is the number of an event'],
    [['--node', 'draft'], '--node shows a node at one moment'],
    [['99999'], 'ends at'],
  ])('checkpoints %j is refused with a hint', async (args, words) => {
    const { code, stderr } = await onServer('checkpoints', runId, ...args);
    expect(code).not.toBe(0);
    expect(stderr).toContain(words);
  });

  test('a script repeats a side effect only with --yes', async () => {
    const gates = await GateServer.start();
    onTestFinished(() => gates.stop());
    gates.open('booked');
    const book = ['http', { method: 'POST', url: gates.urlOf('booked') }] as [string, Record<string, unknown>];
    const config = `http:\n  allowed_private_hosts: ['${gates.host}']\n`;
    const other = await makeDatabaseLocation();
    const booking = await ServerProcess.start({ ...other, config });
    onTestFinished(async () => {
      await booking.end();
      await other.remove();
    });
    const client = makeClient({ baseUrl: booking.url });
    const once = await client.runDocument({ body: { document: workflowOf({ book }, []) } });
    const fork = (...args: string[]) => cli(['fork', once.runId, '--from', 'book', '--server', booking.url, ...args]);
    const refused = await fork();
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/! book would change something outside once more[\s\S]*Add --yes/);
    expect(gates.hits.get('booked')).toBe(1);
    expect((await fork('--yes')).code).toBe(0);
    expect(gates.hits.get('booked')).toBe(2);
    const skip = ['fork', once.runId, '--skip', 'book', '--server', booking.url];
    const skipped = await cli(skip);
    expect(skipped.code).toBe(0);
    expect(skipped.stderr).toMatch(/⊘ skipped {3}book {2}effect skipped[\s\S]*book is skipped and changes nothing outside/);
    const kept = await cli(['fork', once.runId, '--reuse', 'book', '--server', booking.url]);
    expect(kept.code).toBe(0);
    expect(kept.stderr).toContain('book keeps its result and changes nothing outside: POST');
    expect((await fork('--reuse', 'book')).stderr).toContain('book cannot be in both reuse and from');
    expect(gates.hits.get('booked')).toBe(2);
  });

  test('a fork may use another model in one of its nodes', async () => {
    const asking = workflowOf({ draft: ['llm', { userPrompt: 'Write' }], say: text('{{draft.output}}') }, ['draft -> say']);
    const client = makeClient({ baseUrl: server.url });
    const before = await client.runDocument({ body: { document: asking } });
    const { code, stderr } = await onServer('fork', before.runId, '--model', 'draft=demo', '--json');
    expect(code).toBe(0);
    const [, forked = ''] =
      /(run_\w+)/.exec((await client.listForks({ params: { id: before.runId } })).items.at(-1)?.runId ?? '') ?? [];
    const { document: ran } = await client.getRunWorkflow({ params: { id: forked } });
    expect(ran.nodes.find(({ id }) => id === 'draft')?.config.model).toBe('demo');
    expect(stderr).toMatch(/● runs {6}draft {2}changed/);
    for (const [change, words] of [
      ['say=demo', 'Node say has no model. Nodes with a model: draft'],
      ['darft=demo', 'Did you mean draft?'],
      ['draft', 'write --model node=model'],
    ] as const) {
      const wrong = await onServer('fork', before.runId, '--model', change);
      expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining(words)]);
    }
  });

  test('a plan lists which nodes run and which are reused', async () => {
    const { code, stdout } = await onServer('fork', runId, '--from', 'check', '--plan');
    expect(code).toBe(0);
    expect(stdout).toMatch(/✓ reused {4}draft {2}unchanged, from run_\w+, .* old/);
    expect(stdout).toMatch(/● runs {6}check {2}asked/);
    expect(stdout).toMatch(/● runs {6}end {4}depends on check/);
    const { stdout: json } = await onServer('fork', runId, '--plan', '--json');
    expect(JSON.parse(json).nodes).toHaveLength(4);
  });

  test('a fork runs with a replaced value of a node', async () => {
    const { code, stdout, stderr } = await onServer('fork', runId, '--set', 'draft={"text":"better"}');
    expect(code).toBe(0);
    expect(stderr).toMatch(/The fork is run_/);
    expect(stdout).toContain('checked: better');
    expect(stdout).toMatch(/✓ succeeded {2}start {2}reused from run_/);
  });

  test('a fork that is paused at a breakpoint continues with the command it names', async () => {
    const { code, stderr } = await onServer('fork', runId, '--from', 'draft', '--break', 'draft', '--break', 'end');
    expect(code).toBe(3);
    const [, forked = ''] = /threadloom continue (run_\w+)/.exec(stderr) ?? [];
    const step = await onServer('continue', forked, '--step');
    expect(step.code).toBe(3);
    expect(step.stderr).toContain('The run is paused at check');
    const last = await onServer('continue', forked, '--clear', '--json');
    expect(last.code).toBe(0);
    expect(eventsIn(last.stdout).at(-1)).toMatchObject({ type: 'done', status: 'succeeded' });
  });

  test.each([
    [['--set', 'draft'], 'write --set node=value'],
    [['--iteration', 'loop'], 'write --iteration loop:2'],
    [['--pass', 'loop'], 'write --iteration loop:2'],
    [['--at', 'soon'], '--at takes a whole number'],
    [['--from', 'nobody'], 'There is no node nobody'],
  ])('%j is refused with a hint', async (args, words) => {
    const { code, stderr } = await onServer('fork', runId, ...args);
    expect(code).not.toBe(0);
    expect(stderr).toContain(words);
  });
});
