import { expect, test } from 'vitest';
import { z } from 'zod';
import { workspaceId } from '#lib/ports/run-store.ts';
import type { SourcedTool } from '#lib/ports/tool-source.ts';
import { defineTool } from '#lib/tools/define-tool.ts';
import { listTools } from '#lib/tools/tool-catalogue.ts';
import { makeExecutorContext } from '#tests/support/executor-context.ts';
import { makeMemoryPayloads } from '#tests/support/memory-payloads.ts';
import { SuspendedError } from '../contract/suspended-error.ts';
import { makeToolKit } from '../tool-handlers/make-tool-kit.ts';
import { runToolCalls } from './run-tool-calls.ts';
import { workspaceTools } from './workspace-tools.ts';

const ours = workspaceId('ws_ours');

const sourced = (call: SourcedTool['call'], more: Partial<SourcedTool> = {}): SourcedTool => ({
  definition: defineTool({
    id: 'library@lend',
    title: 'Lend',
    description: 'For this test.',
    group: 'mcp',
    input: z.strictObject({ book: z.string() }),
    output: z.unknown(),
    risk: 'low',
    scope: 'workspace',
    effects: 'read',
    timeoutMs: 5000,
  }),
  call,
  ...more,
});

async function setUp(tool: SourcedTool) {
  const tools = { [tool.definition.id]: tool };
  const base = makeToolKit({
    payloads: makeMemoryPayloads(),
    definitions: {},
    handlers: {},
    source: { toolsOf: async (id) => (id === ours ? tools : {}) },
  });
  const kit = await workspaceTools(base, ours);
  return { base, kit, ...makeExecutorContext({ tools: kit }) };
}

const CALL = { id: 'c1', name: 'library@lend', input: { book: 'Emma' } };

test('a tool of a workspace is called like any other, and shows its progress', async () => {
  const { context, events } = await setUp(
    sourced(async ({ book }, { onProgress }) => {
      onProgress({ message: 'looking', share: 0.5 });
      return { data: { lent: book }, summary: 'done' };
    }),
  );
  expect(await runToolCalls([CALL], context, { step: 's' })).toEqual([
    { status: 'success', data: { lent: 'Emma' }, summary: 'done' },
  ]);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'tool_progress', id: 'c1', name: 'library@lend', message: 'looking', share: 0.5 }),
  );
});

test('only its own workspace has it, and the kit is made once', async () => {
  const { base, kit } = await setUp(sourced(async () => 'waiting'));
  expect(await workspaceTools(base, ours)).toBe(kit);
  expect(await workspaceTools(base, workspaceId('ws_other'))).toBe(base);
});

test('a question to a person suspends the call, which is repeated with the answer', async () => {
  const { context, asked, decisions } = await setUp(
    sourced(async (_, { ask }) => {
      const said = ask({ key: '1', description: 'For how long?', schema: { type: 'object' }, value: {} });
      return said ? { data: said.args, summary: 'done' } : 'waiting';
    }),
  );
  await expect(runToolCalls([CALL], context, { step: 's' })).rejects.toThrow(SuspendedError);
  expect(asked).toMatchObject([
    { kind: 'value', tool: 'library@lend', description: 'For how long?', schema: { type: 'object' } },
  ]);
  decisions.set(asked[0]?.key ?? '', { status: 'confirmed', args: { days: 3 } });
  expect(await runToolCalls([CALL], context, { step: 's' })).toMatchObject([{ data: { days: 3 } }]);
});

test('a tool that cannot be called says why, and asks as its workspace wants', async () => {
  const { context, kit } = await setUp(
    sourced(async () => 'waiting', { whyNot: 'It was changed', setting: { approval: 'always' } }),
  );
  expect(listTools(kit)).toMatchObject([{ whyNot: 'It was changed' }]);
  expect(kit.settings).toEqual({ 'library@lend': { approval: 'always' } });
  expect(await runToolCalls([CALL], context, { step: 's' })).toMatchObject([
    { status: 'invalid', failure: { code: 'tool-not-enabled', hint: 'It was changed' } },
  ]);
});
