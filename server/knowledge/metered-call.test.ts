import { expect, test } from 'vitest';
import type { MeteredCall, MeteredEnd, ModelMeter } from '#lib/ports/model-meter.ts';
import { startLoopbackServer } from '#tests/support/loopback-server.ts';
import { embedTexts } from './embed-texts.ts';
import { rerankTexts } from './rerank-texts.ts';

const shared = { timeout_s: 5, base_url: '', model: 'm' };
const embedding = { ...shared, batch_size: 4, query_prefix: '', document_prefix: '' };

function recorder() {
  const calls: MeteredCall[] = [];
  const ends: MeteredEnd[] = [];
  const meter: ModelMeter = {
    begin: async (call) => {
      calls.push(call);
      return (end) => void ends.push(end);
    },
  };
  return { calls, ends, meter };
}

async function answering(status: number, body: unknown): Promise<string> {
  const server = await startLoopbackServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  return server.origin;
}

test('tokens as the server counted them, with their price; where it says nothing, by the length of the texts', async () => {
  const data = [{ index: 0, embedding: [1] }];
  const embed = async (usage: unknown, texts = ['twelve chars']) => {
    const { meter, ends } = recorder();
    const config = { ...embedding, base_url: await answering(200, { data, usage }), price: { input: 2 } };
    await embedTexts(texts, { name: 'e', config, purpose: 'query', signal: AbortSignal.timeout(5000), meter });
    return ends;
  };
  const counted = { promptTokens: 7, completionTokens: 0, totalTokens: 7, costUsd: 0.000014 };
  expect(await embed({ prompt_tokens: 7, total_tokens: 7 })).toEqual([{ usage: counted }]);
  for (const usage of [undefined, null, 'many', { prompt_tokens: -1 }])
    expect(await embed(usage)).toMatchObject([{ usage: { totalTokens: 5, isEstimated: true } }]);
});

test.each([
  ['tokens', { results: [], usage: { total_tokens: 1000 } }, { totalTokens: 1000, costUsd: 0.003 }],
  [
    'searches',
    { results: [], meta: { billed_units: { search_units: 2 } } },
    { totalTokens: 7, isEstimated: true, costUsd: 0.004 },
  ],
])('a reranker that counts %s', async (_, body, usage) => {
  const { meter, calls, ends } = recorder();
  const price = 'usage' in body ? { input: 3 } : { search: 2 };
  const config = { ...shared, base_url: await answering(200, body), price };
  await rerankTexts('why', ['one more text'], { name: 'r', config, signal: AbortSignal.timeout(5000), meter });
  expect(calls).toMatchObject([{ operation: 'rerank', model: { name: 'r', modelId: 'm' }, texts: 1 }]);
  expect(ends).toMatchObject([{ usage: { ...usage, costUsd: expect.closeTo(usage.costUsd) } }]);
});

test('a refused request is not sent, and one that fails or is stopped ends without a charge', async () => {
  const { meter, ends } = recorder();
  const config = { ...embedding, base_url: await answering(400, { error: { message: 'no' } }) };
  const ask = (signal: AbortSignal, own = meter) =>
    embedTexts(['x'], { name: 'e', config, purpose: 'query', signal, meter: own });
  await expect(ask(AbortSignal.timeout(5000))).rejects.toMatchObject({ code: 'knowledge-failed' });
  await expect(ask(AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
  expect(ends).toMatchObject([{ failure: { code: 'knowledge-failed' } }, 'cancelled']);
  const refusing: ModelMeter = { begin: () => Promise.reject(new Error('no money')) };
  await expect(ask(AbortSignal.timeout(5000), refusing)).rejects.toThrow('no money');
});
