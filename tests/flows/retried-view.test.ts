import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { ToolHandler } from '#engine/contract/define-tool-handler.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { reduceRunEvents } from '#lib/run/reduce-run.ts';
import { type Conversation, initialRunState, type RunState } from '#lib/run/run-state.ts';
import { readPublicEvent } from '#lib/run/to-public-event.ts';
import { defineTool } from '#lib/tools/define-tool.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { parseConfig } from '#server/config/load-config.ts';
import { makeModelRegistry } from '#server/models/model-registry.ts';
import { type Behaviour, fakeText } from '../support/fake-model/behaviour.ts';
import { startFakeModel } from '../support/fake-model/start-fake-model.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { TestEngine, workflowOf } from '../support/test-engine.ts';

type Script = readonly Partial<Behaviour>[];

const timeTool = defineTool({
  id: 'time-now',
  title: 'Time',
  description: 'Tells the time.',
  group: 'time',
  risk: 'low',
  scope: 'workspace',
  effects: 'read',
  timeoutMs: 60_000,
  input: z.object({}),
  output: z.unknown(),
});
const options = { retry: { attempts: 2, delayMs: 1, factor: 1, on: 'all' } };
const outputSchema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
const oneNode = (type: string, config: Record<string, unknown>): Workflow => workflowOf({ node: [type, config, options] }, []);
const ask = (config: object) => oneNode('llm', { userPrompt: 'Hello?', availableTools: ['time-now'], ...config });

/** A scripted model server, and engines with one tool that fails its first calls. */
async function prepare(script: Script, failures = 0) {
  const fake = await startFakeModel({ script });
  const source = `models: { main: { provider: openai-compatible, base_url: "${fake.url}", model: fake-t5, retry: 0 } }`;
  const models = makeModelRegistry({ config: parseConfig(source, { file: 'test.yaml', variables: {} }) });
  onTestFinished(async () => {
    models.close();
    await fake.stop();
  });
  let left = failures;
  const handle: ToolHandler = async () => {
    if (left-- > 0) throw new Error('not now');
    return { data: 'noon', summary: 'It is noon' };
  };
  const engineWith = (store = new MemoryRunStore(), clock?: ManualClock) => {
    const handlers = { 'time-now': async () => ({ default: handle as ToolHandler<never> }) };
    const tools = makeToolKit({ definitions: { 'time-now': timeTool }, handlers, payloads: store });
    return new TestEngine({ store, models, tools, ...(clock && { clock }) });
  };
  return { fake, engineWith };
}

/** The final state of the run at each event level. */
async function viewsOf({ store }: TestEngine, runId: string): Promise<{ summary: RunState; full: RunState }> {
  const stored = await store.readEvents(runId, 0);
  const reduce = (level: 'summary' | 'full') =>
    reduceRunEvents(
      initialRunState,
      stored
        .map((event) => readPublicEvent(event, { runId, level }))
        .filter((event): event is PublicEvent => event !== undefined),
    );
  return { summary: reduce('summary'), full: reduce('full') };
}

/** The visible conversation, without attempts, times and ids. */
function shown({ text, thinking, toolCalls, isCalling }: Conversation): object {
  const calls = toolCalls.map(({ name, status, args, summary, result, error, worker }) => ({
    name,
    status,
    args,
    summary,
    result,
    error,
    worker: worker && shown(worker),
  }));
  return { text, thinking, isCalling, calls };
}

const nodeOf = (state: RunState): Conversation => state.nodes.node as Conversation;
const whole = { tokens: ['Done', '.'] };
const calling = { tool: 'good', reasoning: ['Let me', ' look.'] } as const;
/** The text is streamed, then the stream ends without a finish reason. */
const broken = { tokens: ['Do', 'ne'], hasNoFinish: true };

test.each<[what: string, Workflow, { smooth: Script; failing: Script; failures?: number }]>([
  ['an answer that breaks off after a tool call', ask({}), { smooth: [calling, whole], failing: [calling, broken, whole] }],
  [
    'an answer that never fits',
    ask({ outputSchema, availableTools: [] }),
    { smooth: [], failing: [{ isUnfitting: true }, { isUnfitting: true }] },
  ],
  [
    'an answer that never fits, after a tool call',
    ask({ outputSchema }),
    { smooth: [calling], failing: [calling, {}, { isUnfitting: true }] },
  ],
  [
    'a worker whose model fails in its second round',
    oneNode('sub-agent', { agent: 'time', task: 'What time is it?' }),
    { smooth: [calling], failing: [calling, { status: 500 }] },
  ],
  [
    'a worker whose answer never fits',
    oneNode('sub-agent', { agent: 'time', task: 'What time is it?' }),
    { smooth: [calling], failing: [calling, {}, { isUnfitting: true }] },
  ],
  ['a tool that fails', oneNode('tool-call', { toolName: 'time-now', parameters: {} }), { smooth: [], failing: [], failures: 1 }],
])('%s is not shown once another attempt has succeeded', async (_, workflow, scripts) => {
  const views = async (script: Script, failures = 0) => {
    const engine = (await prepare(script, failures)).engineWith();
    const { runId, status } = await engine.run(workflow);
    expect(status).toBe('succeeded');
    return viewsOf(engine, runId);
  };
  const smooth = await views(scripts.smooth);
  const failing = await views(scripts.failing, scripts.failures);
  expect([smooth.full.nodes.node?.attempts, failing.full.nodes.node?.attempts]).toEqual([1, 2]);
  expect(shown(nodeOf(failing.full))).toEqual(shown(nodeOf(smooth.full)));
  expect(shown(nodeOf(failing.summary))).toEqual(shown(nodeOf(smooth.summary)));
});

test('finished parts of the failed attempt stay visible between the attempts, and after its process has died there', async () => {
  const { engineWith } = await prepare([calling, broken]);
  const clock = new ManualClock();
  const first = engineWith(new MemoryRunStore(), clock);
  const { runId } = await first.start(ask({}));
  await expect.poll(() => clock.waitingMs).toEqual([1]);
  await expect.poll(async () => (await viewsOf(first, runId)).full.nodes.node?.error?.code).toBe('model-failed');
  const between = await viewsOf(first, runId);
  const finished = { text: '', isCalling: false, calls: [{ name: 'time-now', status: 'success', summary: 'It is noon' }] };
  expect(shown(nodeOf(between.full))).toMatchObject({ ...finished, thinking: 'Let me look.' });

  first.store.expireLeases();
  const second = engineWith(new MemoryRunStore(first.store.database));
  expect(await second.resumeLost()).toBe(1);
  await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('succeeded');
  const after = await viewsOf(second, runId);
  expect(shown(nodeOf(after.full))).toMatchObject({ ...finished, text: fakeText(5) });
});
