import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { passRawResults, rawEntry } from './raw-results.ts';

test('a server that answers with the id as a text is understood', async () => {
  const sent: unknown[] = [];
  const transport: Transport = { start: async () => {}, close: async () => {}, send: async (message) => void sent.push(message) };
  passRawResults(transport);
  const received: JSONRPCMessage[] = [];
  transport.onmessage = (message) => received.push(message);
  await transport.send({ jsonrpc: '2.0', id: 3, method: 'tools/list' });
  const tool = { name: 'a', inputSchema: {} };
  transport.onmessage?.({ jsonrpc: '2.0', id: '3', result: { tools: [tool] } } as JSONRPCMessage);
  const { tools } = (received[0] as unknown as { result: { tools: Parameters<typeof rawEntry>[0][] } }).result;
  expect(tools.map((entry) => rawEntry(entry))).toEqual([tool]);
});
