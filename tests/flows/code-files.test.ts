import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { makeWorkspaceFiles } from '#server/storage/workspace-files.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { endsOf, eventsOf, TEST_WORKSPACE, TestEngine, workflowOf } from '../support/test-engine.ts';
import { makeTestSandbox } from '../support/test-sandbox.ts';

const sandbox = makeTestSandbox();
const root = mkdtempSync(join(tmpdir(), 'threadloom-files-'));
afterAll(async () => {
  await sandbox.close();
  rmSync(root, { recursive: true, force: true });
});
const files = makeWorkspaceFiles({ root, denyGlobs: ['*.key'], maxFileBytes: 1_000_000 });
const settings = { code_execute: { approval: 'never' } } as const;
const engine = () => new TestEngine({ tools: makeToolKit({ payloads: makeMemoryPayloads(), sandbox, files, settings }) });
const report = { fileId: 'f1', name: 'report.csv', mediaType: 'text/csv', sizeBytes: 12, text: 'a,b\n1,2\n3,4\n' };

test('a list of files is copied under numbered names with the endings of the files', async () => {
  const flow = workflowOf(
    {
      start: ['start', { inputs: [{ name: 'papers', type: 'files' }] }],
      list: ['code', { code: 'return files.list()', files: { papers: '{{start.papers}}', 'page.txt': '{{start.papers}}' } }],
      end: ['end', { outputs: { names: '{{list}}' } }],
    },
    ['start -> list', 'list -> end'],
  );
  const { outputs } = await engine().run(flow, { papers: [report, { name: 'notes', text: 'x' }] });
  expect(JSON.stringify(outputs)).toBe('{"names":["papers-1.csv","papers-2","page-1.txt","page-2.txt"]}');
});

describe.each([
  {
    language: 'javascript',
    write:
      'const rows = files.read("rows.csv").trim().split("\\n");\nfiles.write("out/count.txt", String(rows.length));\nreturn rows[0]',
    read: 'return files.read("count.txt") + inputs.more',
    wrong: 'files.write("a.key", "x")',
  },
  {
    language: 'python',
    write:
      'import os\nrows = open("/files/in/rows.csv").read().split()\nos.mkdir("/files/out/out")\nopen("/files/out/out/count.txt", "w").write(str(len(rows)))\nreturn rows[0]',
    read: 'return open("/files/in/count.txt").read() + inputs["more"]',
    wrong: 'open("/files/out/a.key", "w").write("x")',
  },
])('files of code in $language', ({ language, write, read, wrong }) => {
  const flow = (changes: Record<string, unknown> = {}) =>
    workflowOf(
      {
        start: ['start', { inputs: [{ name: 'report', type: 'file', required: false }] }],
        make: ['code', { language, code: write, files: { 'rows.csv': '{{start.report}}' }, keepFiles: true, ...changes }],
        use: [
          'code',
          { language, code: read, files: { 'count.txt': '{{make.files[0]}}' }, inputs: { more: ' of {{make.value}}' } },
        ],
        end: ['end', { outputs: { made: '{{make}}', used: '{{use}}' } }],
      },
      ['start -> make', 'make -> use', 'use -> end'],
    );

  test('come from an input of the run, are stored in the workspace, and are passed to the next node', async () => {
    const { runId, status, outputs } = await engine().run(flow(), { report });
    expect(status).toBe('succeeded');
    const path = `runs/${runId}/make/out/count.txt`;
    expect(outputs).toEqual({
      made: { value: 'a,b', files: [{ name: 'out/count.txt', path, sizeBytes: 1, mediaType: 'text/plain' }] },
      used: '3 of a,b',
    });
    expect(readFileSync(join(root, TEST_WORKSPACE, path), 'utf8')).toBe('3');
  });

  test('may already exist in the workspace', async () => {
    await files.write(TEST_WORKSPACE, 'tables/rows.csv', 'x\ny\n');
    const { outputs } = await engine().run(flow({ files: { 'rows.csv': 'tables/rows.csv' } }));
    expect(outputs).toMatchObject({ made: { value: 'x' }, used: '2 of x' });
  });

  test.each([
    ['that is none', { 'rows.csv': 7 }, 'code-file-invalid', 'is no file'],
    ['that is not there', { 'rows.csv': 'nowhere.csv' }, 'file-not-found', 'nowhere.csv'],
    ['outside of the workspace', { 'rows.csv': '../../secrets' }, 'path-refused', 'leads out of the folder'],
  ])('one %s fails the node and names its field', async (_, given, code, message) => {
    const { events } = await engine().run(flow({ files: given }), {});
    expect(endsOf(events).make).toBe('failed');
    const [failed] = eventsOf(events, 'node_finished').filter(({ nodeId }) => nodeId === 'make');
    expect(failed?.error).toMatchObject({ code, path: 'config.files.rows.csv', message: expect.stringContaining(message) });
  });

  test('that the administrator protects are not written, and neither are the other files of the run', async () => {
    const { runId, events } = await engine().run(flow({ code: `${write.replace(/return .*$/, '')}${wrong}` }), { report });
    const [failed] = eventsOf(events, 'node_finished').filter(({ nodeId }) => nodeId === 'make');
    expect(failed?.error).toMatchObject({ code: 'path-refused', message: expect.stringContaining('a.key') });
    await expect(files.read(TEST_WORKSPACE, `runs/${runId}/make/out/count.txt`)).rejects.toThrow('There is no file');
  });
});

test('code from a model reads the files it names and returns the paths of its own', async () => {
  await files.write(TEST_WORKSPACE, 'tables/in.txt', 'hello');
  const call = (input: object) =>
    workflowOf(
      {
        call: ['tool-call', { toolName: 'code_execute', parameters: input }],
        end: ['end', { outputs: { got: '{{call.data}}' } }],
      },
      ['call -> end'],
    );
  const code = 'files.write("up.txt", files.read("in.txt").toUpperCase()); return 1';
  const { runId, outputs } = await engine().run(call({ language: 'javascript', code, files: ['tables/in.txt'] }));
  const data = outputs.got as { files: { path: string }[] };
  expect(data).toMatchObject({ returnValue: 1, files: [{ name: 'up.txt', sizeBytes: 5 }] });
  expect(data.files[0]?.path).toMatch(new RegExp(`^runs/${runId}/call/[0-9a-f]{12}/up.txt$`));
  expect(await files.read(TEST_WORKSPACE, data.files[0]?.path ?? '')).toMatchObject({ text: 'HELLO' });
});

test.each([
  ['javascript', 'return [args, inputs.n]'],
  ['python', 'import sys\nreturn [sys.argv[1:], inputs["n"]]'],
])('a script in %s of the workspace is run with its arguments', async (language, source) => {
  await files.write(TEST_WORKSPACE, 'scripts/main', source);
  const parameters = { language, script_path: 'scripts/main', args: ['--city', 'Lima'], inputs: { n: 1 } };
  const workflow = workflowOf({ call: ['tool-call', { toolName: 'code_execute', parameters }] }, []);
  expect((await engine().run(workflow)).outputs.call).toMatchObject({
    data: { returnValue: [['--city', 'Lima'], 1], exitCode: 0 },
  });
});

test.each([{ code: 'return 1', script_path: 'scripts/main' }, {}])(
  'code_execute with %j is no valid call',
  async (parameters) => {
    const workflow = workflowOf({ call: ['tool-call', { toolName: 'code_execute', parameters }] }, []);
    await expect(engine().run(workflow)).rejects.toThrow('does not accept this: Give either code or script_path');
  },
);

test.each([
  [{ script_path: '../main.py' }, 'leads out of the folder'],
  [{ code: 'return 1', files: ['a/x.txt', 'b/x.txt'] }, 'would both be /files/in/x.txt'],
])('code_execute with %j fails with the reason', async (parameters, message) => {
  const workflow = workflowOf({ call: ['tool-call', { toolName: 'code_execute', parameters }] }, []);
  expect((await engine().run(workflow)).error?.message).toContain(message);
});
