import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatAnswer } from '#lib/chat/chat-answer.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { until } from '../support/eventually.ts';
import { type FakeModel, startFakeModel } from '../support/fake-model/start-fake-model.ts';
import { bearer, callApi, publish } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

/** What a visitor of a chat page reads of workflows of every kind: the answer, and nothing of how it was made. */
const MODEL = 'zzmodel';
const SORTED = '{"category":"account","urgency":"high","summary":"A login fails."}';
let location: DatabaseLocation;
let model: FakeModel;
let server: ServerProcess;
const api = (path: string) => `${server.url}/api/v1${path}`;

beforeAll(async () => {
  model = await startFakeModel({
    reply: (body) => {
      const text = JSON.stringify(body.messages);
      if ('response_format' in body) return { tokens: [SORTED], isExact: true };
      if (text.includes('use a tool') && !text.includes('"role":"tool"')) return { calls: [{ name: 'time-now', args: {} }] };
      return { tokens: ['Seven ', 'days ', '[1].'], isExact: true };
    },
  });
  location = await makeDatabaseLocation();
  const config = `models:\n  default: { provider: openai-compatible, base_url: "${model.url}", model: ${MODEL} }\n`;
  server = await ServerProcess.start({ ...location, config });
  await callApi(api('/knowledge'), { body: { name: 'example', title: 'Example' } });
});
afterAll(async () => {
  await server?.end();
  await model?.stop();
  await location?.remove();
});

const start = ['start', { inputs: [{ name: 'message', type: 'text', required: true }] }] as const;
const ask = (prompt: string, more: object = {}) => ['llm', { model: 'default', userPrompt: prompt, ...more }] as const;
const citations = [
  { index: 1, url: '/knowledge?base=zzbase&document=doc_1', title: 'Returns', domain: 'zz', snippet: 'Seven days.', page: 3 },
  { index: 2, url: '/knowledge?base=zzbase&document=doc_2', title: 'Repairs', domain: 'zz', snippet: 'Two years.' },
];
const schema = { type: 'object', properties: { category: { type: 'string' } }, required: ['category'] };
const template = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../templates/${name}.workflow.json`, import.meta.url), 'utf8')) as Workflow;

function eachOf(): Workflow {
  const workflow = workflowOf(
    {
      start: [...start],
      zz_each: ['map', { items: [1, 2], concurrency: 1 }],
      zz_inner: [...ask('{{start.message}}')],
      zz_tell: ['template', { template: 'Both: {{zz_each[0].output}}' }],
      end: ['end', { outputs: { answer: '{{zz_tell.text}}' } }],
    },
    ['start -> zz_each', 'zz_each -> zz_tell', 'zz_tell -> end'],
  );
  return { ...workflow, nodes: workflow.nodes.map((node) => (node.id === 'zz_inner' ? { ...node, parentId: 'zz_each' } : node)) };
}

type Case = { readonly workflow: () => Workflow; readonly parts: readonly unknown[]; readonly streams?: boolean };
const text = (markdown: unknown) => ({ kind: 'text', markdown });
const returns = { index: 1, title: 'Returns', page: 3, snippet: 'Seven days.' };

const cases: Readonly<Record<string, Case>> = {
  'a model': {
    workflow: () =>
      workflowOf(
        {
          start: [...start],
          zz_write: [...ask('{{start.message}}')],
          end: ['end', { outputs: { zz_value: '{{zz_write.output}}' } }],
        },
        ['start -> zz_write', 'zz_write -> end'],
      ),
    parts: [text('Seven days [1].')],
    streams: true,
  },
  'a text of a model with more, beside its sources': {
    workflow: () =>
      workflowOf(
        {
          start: [...start],
          zz_find: ['set', { values: { sources: citations } }],
          zz_write: [...ask('{{start.message}}')],
          end: ['end', { outputs: { value: '{{zz_write.output}} more', value_2: '{{zz_find.sources}}' } }],
        },
        ['start -> zz_find', 'zz_find -> zz_write', 'zz_write -> end'],
      ),
    parts: [text('Seven days [1]. more'), { kind: 'sources', sources: [returns] }],
    streams: true,
  },
  'a model that sorts, before one that answers': {
    workflow: () =>
      workflowOf(
        {
          start: [...start],
          zz_sort: [...ask('Sort {{start.message}}', { outputSchema: schema })],
          zz_write: [...ask('{{start.message}} {{zz_sort.output}}')],
          end: ['end', { outputs: { zz_value: '{{zz_sort.output}}', answer: '{{zz_write.output}}' } }],
        },
        ['start -> zz_sort', 'zz_sort -> zz_write', 'zz_write -> end'],
      ),
    parts: [text('Seven days [1].')],
    streams: true,
  },
  'what a model sorted, as a text': {
    workflow: () =>
      workflowOf(
        {
          start: [...start],
          zz_sort: [...ask('Sort {{start.message}}', { outputSchema: schema })],
          zz_text: ['template', { template: '{{zz_sort.output}}' }],
          end: ['end', { outputs: { zz_value: '{{zz_text.text}}' } }],
        },
        ['start -> zz_sort', 'zz_sort -> zz_text', 'zz_text -> end'],
      ),
    parts: [text(expect.stringMatching(/^- \*\*Category\*\*: account/))],
  },
  'the template Answers from documents': {
    workflow: () => template('answers-from-documents'),
    parts: [
      text('Seven days [1].'),
      { kind: 'sources', sources: [expect.objectContaining({ index: 1, title: expect.any(String) })] },
    ],
    streams: true,
  },
  'a node that fails': {
    workflow: () =>
      workflowOf(
        {
          start: [...start],
          zz_code: ['code', { code: 'throw new Error("zz-secret");' }],
          end: ['end', { outputs: { answer: '{{zz_code}}' } }],
        },
        ['start -> zz_code', 'zz_code -> end'],
      ),
    parts: [{ kind: 'failed', reference: expect.stringMatching(/^.{6}$/) }],
  },
  'a reply': {
    workflow: () =>
      workflowOf(
        {
          start: [...start],
          zz_write: [...ask('{{start.message}}')],
          zz_say: ['reply', { text: '{{zz_write.output}}', from: 'zz_write' }],
          end: ['end', { outputs: { zz_done: 'yes', zz_sources: citations } }],
        },
        ['start -> zz_write', 'zz_write -> zz_say', 'zz_say -> end'],
      ),
    parts: [text('Seven days [1].'), { kind: 'sources', sources: [returns] }],
    streams: true,
  },
  'an agent with tools': {
    workflow: () =>
      workflowOf(
        {
          start: [...start],
          zz_agent: [...ask('{{start.message}}, use a tool', { availableTools: ['time-now'] })],
          end: ['end', { outputs: { answer: '{{zz_agent.output}}' } }],
        },
        ['start -> zz_agent', 'zz_agent -> end'],
      ),
    parts: [text('Seven days [1].')],
    streams: true,
  },
  'a model for each item': { workflow: eachOf, parts: [text('Both: Seven days [1].')] },
};

/** What no visitor reads, of any of them. */
const HIDDEN = [
  /[zZ]z/,
  /code-failed|node_failed|5001/,
  /time.now/,
  /\/knowledge\?/,
  /\\?"(?:workflowName|model)\\?":\s*\\?"[^"\\]/,
  /\\?"(?:tokensUsed|totalTokens|promptTokens|completionTokens)\\?":\s*[1-9]/,
  /\\?"costUsd\\?":\s*[\d.]/,
];

async function visitorOf(workflow: Workflow) {
  const named = { ...workflow, name: 'zz workflow' };
  const { slug, workflowId } = await publish(server.url, named);
  const set = await callApi(api(`/deployments/${slug}/chat-page`), {
    method: 'PUT',
    body: { access: 'public', visitorRatePerMinute: 60, look: { name: 'Help' } },
  });
  expect(set.status).toBe(200);
  const made = await callApi(api(`/chat/${slug}/visitors`), { method: 'POST' });
  return { slug, workflowId, headers: bearer(String(made.json.token)) };
}
type Visitor = Awaited<ReturnType<typeof visitorOf>>;

async function textOf({ headers }: Visitor, path: string, body?: object): Promise<string> {
  const answer = await fetch(api(path), {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, 'content-type': 'application/json', ...(path.includes('/events') && { accept: 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const type = answer.headers.get('content-type') ?? '';
  return `${answer.status} ${type}\n${await answer.text()}`;
}

/** Everything that the page may ask for. */
async function readEverything(visitor: Visitor): Promise<{ seen: string; parts: ChatAnswer; runId: string }> {
  const { slug, headers } = visitor;
  const content = 'How many working days does a refund take?';
  const started = await textOf(visitor, `/chat/${slug}`, { sessionId: 'one', content });
  const ui = { id: 'two', messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: content }] }] };
  const sync = { inputs: Object.fromEntries([['message', content]]), mode: 'sync' };
  const seen = [started, await textOf(visitor, `/chat/${slug}`, ui), await textOf(visitor, `/run/${slug}`, sync)];
  const listed = await callApi(api('/sessions'), { headers });
  const sessions = listed.json.items as { id: string; sessionId: string }[];
  const session = sessions.find(({ sessionId }) => sessionId === 'one');
  const whole = await callApi(api(`/sessions/${session?.id}`), { headers });
  const [turn] = whole.json.turns as { runId: string; answerParts: ChatAnswer }[];
  const runId = turn?.runId ?? '';
  const paths = [
    `/chat/${slug}/page`,
    `/runs/${runId}`,
    `/runs/${runId}/events`,
    `/runs/${runId}/log`,
    `/runs/${runId}/approvals`,
    `/sessions/${session?.id}/export`,
    `/sessions/${session?.id}/export?format=json`,
    `/chat/${slug}/one/messages`,
    '/artifacts',
  ];
  const more = await Promise.all(paths.map((path) => textOf(visitor, path)));
  return {
    // What the visitor sent comes back as it was.
    seen: [...seen, JSON.stringify(listed.json), JSON.stringify(whole.json), ...more]
      .join('\n')
      .replaceAll(slug, '')
      .replaceAll(runId, ''),
    parts: turn?.answerParts ?? [],
    runId,
  };
}

const deltas = (stream: string) => [...stream.matchAll(/^event: content$/gm)].length;

test.each(Object.entries(cases))('a visitor reads the answer of %s and nothing else', async (_, { workflow, parts, streams }) => {
  const visitor = await visitorOf(workflow());
  const { seen, parts: stored } = await readEverything(visitor);
  expect(stored).toMatchObject(parts);
  expect(stored).toHaveLength(parts.length);
  for (const hidden of HIDDEN) expect(seen.match(hidden)?.[0], `${hidden} in ${around(seen, hidden)}`).toBeUndefined();
  // Text is streamed as it is written, where it is the answer.
  expect(deltas(seen) > 0).toBe(streams === true);
});

test('a visitor of a run that waits for a person reads that it waits, and the answer when it is decided', async () => {
  const visitor = await visitorOf(template('triage-with-approval'));
  const { seen, parts, runId } = await readEverything(visitor);
  expect(parts).toEqual([{ kind: 'waiting', for: 'person', since: expect.any(String), expectBy: expect.any(String) }]);
  for (const hidden of [...HIDDEN, /Seven days/, /Send this reply/]) expect(seen.match(hidden)?.[0]).toBeUndefined();
  const run = await callApi(api(`/runs/${runId}`));
  const [approval] = run.json.approvals as { actionId: string }[];
  await callApi(api(`/runs/${runId}/approvals/${approval?.actionId}`), { body: { confirmed: true } });
  await until(async () => (await callApi(api(`/runs/${runId}`))).json.status === 'succeeded');
  const { json } = await callApi(api('/sessions'), { headers: visitor.headers });
  const session = (json.items as { id: string; sessionId: string }[]).find(({ sessionId }) => sessionId === 'one');
  const read = () => callApi(api(`/sessions/${session?.id}`), { headers: visitor.headers });
  const isNew = async () => {
    const list = await callApi(api('/sessions'), { headers: visitor.headers });
    return (list.json.items as { id: string; hasNewAnswer: boolean }[]).find(({ id }) => id === session?.id)?.hasNewAnswer;
  };
  expect(await isNew()).toBe(true);
  expect((await read()).json.turns).toMatchObject([{ answerParts: [text('Seven days [1].')] }]);
  expect(await isNew()).toBe(false);
});

function around(seen: string, hidden: RegExp): string {
  const at = seen.search(hidden);
  return seen.slice(Math.max(at - 200, 0), at + 100);
}
