import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { BodyBudget } from './body-budget.ts';
import { readJsonBody } from './read-json-body.ts';

const bodyOf = () => new BodyBudget().open({ kind: 'member' }, { isStored: false });
const opened: { close(): unknown }[] = [];
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));

/** The next request of a client that is in the middle of sending a body of 20 bytes. */
async function receive(sent: string): Promise<{ request: IncomingMessage; client: Socket }> {
  const server = createServer();
  opened.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
  opened.push({ close: () => client.destroy() });
  client.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n${sent}`);
  const [request] = await once(server, 'request');
  return { request, client };
}

test('a body that arrives in parts is read as one, where a character is cut in two as well', async () => {
  const body = Buffer.from('{"city":"上海"}   ');
  expect(body.byteLength).toBe(20);
  const { request, client } = await receive('');
  const reading = readJsonBody(request, bodyOf());
  // In the middle of the first Chinese character.
  client.write(body.subarray(0, 10));
  await once(request, 'data');
  client.write(body.subarray(10));
  expect(await reading).toEqual({ value: { city: '上海' } });
});

test.each([
  ['application/vnd.api+json', '{"a":1}'],
  ['application/json; charset=utf-8', '\ufeff{"a":1}'],
])('JSON of the type %s is read as %j', async (type, text) => {
  const { request, client } = await receive('');
  request.headers['content-type'] = type;
  client.write(text.padEnd(text.startsWith('\ufeff') ? 18 : 20));
  expect(await readJsonBody(request, bodyOf())).toEqual({ value: { a: 1 } });
});

test('a body whose client leaves in the middle is an error, whenever that is', async () => {
  const { request, client } = await receive('{"name":');
  const reading = readJsonBody(request, bodyOf());
  client.destroy();
  await expect(reading).rejects.toMatchObject({ code: 'body-invalid' });
  await expect(readJsonBody(request, bodyOf())).rejects.toThrow();
});
