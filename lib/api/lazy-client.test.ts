import { expect, test } from 'vitest';
import { contracts } from './contracts.gen.ts';
import { makeLazyClient } from './lazy-client.ts';

const answering = (body: unknown, status = 200) => {
  const asked: string[] = [];
  const client = makeLazyClient({
    baseUrl: 'http://server.example',
    fetch: async (url, { method }) => {
      asked.push(`${method} ${url}`);
      return Response.json(body, { status });
    },
  });
  return { client, asked };
};

test('loads the contract of a call, and reads the answer as it says', async () => {
  const { client, asked } = answering({ status: 'stopping', unknown: 1 }, 202);
  expect(await client.stopRun({ params: { id: 'run_1' } })).toEqual({ status: 'stopping' });
  expect(asked).toEqual(['POST http://server.example/api/v1/runs/run_1/stop']);
});

test('an answer of another shape is refused', async () => {
  const { client } = answering({ status: 'perhaps' });
  await expect(client.stopRun({ params: { id: 'run_1' } })).rejects.toMatchObject({ code: 'response-invalid' });
});

test('has every operation of the API', () => {
  expect(Object.keys(answering({}).client).sort()).toEqual([...Object.keys(contracts), 'streamEvents'].sort());
});
