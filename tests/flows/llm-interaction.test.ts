import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { type AnyToolDefinition, defineTool } from '#lib/tools/define-tool.ts';
import { parseConfig } from '#server/config/load-config.ts';
import { makeModelRegistry } from '#server/models/model-registry.ts';
import { type Behaviour, fakeText } from '../support/fake-model/behaviour.ts';
import { startFakeModel } from '../support/fake-model/start-fake-model.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

const search: AnyToolDefinition = defineTool({
  id: 'search',
  title: 'Search',
  description: 'Finds pages.',
  group: 'web',
  input: z.strictObject({ query: z.string() }),
  output: z.unknown(),
  risk: 'low',
  scope: 'workspace',
  effects: 'read',
  timeoutMs: 60_000,
});

/** A scripted model server over real HTTP, and engines with one scripted tool. */
async function prepare(script: readonly Partial<Behaviour>[] = []) {
  const fake = await startFakeModel({ script });
  const source = `models: { main: { provider: openai-compatible, base_url: "${fake.url}", model: fake-t5, retry: 0 } }`;
  const models = makeModelRegistry({ config: parseConfig(source, { file: 'test.yaml', variables: {} }) });
  onTestFinished(async () => {
    models.close();
    await fake.stop();
  });
  const engineWith = (handle: () => Promise<unknown>, store = new MemoryRunStore(), definition = search) => {
    const handlers = { search: async () => ({ default: async () => ({ data: await handle(), summary: 'found' }) }) };
    const tools = makeToolKit({ definitions: { search: definition }, handlers, payloads: makeMemoryPayloads() });
    return new TestEngine({ store, models, tools });
  };
  return { fake, engineWith };
}

const llm = (config: Record<string, unknown>, options?: Record<string, unknown>) =>
  ['llm', { userPrompt: 'Hello?', ...config }, options] as [string, Record<string, unknown>, Record<string, unknown>?];
const never = () => new Promise<never>(() => {});
const found = async () => 'a page';
const tools = { availableTools: ['search'] };

test('after a crash in the third round the first two are not made again, and every token counts once', async () => {
  const { fake, engineWith } = await prepare(Array(4).fill({ tool: 'good', toolRounds: 3 }));
  let calls = 0;
  const first = engineWith(() => (++calls < 3 ? found() : never()));
  const { runId } = await first.start(workflowOf({ ask: llm(tools) }, []));
  // The process crashes once everything before the end of the third call is stored.
  const begun = async () => eventsOf(await first.events(runId), 'tool_call').filter(({ status }) => status === 'running').length;
  await expect.poll(begun).toBe(3);

  first.store.expireLeases();
  const second = engineWith(found, new MemoryRunStore(first.store.database));
  expect(await second.resumeLost()).toBe(1);
  await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('succeeded');

  expect(fake.requests).toHaveLength(4);
  const events = await second.events(runId);
  const [ended] = eventsOf(events, 'node_finished');
  const results = eventsOf(events, 'llm_result');
  expect(results).toHaveLength(4);
  const spent = results.reduce((sum, { usage }) => sum + usage.totalTokens, 0);
  expect(ended?.fired?.out).toMatchObject({ output: fakeText(5), llmCalls: 4, toolCalls: 3, tokenUsage: { totalTokens: spent } });
  expect([ended?.usage?.totalTokens, ended?.llmCalls, ended?.toolCalls]).toEqual([spent, 4, 3]);
  expect(eventsOf(events, 'done')[0]?.tokensUsed).toBe(spent);
});

test('a retried node resumes where it failed', async () => {
  const { fake, engineWith } = await prepare([{ tool: 'good' }, { status: 500 }]);
  const retry = { retry: { attempts: 2, delayMs: 1, factor: 1, on: 'retryable' } };
  const { outputs, events } = await engineWith(found).run(workflowOf({ ask: llm(tools, retry) }, []));
  expect(outputs.ask).toMatchObject({ output: fakeText(5), llmCalls: 2, toolCalls: 1 });
  expect(fake.requests).toHaveLength(3);
  expect(eventsOf(events, 'tool_result')).toHaveLength(1);
});

test('a retry requests a new answer if the last one did not fit', async () => {
  const { fake, engineWith } = await prepare([{}, { isUnfitting: true }]);
  const retry = { retry: { attempts: 2, delayMs: 1, factor: 1, on: 'retryable' } };
  const outputSchema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
  const { status, outputs } = await engineWith(found).run(
    workflowOf({ ask: llm({ outputSchema, model: 'openai-compatible/fake-unfit2' }, retry) }, []),
  );
  expect([status, fake.requests.length]).toEqual(['succeeded', 3]);
  expect(outputs.ask).toMatchObject({ output: { title: 'demo title' } });
});

test('a call that needs an approval suspends the run, and nothing before it is repeated', async () => {
  const { fake, engineWith } = await prepare([{ tool: 'good' }]);
  const engine = engineWith(found, new MemoryRunStore(), { ...search, risk: 'high' });
  const waiting = await engine.run(workflowOf({ ask: llm(tools) }, []));
  expect(waiting).toMatchObject({ status: 'waiting', approvals: [{ kind: 'tool', tool: 'search' }] });
  const [asked] = eventsOf(waiting.events, 'confirm_required');
  const { runId } = waiting;
  engine.store.database.approvals.decide({
    runId,
    actionId: asked?.actionId ?? '',
    isConfirmed: true,
    nowMs: engine.store.database.now(),
  });
  await engine.engine.resumeWithDecisions(runId);
  await expect.poll(() => engine.store.database.runs.get(runId)?.status).toBe('succeeded');
  expect(fake.requests).toHaveLength(2);
  expect(eventsOf(await engine.events(runId), 'llm_call')).toHaveLength(2);
});

test('a conversation goes on from the iterations of a loop to the node after it', async () => {
  const { fake, engineWith } = await prepare([{}]);
  const flow = workflowOf(
    {
      critic: ['loop', { while: 'loop.index < 1', max: 3 }],
      judge: llm({ conversation: 'talk', userPrompt: 'Judge {{loop.index}}' }),
      final: llm({ conversation: 'talk', userPrompt: 'And now?' }),
    },
    ['critic -> final'],
  );
  const nodes = flow.nodes.map((node) => (node.id === 'judge' ? { ...node, parentId: 'critic' } : node));
  const { status } = await engineWith(found).run({ ...flow, nodes });
  expect(status).toBe('succeeded');
  const answer = { role: 'assistant', content: expect.any(String) };
  expect(fake.requests.at(-1)?.body.messages).toEqual([
    { role: 'user', content: 'Judge 0' },
    answer,
    { role: 'user', content: 'Judge 1' },
    answer,
    { role: 'user', content: 'And now?' },
  ]);
});

test('a conversation that nodes share survives the process', async () => {
  const { fake, engineWith } = await prepare([{}, { isSilent: true }]);
  const flow = workflowOf(
    {
      first: llm({ conversation: 'talk', systemPrompt: 'Be brief.' }),
      shorter: [
        'context-processor',
        { processorName: 'summarize-rounds', conversation: 'talk', model: 'openai-compatible/fake-t2' },
      ],
      second: llm({ conversation: 'talk', systemPrompt: 'Be kind.', userPrompt: 'And then?' }),
    },
    ['first -> shorter', 'shorter -> second'],
  );
  const engine = engineWith(found);
  const { runId } = await engine.start(flow);
  await expect.poll(() => fake.requests.length).toBe(2);

  engine.store.expireLeases();
  const successor = engineWith(found, new MemoryRunStore(engine.store.database));
  await successor.resumeLost();
  await expect.poll(() => successor.store.database.runs.get(runId)?.status).toBe('succeeded');
  expect(fake.requests.at(-1)?.body.messages).toEqual([
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Hello?' },
    { role: 'user', content: `[Assistant Execution Summary]\n${fakeText(2)}` },
    { role: 'user', content: 'And then?' },
  ]);
});
