import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeClient } from '#lib/api/client.ts';
import { cli, eventsIn, scratchFolder } from '#tests/support/cli-process.ts';
import { type DatabasePlace, makePlace } from '#tests/support/databases.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

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

function documentFile(): string {
  const file = join(scratchFolder(), 'flow.workflow.json');
  writeFileSync(file, JSON.stringify(document));
  return file;
}

describe('a part of a run here', () => {
  test('goes up to a node', async () => {
    const { code, stdout } = await cli(['run', documentFile(), '--until', 'draft', '--json']);
    expect(code).toBe(0);
    expect(eventsIn(stdout).at(-1)).toMatchObject({
      type: 'done',
      status: 'succeeded',
      outputs: { draft: { text: 'about forks' } },
    });
    expect(stdout).not.toContain('"nodeId":"check"');
  });

  test('stands at a breakpoint when nobody is there to let it go on', async () => {
    const { code, stdout, stderr } = await cli(['run', documentFile(), '--break', 'check']);
    expect(code).toBe(3);
    expect(stdout).toContain('check  stands at a breakpoint');
    expect(stderr).toContain('The run stands before check');
  });
});

describe('forks on a server', () => {
  let place: DatabasePlace;
  let server: ServerProcess;
  let runId: string;
  beforeAll(async () => {
    place = await makePlace('PGlite');
    server = await ServerProcess.start(place);
    ({ runId } = await makeClient({ baseUrl: server.url }).runDocument({ body: { document } }));
  });
  afterAll(async () => {
    await server?.end();
    await place?.remove();
  });
  const onServer = (...args: string[]) => cli([...args, '--server', server.url]);

  test('a plan says what would run and what is reused', async () => {
    const { code, stdout } = await onServer('fork', runId, '--from', 'check', '--plan');
    expect(code).toBe(0);
    expect(stdout).toMatch(/✓ reused {4}draft {2}unchanged, from run_\w+, .* old/);
    expect(stdout).toMatch(/● runs {6}check {2}asked/);
    expect(stdout).toMatch(/● runs {6}end {4}depends on check/);
    const { stdout: json } = await onServer('fork', runId, '--plan', '--json');
    expect(JSON.parse(json).nodes).toHaveLength(4);
  });

  test('a fork runs with a value in the place of a node', async () => {
    const { code, stdout, stderr } = await onServer('fork', runId, '--set', 'draft={"text":"better"}');
    expect(code).toBe(0);
    expect(stderr).toMatch(/The fork is run_/);
    expect(stdout).toContain('checked: better');
    expect(stdout).toMatch(/✓ succeeded {2}start {2}reused from run_/);
  });

  test('a fork that stands at a breakpoint goes on with the command it names', async () => {
    const { code, stderr } = await onServer('fork', runId, '--from', 'draft', '--break', 'draft', '--break', 'end');
    expect(code).toBe(3);
    const [, forked = ''] = /threadloom continue (run_\w+)/.exec(stderr) ?? [];
    const step = await onServer('continue', forked, '--step');
    expect(step.code).toBe(3);
    expect(step.stderr).toContain('The run stands before check');
    const last = await onServer('continue', forked, '--clear', '--json');
    expect(last.code).toBe(0);
    expect(eventsIn(last.stdout).at(-1)).toMatchObject({ type: 'done', status: 'succeeded' });
  });

  test.each([
    [['--set', 'draft'], 'write --set node=value'],
    [['--pass', 'loop'], 'write --pass loop:2'],
    [['--at', 'soon'], '--at takes a whole number'],
    [['--from', 'nobody'], 'There is no node nobody'],
  ])('%j is refused with what to do', async (args, words) => {
    const { code, stderr } = await onServer('fork', runId, ...args);
    expect(code).not.toBe(0);
    expect(stderr).toContain(words);
  });
});
