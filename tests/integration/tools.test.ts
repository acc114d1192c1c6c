import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import type { AnyToolDefinition } from '#lib/tools/define-tool.ts';
import { toolRegistry } from '#tools/registry.gen.ts';
import { startApi } from '../support/api-server.ts';
import { withDatabase } from '../support/databases.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { localWorkspace } from '../support/run-batch.ts';
import { workflowOf } from '../support/test-engine.ts';

withDatabase('tools over the API', (database) => {
  test('all are listed with their arguments, and unavailable ones with the reason', async () => {
    const tools = makeToolKit({
      payloads: makeMemoryPayloads(),
      settings: { http_request: { approval: 'always' }, 'time-now': { enabled: false } },
    });
    const { client } = await startApi(database(), { tools });
    const { groups } = await client.listTools({});
    expect(groups.map(({ source }) => source)).toEqual(['built-in']);
    const listed = Object.fromEntries((groups[0]?.tools ?? []).map((tool) => [tool.id, tool]));
    const internal = Object.values<AnyToolDefinition>(toolRegistry)
      .filter(({ isInternal }) => isInternal)
      .map(({ id }) => id);
    expect(internal.length).toBeGreaterThan(0);
    const wanted = Object.keys(toolRegistry).filter((id) => !internal.includes(id));
    expect(Object.keys(listed)).toEqual(wanted.sort());
    expect(listed.read_url).toMatchObject({
      isEnabled: true,
      whyNot: null,
      risk: 'low',
      effects: 'read',
      cost: 'low',
      aliases: { 'zh-CN': '读取网页' },
    });
    expect(listed.read_url?.inputSchema).toMatchObject({ required: ['url'], properties: { url: { type: 'string' } } });
    expect(listed.http_request).toMatchObject({ risk: null, effects: null, approval: 'always' });
    expect(listed.web_search).toMatchObject({ isEnabled: false, whyNot: expect.stringContaining('search.provider') });
    expect(listed['time-now']).toMatchObject({ isEnabled: false, whyNot: expect.stringContaining('tools.time-now.enabled') });
  });

  test('a large result is read back completely, in its workspace only', async () => {
    const { client, store } = await startApi(database());
    const data = { lines: ['é', 'b'.repeat(9000)] };
    const text = JSON.stringify(data);
    const hash = createHash('sha256').update(text).digest('base64url');
    await store.savePayload(localWorkspace, hash, text);
    expect(await client.getPayload({ params: { hash } })).toEqual({ hash, chars: text.length, data });
    const other = createHash('sha256').update('other').digest('base64url');
    await store.savePayload(workspaceId('ws_other'), other, '1');
    await expect(client.getPayload({ params: { hash: other } })).rejects.toMatchObject({ status: 404, code: 'not-found' });
  });

  test('a document with an unknown tool does not validate', async () => {
    const { client } = await startApi(database());
    const document = workflowOf({ start: ['start', { inputs: [] }], page: ['tool-call', { toolName: 'read_ulr' }] }, [
      'start -> page',
    ]);
    const body = JSON.parse(JSON.stringify(document));
    expect(await client.validateWorkflow({ body })).toMatchObject({
      valid: false,
      errors: [{ code: 'unknown-tool', nodeId: 'page', path: 'config.toolName', hint: 'Did you mean read_url?' }],
    });
  });
});
