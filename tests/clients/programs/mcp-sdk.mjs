// The MCP SDK before version 2: tools of an endpoint, a call with progress, and one that is cancelled.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { addressOf, endpoints, report, server } from './target.mjs';

async function connect(endpoint) {
  const client = new Client({ name: 'outside', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${endpoint.key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(addressOf(endpoint, '/mcp')), { requestInit }));
  return client;
}

const { answer, slow } = endpoints;
const client = await connect(answer);
const { tools } = await client.listTools();
let progress = 0;
const onprogress = () => progress++;
const result = await client.callTool({ name: tools[0].name, arguments: { question: 'Tides?' } }, undefined, { onprogress });
await client.ping();
await client.close();

const leaving = await connect(slow);
const cancelling = new AbortController();
const call = { name: slow.slug, arguments: { question: 'Tides?' } };
const cancelled = await leaving
  .callTool(call, undefined, { signal: cancelling.signal, onprogress: () => cancelling.abort('enough') })
  .then(() => 'answered', String);
// Its connection stays open, whose end would stop the run as well.
let status = 'running';
for (const until = Date.now() + 20_000; status === 'running' && Date.now() < until; ) {
  const { items } = await (await fetch(`${server}/api/v1/runs?slug=${slow.slug}`)).json();
  ({ status } = items[0]);
  await new Promise((resolve) => setTimeout(resolve, 50));
}
report({ tools: tools.map(({ name }) => name), content: result.content, progress: progress > 0, cancelled, status });
