import { chmodSync, copyFileSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';
import { cli, root, scratchFolder, templateFile } from '#tests/support/cli-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

function fileWith(text: string, name = 'flow.workflow.json'): string {
  const file = join(scratchFolder(), name);
  writeFileSync(file, text);
  return file;
}

const hello = workflowSchema.parse(JSON.parse(readFileSync(templateFile('hello'), 'utf8')));

/** The same workflow in the format of another tool. */
function untidy(workflow: Workflow): string {
  return JSON.stringify({ ...workflow, nodes: workflow.nodes.toReversed(), edges: workflow.edges.toReversed() }, null, 4);
}

/** Three errors, two of them in one template. */
const broken = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'question', type: 'text', required: true }] }],
    ask: ['llm', { model: 'default', userPrompt: 'Answer this:\n\n{{start.qestion}} and {{strat.question}}' }],
    lost: ['template', { template: 'never' }],
    end: ['end', { outputs: { answer: '{{ask.output}}' } }],
  },
  ['start -> ask', 'ask -> end'],
);

test('schema prints the schema that the studio publishes', async () => {
  const { code, stdout } = await cli(['schema']);
  expect(code).toBe(0);
  expect(stdout).toBe(readFileSync(join(root, 'public/schema/workflow.schema.json'), 'utf8'));
});

describe('graph', () => {
  test('lists the steps that a workflow compiles to, and why nodes were fused', async () => {
    const { code, stdout, stderr } = await cli(['graph', templateFile('hello')]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      '1 step\nstart + answer + end\n    start, answer, end\n    3 nodes fused: one takes time, the others answer at once\n',
    );
  });

  test('--mermaid prints the text alone, and --json all of it', async () => {
    const { stdout: mermaid } = await cli(['graph', templateFile('hello'), '--mermaid']);
    expect(mermaid).toMatch(/^%%\{init/);
    const { stdout: json } = await cli(['graph', templateFile('hello'), '--json']);
    expect(JSON.parse(json)).toMatchObject({ mermaid, steps: [{ nodeIds: ['start', 'answer', 'end'], fused: 'one-effect' }] });
  });

  test('a file that is not valid has no graph', async () => {
    const { code, stdout } = await cli(['graph', fileWith(JSON.stringify(broken))]);
    expect(code).toBe(1);
    expect(stdout).toContain('[unknown-reference]');
  });
});

describe('validate', () => {
  test('lists all problems of all files at once, each with its position and a hint', async () => {
    const file = fileWith(JSON.stringify(broken));
    const { code, stdout, stderr } = await cli(['validate', templateFile('hello'), file]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain(`✓ ${templateFile('hello')} is valid\n`);
    expect(stdout).toMatch(
      /:ask:config\.userPrompt:3:3: error: .*'qestion'.* \[unknown-reference\]\n {2}Did you mean start\.question\?\n/,
    );
    expect(stdout).toMatch(/:ask:config\.userPrompt:3:25: error: .*strat.* \[unknown-reference\]\n {2}Did you mean start/);
    expect(stdout).toMatch(/:lost.*\[unreachable-node\]/);
    expect(stdout).toMatch(/✗ .*flow\.workflow\.json: [3-9] errors/);
  });

  test('--json prints one object a file', async () => {
    const file = fileWith(JSON.stringify(broken));
    const { code, stdout } = await cli(['validate', templateFile('hello'), file, '--json']);
    expect(code).toBe(1);
    const [good, bad, ...others] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(good).toEqual({ file: templateFile('hello'), valid: true, errors: [], warnings: [] });
    expect(bad).toMatchObject({ file, valid: false });
    expect(bad.errors).toContainEqual(
      expect.objectContaining({
        code: 'unknown-reference',
        nodeId: 'ask',
        path: 'config.userPrompt',
        at: { line: 3, column: 3 },
      }),
    );
    expect(others).toEqual([]);
  });

  test('text that is no JSON, and JSON that is no workflow, are problems like any other', async () => {
    const cut = await cli(['validate', fileWith('{\n  "format": \n')]);
    expect(cut).toMatchObject({ code: 1, stdout: expect.stringMatching(/error: This is not JSON: .*\[document-invalid\]/) });
    const list = await cli(['validate', '-'], { stdin: '[]' });
    expect(list).toMatchObject({ code: 1, stdout: expect.stringMatching(/^standard input: error: .*\[document-invalid\]/) });
  });
});

describe('fmt', () => {
  test('writes the canonical form once and then leaves the file alone', async () => {
    const file = fileWith(untidy(hello));
    chmodSync(file, 0o640);
    expect(await cli(['fmt', file])).toEqual({ code: 0, stdout: '', stderr: `${file} formatted\n` });
    expect(readFileSync(file, 'utf8')).toBe(formatWorkflow(hello));
    const { mode, ino, mtimeNs } = statSync(file, { bigint: true });
    expect(mode & 0o777n).toBe(0o640n);
    expect(await cli(['fmt', file])).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(statSync(file, { bigint: true })).toMatchObject({ ino, mtimeNs });
  });

  test('--check names what would change, writes nothing and exits with 1', async () => {
    const file = fileWith(untidy(hello));
    expect(await cli(['fmt', '--check', file, templateFile('hello')])).toEqual({ code: 1, stdout: `${file}\n`, stderr: '' });
    expect(readFileSync(file, 'utf8')).toBe(untidy(hello));
    expect(await cli(['fmt', '--check', templateFile('hello')])).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('a link stays a link, and its target is formatted', async () => {
    const target = fileWith(untidy(hello));
    const link = join(scratchFolder(), 'link.workflow.json');
    symlinkSync(target, link);
    expect(await cli(['fmt', link])).toMatchObject({ code: 0 });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe(formatWorkflow(hello));
  });

  test('a file that is no workflow is reported and not changed; the other files are still formatted', async () => {
    const noWorkflow = fileWith('{"format": "threadloom/workflow@99"}', 'new.workflow.json');
    const file = fileWith(untidy(hello));
    const { code, stderr } = await cli(['fmt', noWorkflow, file]);
    expect(code).toBe(2);
    expect(stderr).toContain('new.workflow.json:format: error:');
    expect(readFileSync(noWorkflow, 'utf8')).toBe('{"format": "threadloom/workflow@99"}');
    expect(readFileSync(file, 'utf8')).toBe(formatWorkflow(hello));
  });

  test('- goes from standard input to standard output', async () => {
    expect(await cli(['fmt', '-'], { stdin: `\uFEFF${untidy(hello)}` })).toEqual({
      code: 0,
      stdout: formatWorkflow(hello),
      stderr: '',
    });
  });
});

describe('usage', () => {
  test.each([
    ['an unknown command', ['rnu', 'x.json'], "There is no command 'rnu'. Did you mean run?"],
    ['an unknown option', ['run', 'x.json', '--inptu', 'a=b'], 'threadloom run has no option --inptu. Did you mean --input?'],
    [
      'an option of another command',
      ['fmt', 'x.json', '--json'],
      'threadloom fmt has no option --json. It takes --check, --help',
    ],
    ['an option without its value', ['run', 'x.json', '--server', '--json'], '--server needs a value: --server URL'],
    ['a value for a flag', ['run', 'x.json', '--json=yes'], '--json takes no value'],
    ['no file', ['run'], 'FILE is missing: threadloom run FILE'],
    ['two files to run', ['run', 'x.json', 'y.json'], "'y.json' is one too many"],
    ['an input without a value', ['run', templateFile('hello'), '--input', 'question'], '--input question has no value'],
    ['inputs that are no object', ['run', templateFile('hello'), '--inputs', '[1]'], '--inputs has to hold one JSON object'],
    ['a file that is not there', ['validate', 'nothing.json'], 'There is no file nothing.json'],
    ['a folder', ['validate', '.'], '. is a folder; name the files in it, as in ./*.workflow.json'],
    [
      'a config that is not there',
      ['run', templateFile('hello'), '--config', 'no.yaml'],
      'The config file no.yaml cannot be read',
    ],
  ])('%s is one line with a hint', async (_, args, expected) => {
    const { code, stdout, stderr } = await cli(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(expected);
    expect(stderr).toMatch(/^threadloom: [^\n]+\n$/);
  });

  test('help lists the commands, and each one explains itself', async () => {
    const general = await cli(['--help']);
    expect(general).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Usage: threadloom COMMAND') });
    for (const command of ['run', 'validate', 'fmt']) {
      expect(general.stdout).toContain(`  ${command} `);
      const help = await cli(['help', command]);
      expect(help.stdout).toContain(`Usage: threadloom ${command} FILE`);
      expect(await cli([command, '--help'])).toEqual(help);
    }
    expect(await cli([])).toMatchObject({ code: 2, stdout: '', stderr: general.stdout });
  });
});

describe('how it is started', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  /** The path without the Node that npm installed here, as in a person's shell. */
  const shellPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter);

  test('npx finds the local command, under any Node of the shell, and contacts no registry', async () => {
    const env = {
      PATH: shellPath,
      HOME: scratchFolder(),
      npm_config_registry: 'http://127.0.0.1:1',
      npm_config_update_notifier: 'false',
    };
    const options = { command: ['npx'], cwd: join(root, 'templates'), env };
    expect(await cli(['threadloom', '--version'], options)).toMatchObject({ code: 0, stdout: `${version}\n` });
    const { code, stdout } = await cli(['threadloom', 'validate', 'hello.workflow.json'], options);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '✓ hello.workflow.json is valid\n' });
  });

  test('node finds it too, and its exit code is the command’s', async () => {
    const options = { command: ['node', join(root, 'bin/threadloom.mjs')], env: { PATH: shellPath } };
    expect(await cli(['--version'], options)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    expect(await cli(['validate', '-'], { ...options, stdin: '[]' })).toMatchObject({ code: 1, stderr: '' });
  });

  test('before the install it prints what to do', async () => {
    const copy = scratchFolder();
    for (const file of ['bin/threadloom.mjs', 'scripts/node-runtime.mjs', 'scripts/child.mjs']) {
      mkdirSync(join(copy, file, '..'), { recursive: true });
      copyFileSync(join(root, file), join(copy, file));
    }
    const { code, stderr } = await cli(['--version'], { command: [process.execPath, join(copy, 'bin/threadloom.mjs')] });
    expect(code).toBe(1);
    expect(stderr).toBe(`threadloom: the dependencies are not installed. Run "npm ci" (or "npm start") in ${copy}/ first.\n`);
  });
});
