import { expect, test } from 'vitest';
import { startApi } from '#tests/support/api-server.ts';
import { withDatabase } from '#tests/support/databases.ts';
import { eventually } from '#tests/support/eventually.ts';
import { callApi, publish } from '#tests/support/published-endpoint.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const inputs = [
  { name: 'who', type: 'text', title: 'Your name', required: true },
  { name: 'count', type: 'number' },
  { name: 'paper', type: 'file' },
  { name: 'source', type: 'text', required: true },
];
const greet = {
  ...workflowOf(
    {
      start: ['start', { inputs }],
      end: [
        'end',
        {
          outputs: {
            said: '{{start.who}} {{start.count | default: "none"}} {{start.source}}',
            paper: '{{start.paper.name | default: "none"}}',
          },
        },
      ],
    },
    ['start -> end'],
  ),
  triggers: [
    {
      id: 'contact',
      type: 'form',
      version: 1,
      label: '',
      config: { title: 'Contact', thanks: 'Thanks!' },
      inputs: { source: 'form of {{trigger.submittedAt | slice: 0, 4}}' },
    },
  ],
};

/** A header may have no line break. */
const broken = { outputs: {}, response: { headers: { 'x-who': '{{start.who}}' } } };

withDatabase('forms', (database) => {
  async function open() {
    const api = await startApi(database());
    const { slug, workflowId } = await publish(api.url, greet);
    const root = `${api.url}/api/v1`;
    const send = (values: unknown, headers = {}) => callApi(`${root}/hooks/${slug}/contact`, { body: { values }, headers });
    return { root, slug, workflowId, send };
  }

  test('a form has the inputs that its trigger does not map, and its answer is the result of one run', async () => {
    const { root, slug, workflowId, send } = await open();
    const form = await callApi(`${root}/forms/${slug}/contact`);
    expect(form.json).toMatchObject({ title: 'Contact', thanks: 'Thanks!', address: `/api/v1/hooks/${slug}/contact` });
    expect((form.json.inputs as { name: string }[]).map(({ name }) => name)).toEqual(['who', 'count', 'paper']);
    const paper = { name: 'a.txt', mediaType: 'text/plain', base64: 'SGVsbG8=' };
    const year = new Date().getUTCFullYear();
    const key = { 'idempotency-key': 'one' };
    const sent = await send({ who: 'Ada', count: 2, paper }, key);
    expect(sent).toMatchObject({ status: 200, json: { said: `Ada 2 form of ${year}`, paper: 'a.txt' } });
    const again = await send({ who: 'Ada', count: 2, paper }, key);
    // Who sends it again is told that it has arrived: anyone could have sent it.
    expect(again).toMatchObject({ status: 202, json: { isDuplicate: true } });
    expect((await send({ who: 'Bob' })).json).toMatchObject({ said: `Bob none form of ${year}` });
    const runs = (await callApi(`${root}/runs?workflowId=${workflowId}`)).json.items as unknown[];
    expect(runs).toHaveLength(2);
  });

  test('a form cannot name a file of the workspace, and what is missing or no form is refused with the reason', async () => {
    const { root, slug, send } = await open();
    const uploaded = await callApi(`${root}/files?path=secret.json`, { body: { secret: 1 } });
    const [{ fileId }] = uploaded.json.items as [{ fileId: string }];
    for (const paper of [{ fileId }, { fileId, name: 'secret.json' }]) {
      const stolen = await send({ who: 'Eve', paper });
      expect(stolen.status).toBe(422);
      expect(JSON.stringify(stolen.json)).toContain('paper');
    }
    const missing = await send({ count: 1 });
    expect([missing.status, JSON.stringify(missing.json)]).toEqual([422, expect.stringMatching(/inputs\.who/)]);
    // `source` is an input that the trigger gives a value.
    for (const name of ['wo', 'source']) {
      const stray = await send({ who: 'Ada', [name]: 'x' });
      expect([stray.status, JSON.stringify(stray.json)]).toEqual([
        422,
        expect.stringContaining(`values.${name}: The form has no`),
      ]);
    }
    expect((await callApi(`${root}/hooks/${slug}/contact`, { body: { who: 'Ada' } })).status).toBe(400);
    expect((await callApi(`${root}/hooks/${slug}/contact`)).status).toBe(405);
    await eventually(async () => {
      const history = await callApi(`${root}/deployments/${slug}/triggers/contact/events`);
      const reasons = (history.json.items as { status: string }[]).map(({ status }) => status);
      expect(reasons).toEqual(Array(7).fill('refused'));
    });
  });

  test('who sent a form reads words when its run fails, and none of the reasons', async () => {
    const api = await startApi(database());
    const fails = { ...greet, nodes: greet.nodes.map((node) => (node.type === 'end' ? { ...node, config: broken } : node)) };
    const { slug } = await publish(api.url, fails);
    const url = `${api.url}/api/v1/hooks/${slug}/contact`;
    const sent = await callApi(url, { body: { values: { who: 'Ada\nBob', count: 2 } }, headers: { 'accept-language': 'en' } });
    expect(sent).toMatchObject({ status: 500, json: { error: { code: 'something-went-wrong' } } });
    const { message } = sent.json.error as { message: string };
    expect(message).toMatch(/^Something went wrong\. Try again, or tell us this number: run_\w+$/);
  });

  test('who sends a form beyond its rate reads why in their language, and when to try again', async () => {
    const api = await startApi(database());
    const [contact] = greet.triggers;
    const triggers = [{ ...contact, config: { ...contact?.config, ratePerMinute: 1 } }];
    const { slug } = await publish(api.url, { ...greet, triggers } as typeof greet);
    const send = (language: string) =>
      callApi(`${api.url}/api/v1/hooks/${slug}/contact`, {
        body: { values: { who: 'Ada' } },
        headers: { 'x-language': language },
      });
    expect((await send('en')).status).toBe(200);
    const refused = { en: await send('en'), chinese: await send('zh-CN') };
    expect(refused).toMatchObject({
      en: {
        status: 429,
        json: { error: { message: expect.stringMatching(/^This form takes 1 entries a minute\. Try again in \d+ s\.$/) } },
      },
      chinese: {
        status: 429,
        json: { error: { message: expect.stringMatching(/^此表单每分钟最多接收 1 份。请在 \d+ 秒后重试。$/) } },
      },
    });
    expect(Number(refused.en.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('no other trigger has a form', async () => {
    const { root, slug } = await open();
    expect((await callApi(`${root}/forms/${slug}/other`)).status).toBe(404);
    expect((await callApi(`${root}/forms/nothing/contact`)).status).toBe(404);
  });
});
