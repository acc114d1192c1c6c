import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CliProcess, cli, eventsIn, scratchFolder, templateFile } from '#tests/support/cli-process.ts';
import { fakeText } from '#tests/support/fake-model/behaviour.ts';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const DEMO_NOTE = 'no model is configured, so the demo model answered';

/** A model server, and the config file that names it. */
async function configuredModel(model: string): Promise<{ fake: FakeModel; config: string }> {
  const fake = await startFakeModel();
  onTestFinished(() => fake.stop());
  const config = join(scratchFolder(), 'config.yaml');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of the config file
  const key = '${FAKE_KEY:-none}';
  writeFileSync(
    config,
    `models:\n  fake:\n    provider: openai-compatible\n    base_url: ${fake.url}\n    api_key: ${key}\n    model: ${model}\n`,
  );
  return { fake, config };
}

function workflowFile(...workflow: Parameters<typeof workflowOf>): string {
  const file = join(scratchFolder(), 'test.workflow.json');
  writeFileSync(file, JSON.stringify(workflowOf(...workflow)));
  return file;
}

/** Every type of input, returned unchanged. */
const echo: Parameters<typeof workflowOf> = [
  {
    start: [
      'start',
      {
        inputs: [
          { name: 'topic', type: 'text', required: true },
          { name: 'count', type: 'number', default: 1 },
          { name: 'isShort', type: 'boolean', default: false },
          { name: 'tags', type: 'json', default: [] },
          { name: 'size', type: 'select', options: ['small', 'large'], default: 'small' },
        ],
      },
    ],
    end: [
      'end',
      {
        outputs: {
          topic: '{{start.topic}}',
          count: '{{start.count}}',
          isShort: '{{start.isShort}}',
          tags: '{{start.tags}}',
          size: '{{start.size}}',
        },
      },
    ],
  },
  ['start -> end'],
];

test('files of the command line are inputs: one, a list of several, and a list of one', async () => {
  const folder = scratchFolder();
  const paths = ['a.md', 'b.bin', 'c.txt'].map((name) => join(folder, name));
  writeFileSync(paths[0] ?? '', '# A');
  writeFileSync(paths[1] ?? '', Buffer.from([0xff, 0]));
  writeFileSync(paths[2] ?? '', 'c');
  const flow = workflowFile(
    {
      start: [
        'start',
        { inputs: ['one', 'two', 'three'].map((name) => ({ name, type: name === 'one' ? 'file' : 'files', required: true })) },
      ],
      end: ['end', { outputs: { all: '{{start}}' } }],
    },
    ['start -> end'],
  );
  const [a, b, c] = paths;
  const given = ['--file', `one=${a}`, '--file', `two=${b}`, '--file', `two=${c}`];
  const { stdout } = await cli(['run', flow, ...given, '--file', `three=${c}`, '--json']);
  const text = { name: 'c.txt', mediaType: 'text/plain', text: 'c' };
  const binary = { name: 'b.bin', mediaType: 'application/octet-stream', base64: '/wA=' };
  expect(eventsIn(stdout)[0]).toMatchObject({
    inputs: { one: { name: 'a.md', mediaType: 'text/markdown', text: '# A' }, two: [binary, text], three: [text] },
  });
  const missing = await cli(['run', flow, ...given]);
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('--file three=PATH')]);
  const unreadable = await cli(['run', flow, '--file', 'one=nothing.pdf']);
  expect([unreadable.code, unreadable.stderr]).toEqual([2, expect.stringContaining('The file nothing.pdf cannot be read')]);
});

test('hello with --json prints one event a line, the last one done and succeeded', async () => {
  const { code, stdout, stderr } = await cli(['run', templateFile('hello'), '--input', 'question=Why is tea hot?', '--json']);
  expect(code).toBe(0);
  const events = eventsIn(stdout);
  expect(events[0]).toMatchObject({ type: 'run_started', seq: 1, inputs: { question: 'Why is tea hot?' } });
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.at(-1)).toMatchObject({
    type: 'done',
    status: 'succeeded',
    outputs: { answer: expect.stringContaining('Why is tea hot?') },
  });
  expect(stdout.trimEnd().split('\n').at(-1)).toContain('"type":"done","status":"succeeded"');
  expect(stderr).toContain(DEMO_NOTE);
});

test('parallel-review runs with the demo model', async () => {
  const { code, stdout } = await cli(['run', templateFile('parallel-review'), '--input', 'text=Tea is hot.', '--json']);
  expect(code).toBe(0);
  expect(eventsIn(stdout).at(-1)).toMatchObject({ type: 'done', status: 'succeeded' });
});

test('parallel-review runs with a configured OpenAI-compatible server', async () => {
  const { fake, config } = await configuredModel('fake-t40-reasoning3');
  const args = ['run', templateFile('parallel-review'), '--input', 'text=Tea is hot.', '--config', config, '--json'];
  const { code, stdout, stderr } = await cli(args, { env: { FAKE_KEY: 'sk-test' } });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const answer = fakeText(40);
  expect(eventsIn(stdout).at(-1)).toMatchObject({
    type: 'done',
    status: 'succeeded',
    outputs: { review: answer, clarity: answer, correctness: answer, tone: answer },
  });
  expect(fake.requests).toHaveLength(4);
  expect(fake.requests[0]?.headers.authorization).toBe('Bearer sk-test');
  expect(stdout).not.toContain('sk-test');
});

test('the human view shows states, whole texts of parallel nodes and outputs', async () => {
  const { config } = await configuredModel('fake-t60-d1');
  const args = ['run', templateFile('parallel-review'), '--config', config];
  const { code, stdout, stderr } = await cli(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const answer = fakeText(60);
  const lines = stdout.split('\n').map((line) => line.trimEnd());
  // Four nodes wrote it and four outputs contain it, each complete.
  expect(lines.filter((line) => line === `    ${answer}`)).toHaveLength(8);
  for (const node of ['clarity', 'correctness', 'tone', 'summary']) {
    const finished = lines.findIndex((line) => line.startsWith('✓ succeeded') && line.includes(`  ${node} `));
    expect(lines[finished - 1]).toBe(`    ${answer}`);
    expect(lines.indexOf(`● running    ${node}`)).toBeLessThan(finished);
  }
  expect(lines).toContain('review');
  expect(lines.at(-2)).toMatch(/^✓ succeeded {2}[\d.]+ m?s {2}\d+ tokens$/);
  expect(stdout).not.toContain('\u001b');
});

test('output of a document cannot move the cursor of the terminal', async () => {
  const file = workflowFile(
    {
      start: ['start', { inputs: [] }],
      text: ['template', { template: 'a\u001b[31mred\u001b]0;title\u0007b\r\tc' }],
      end: ['end', { outputs: { text: '{{text.text}}' } }],
    },
    ['start -> text', 'text -> end'],
  );
  const { code, stdout } = await cli(['run', file]);
  expect(code).toBe(0);
  expect(stdout).toContain('aredb\tc');
  for (const control of ['\u001b', '\r', '\u0007']) expect(stdout).not.toContain(control);
});

test('inputs are parsed as the types that the workflow declares', async () => {
  const file = workflowFile(...echo);
  const inputs = join(scratchFolder(), 'inputs.json');
  writeFileSync(inputs, '{"topic": "from the file", "count": 2}');
  const given = ['--inputs', `@${inputs}`, '--input', 'topic=a=b', '--input', 'isShort=true', '--input', 'tags=["x"]'];
  const { code, stdout } = await cli(['run', file, ...given, '--json']);
  expect(code).toBe(0);
  const outputs = { topic: 'a=b', count: 2, isShort: true, tags: ['x'], size: 'small' };
  expect(eventsIn(stdout).at(-1)).toMatchObject({ type: 'done', outputs });
});

test('all inputs that are missing, unknown or wrong are named at once, and nothing runs', async () => {
  const file = workflowFile(...echo);
  const given = ['--input', 'topc=tea', '--input', 'count=many', '--input', 'size=medium'];
  const { code, stdout, stderr } = await cli(['run', file, ...given, '--json']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(
    `${file}:inputs.topic: error: Input 'topic' is required [input-missing]\n  Give it with --input topic=…`,
  );
  expect(stderr).toContain(`no input 'topc' [input-unknown]\n  Did you mean topic?`);
  expect(stderr).toContain(`Input 'count' has to be a number, not 'many' [input-invalid]`);
  expect(stderr).toContain(`has to be one of small, large, not "medium"`);
});

test('a document that is not valid is not run, and each problem is shown', async () => {
  const file = workflowFile(
    {
      start: ['start', { inputs: [] }],
      ask: ['llm', { model: 'default', userPrompt: '{{start.question}}' }],
      end: ['end', { outputs: { a: '{{aks.output}}' } }],
    },
    ['start -> ask', 'ask -> end'],
  );
  const { code, stdout, stderr } = await cli(['run', file]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(`${file}:ask:config.userPrompt:1:3: error:`);
  expect(stderr).toContain(`${file}:end:config.outputs.a:1:3: error:`);
  expect(stderr).toContain('Did you mean ask');
});

test('a failed run prints its node and its error, and exits with 1', async () => {
  const { config } = await configuredModel('fake-missing');
  const { code, stdout, stderr } = await cli(['run', templateFile('hello'), '--config', config]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/✗ failed {5}answer/);
  expect(stdout).toMatch(/» skipped {4}end/);
  expect(stderr).toMatch(/^\n✗ .*\[model-failed\]\n {4}node {6}answer\n/);
  const json = await cli(['run', templateFile('hello'), '--config', config, '--json']);
  expect(json.code).toBe(1);
  expect(eventsIn(json.stdout).at(-1)).toMatchObject({ type: 'done', status: 'failed', error: { nodeId: 'answer' } });
});

test('--model names the model of every node that asks for the default', async () => {
  const { fake, config } = await configuredModel('fake-t3');
  const { code } = await cli(['run', templateFile('hello'), '--config', config, '--model', 'openai-compatible/fake-t5']);
  expect(code).toBe(0);
  expect(fake.requests.map(({ body }) => body.model)).toEqual(['fake-t5']);
  const wrong = await cli(['run', templateFile('hello'), '--config', config, '--model', 'fkae']);
  expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining("Did you mean 'fake'?") });
});

test('standard input is a file like any other', async () => {
  const { code, stdout } = await cli(['run', '-', '--input', 'topic=tea'], { stdin: JSON.stringify(workflowOf(...echo)) });
  expect({ code, end: stdout.includes('✓ succeeded') }).toEqual({ code: 0, end: true });
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s stops the run in order: exit 130, and the socket to the model is closed',
  async (signal) => {
    const { fake, config } = await configuredModel('fake-t5000-d20');
    const run = new CliProcess(['run', templateFile('hello'), '--config', config, '--json']);
    await run.printed('"type":"content"');
    run.child.kill(signal);
    const { code, stdout, stderr } = await run.ended;
    expect(code).toBe(130);
    expect(eventsIn(stdout).at(-1)).toMatchObject({ type: 'done', status: 'cancelled', reason: 'stopped' });
    expect(stderr).toContain('Stopping the run');
    await expect.poll(() => fake.closedEarly).toBe(1);
  },
);

test('a reader that goes away ends it quietly', async () => {
  const { fake, config } = await configuredModel('fake-t5000-d20');
  const run = new CliProcess(['run', templateFile('hello'), '--config', config]);
  await run.printed('● running    answer');
  run.child.stdout?.destroy();
  expect(await run.ended).toMatchObject({ code: 141, stderr: '' });
  await expect.poll(() => fake.closedEarly).toBe(1);
});

test('colours are for terminals, unless NO_COLOR is set', async () => {
  const { makeTerminal } = await import('../../bin/terminal.ts');
  const streams = (isTTY: boolean) => ({
    stdin: process.stdin,
    stderr: process.stderr,
    stdout: { isTTY, write: () => true } as unknown as NodeJS.WriteStream,
  });
  expect(makeTerminal(streams(true), {}).paint('green', 'ok')).toBe('\u001b[32mok\u001b[39m');
  expect(makeTerminal(streams(true), { NO_COLOR: '1' }).paint('green', 'ok')).toBe('ok');
  expect(makeTerminal(streams(false), {}).paint('green', 'ok')).toBe('ok');
});

test('a run here reads and writes the files of the data folder', async () => {
  const folder = scratchFolder();
  mkdirSync(join(folder, 'files', 'ws_local'), { recursive: true });
  writeFileSync(join(folder, 'files', 'ws_local', 'note.txt'), 'Tea is hot.');
  const file = join(folder, 'copy.workflow.json');
  const parameters = { path: 'copy.txt', content: '{{read.data.content}}' };
  const workflow = workflowOf(
    {
      read: ['tool-call', { toolName: 'read_file', parameters: { path: 'note.txt' } }],
      write: ['tool-call', { toolName: 'write_file', parameters }],
    },
    ['read -> write'],
  );
  writeFileSync(file, JSON.stringify(workflow));
  const config = join(folder, 'config.yaml');
  writeFileSync(config, 'tools: { write_file: { approval: never } }');
  const { code, stderr } = await cli(['run', file, '--config', config, '--json'], { env: { THREADLOOM_DATA_DIR: folder } });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(readFileSync(join(folder, 'files', 'ws_local', 'copy.txt'), 'utf8')).toBe('Tea is hot.');
});
