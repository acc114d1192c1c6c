import { expect, test } from 'vitest';
import type { NodePorts } from '#engine/run/scopes/run-scope.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import type { Skills } from '#lib/ports/skills.ts';
import type { WorkspaceFiles } from '#lib/ports/workspace-files.ts';
import { listTools } from '#lib/tools/tool-catalogue.ts';
import type { WorkflowReach } from '#lib/workflow/workflow-reach.ts';
import { makeExecutorContext } from '#tests/support/executor-context.ts';
import { freeRequest } from '#tests/support/free-meter.ts';
import { makeMemoryPayloads } from '#tests/support/memory-payloads.ts';
import { type Refusal, withinReach } from './within-reach.ts';

const listed: WorkflowReach = {
  models: ['main'],
  tools: ['read_file'],
  servers: [],
  agents: [],
  graphs: [],
  workflows: [],
  hosts: ['api.example.com', '*.files.example.com'],
  hasOpenHost: false,
  openHosts: [],
  secrets: [],
  credentials: ['crm'],
  knowledge: [],
  skills: [],
  usesFiles: false,
  usesStore: false,
  searchesWeb: false,
  remembersUsers: false,
  runsCode: false,
  runsCommands: false,
  asksPeople: false,
  unknown: [],
  folders: [],
};
const workspace = workspaceId('ws_test');

/** Ports that answer everything, within this list. */
function limited(change: Partial<WorkflowReach> = {}, chosenModel?: string, more: { skills?: Skills } = {}) {
  const { context } = makeExecutorContext();
  const files: WorkspaceFiles = {
    within: () => files,
    read: async () => ({ text: 'x', sizeBytes: 1 }),
    readBytes: async () => new Uint8Array(),
    locate: async () => ({ path: 'a.txt' }),
    readFile: async () => Promise.reject(new Error('Not in this test')),
    assertWritable: async () => {},
    write: async () => ({ sizeBytes: 1, isNew: true }),
    update: async () => ({ sizeBytes: 1 }),
    list: async () => ({ files: [], isCut: false }),
    writeAll: async () => ['runs/r/n/a'] as never,
  };
  const ports = {
    ...context,
    random: () => 0.5,
    models: { resolve: (name: string) => name as never, list: () => [] },
    fetch: async (url: string, init?: { onlyHosts?: readonly string[] }) => ({
      status: 200,
      headers: { only: init?.onlyHosts?.join(' ') ?? '' },
      url,
      body: new Uint8Array(),
    }),
    tools: makeToolKit({
      ...more,
      payloads: makeMemoryPayloads(),
      files,
      knowledge: {
        search: () => Promise.reject(new Error('Not in this test')),
        settled: async () => [],
        write: async () => [{ documentId: 'doc_1', key: 'a', outcome: 'created' }],
      },
      search: { search: async () => [] },
      sandbox: { run: async () => ({ ok: true as const, value: 1 }) },
      commands: { check: async () => {}, run: async () => ({ exitCode: 0, signal: null, stdout: '', stderr: '', isCut: false }) },
    }),
  } as NodePorts;
  const refused: Refusal[] = [];
  const reach = { ...listed, ...change };
  return { ports: withinReach(ports, { reach, chosenModel, onRefused: (refusal) => refused.push(refusal) }), refused };
}
const refusal = { code: 'reach-refused' };

test('models: those of the list, and the one that the caller chose', () => {
  const { ports, refused } = limited({}, 'chosen');
  expect([ports.models.resolve('main'), ports.models.resolve('chosen')]).toEqual(['main', 'chosen']);
  expect(() => ports.models.resolve('other')).toThrow(expect.objectContaining(refusal));
  expect(refused).toEqual([{ kind: 'model', name: 'other' }]);
});

test('hosts: those of the list, also behind a redirect', async () => {
  const { ports, refused } = limited();
  const { headers } = await ports.fetch('https://api.example.com/x');
  expect(headers.only).toBe('api.example.com *.files.example.com');
  await ports.fetch('https://a.files.example.com/x');
  for (const url of ['https://example.com/', 'https://api.example.com:8443/', 'http://ada@api.example.com/', 'nonsense'])
    await expect(ports.fetch(url)).rejects.toMatchObject({ code: 'url-refused' });
  expect(refused.map(({ name }) => name)).toEqual(['example.com', 'api.example.com:8443', 'api.example.com', 'nonsense']);
});

test('hosts that a value chooses: those that were named when it was published', async () => {
  const { ports, refused } = limited({ hasOpenHost: true, openHosts: ['*.chosen.example'] });
  expect((await ports.fetch('https://a.chosen.example/')).headers.only).toContain('api.example.com');
  await expect(ports.fetch('https://example.com/')).rejects.toMatchObject({
    code: 'url-refused',
    message: expect.stringContaining('example.com'),
    hint: expect.stringContaining('when you publish'),
  });
  expect(refused).toEqual([{ kind: 'host', name: 'example.com' }]);
  await expect(limited({ hasOpenHost: true }).ports.fetch('https://example.com/')).rejects.toMatchObject({ code: 'url-refused' });
  const any = limited({ hasOpenHost: true, openHosts: ['*'] }).ports;
  expect((await any.fetch('https://example.com/')).headers.only).toBe('');
});

test('code keeps the hosts that it was granted', async () => {
  const { headers } = await limited().ports.fetch('https://api.example.com/x', { onlyHosts: ['api.example.com'] });
  expect(headers.only).toBe('api.example.com');
});

test('credentials: the slots of the list', async () => {
  const { ports, refused } = limited();
  const use = (slot: string) => ({
    workspaceId: workspace,
    workflowId: 'wf_1',
    slot,
    declared: { type: 'bearer' as const, hosts: [] },
  });
  await ports.fetch('https://api.example.com/', { credential: use('crm') });
  expect(() => ports.fetch('https://api.example.com/', { credential: use('other') })).toThrow(expect.objectContaining(refusal));
  expect(refused).toEqual([{ kind: 'credential', name: 'other' }]);
});

test('tools, files, search, code and commands', async () => {
  const { ports, refused } = limited();
  const usable = listTools(ports.tools).filter(({ whyNot }) => whyNot === undefined);
  expect(usable.map(({ definition }) => definition.id)).toEqual(['read_file']);
  const signal = AbortSignal.timeout(1000);
  await expect(ports.tools.files?.read(workspace, 'a.txt')).rejects.toMatchObject(refusal);
  await expect(ports.tools.files?.write(workspace, 'a.txt', 'x')).rejects.toMatchObject(refusal);
  await expect(ports.tools.files?.assertWritable(workspace, 'a.txt', 'x')).rejects.toMatchObject(refusal);
  await expect(ports.tools.search?.search('q', { limit: 1, signal })).rejects.toMatchObject(refusal);
  await expect(ports.tools.sandbox?.run({} as never, { signal, onOutput: () => {} })).rejects.toMatchObject(refusal);
  const call = { workspaceId: workspace, signal };
  const command = { command: 'ls', args: [], timeoutMs: 1000 };
  await expect(ports.tools.commands?.run(command, call)).rejects.toMatchObject(refusal);
  expect(refused.map(({ kind }) => kind)).toEqual(['files', 'files', 'files', 'search', 'code', 'command']);
  expect(await ports.tools.files?.writeAll(workspace, 'runs/r/n', [])).toEqual(['runs/r/n/a']);
});

test('knowledge bases: those of the list are written', async () => {
  const { ports, refused } = limited({ knowledge: ['handbook'] });
  const write = (base: string) => ports.tools.knowledge?.write(workspace, { base, documents: [], onExisting: 'replace' });
  expect(await write('handbook')).toHaveLength(1);
  await expect(write('payroll')).rejects.toMatchObject(refusal);
  expect(refused).toEqual([{ kind: 'knowledge', name: 'payroll' }]);
});

test('skills: those of the list, or all of them', async () => {
  const skill = (name: string) => ({ skill: { name } as never, files: [] });
  const skills = {
    enabled: async () => [skill('slides'), skill('research')],
    match: async (_: unknown, { names }: { names?: readonly string[] | undefined }) => ({
      by: 'lexical' as const,
      candidates: (names ?? ['slides', 'research']).map((name) => ({ name, score: 1, words: [] })),
    }),
    readFile: async () => new Uint8Array([1]),
  };
  const within = (names: readonly string[]) => limited({ skills: names }, undefined, { skills }).ports.tools.skills;
  const one = within(['slides']);
  expect((await one?.enabled(workspace))?.map((usable) => usable.skill.name)).toEqual(['slides']);
  const { candidates } = (await one?.match(workspace, { message: 'x', names: ['slides', 'research'] }, freeRequest())) ?? {};
  expect(candidates?.map(({ name }) => name)).toEqual(['slides']);
  await expect(one?.readFile(workspace, 'research', 'SKILL.md')).rejects.toMatchObject(refusal);
  expect(await one?.readFile(workspace, 'slides', 'SKILL.md')).toHaveLength(1);
  expect(await within(['*'])?.enabled(workspace)).toHaveLength(2);
  expect(await within([])?.enabled(workspace)).toEqual([]);
});

test('what is listed is as it was', async () => {
  const { ports, refused } = limited({ usesFiles: true, searchesWeb: true, runsCode: true });
  const signal = AbortSignal.timeout(1000);
  expect(await ports.tools.files?.read(workspace, 'a.txt')).toMatchObject({ text: 'x' });
  expect(await ports.tools.search?.search('q', { limit: 1, signal })).toEqual([]);
  expect(await ports.tools.sandbox?.run({} as never, { signal, onOutput: () => {} })).toMatchObject({ ok: true });
  expect(refused).toEqual([]);
});
