import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PublishedEndpoint } from '../published-endpoint.ts';

/**
 * The suite sends no key and calls tools by names of its own. This adds the key of an endpoint and the name of its
 * workflow, by the name of the tool; other requests go to the endpoint `default`.
 */
export async function startSuiteProxy(serverUrl: string, endpoints: Readonly<Record<string, PublishedEndpoint>>) {
  const proxy = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const asked = Buffer.concat(chunks).toString();
    const name = Object.keys(endpoints).find((one) => asked.includes(`"name":"${one}"`)) ?? 'default';
    const { slug = '', key = '' } = endpoints[name] ?? {};
    const body = asked.replace(`"name":"${name}"`, `"name":"${slug}"`);
    const target = new URL(`/api/v1/run/${slug}/mcp`, serverUrl);
    const { 'content-length': _, 'transfer-encoding': __, 'mcp-name': named, ...others } = incoming.headers;
    const headers = {
      ...others,
      ...(named !== undefined && { 'mcp-name': named === name ? slug : named }),
      ...(body !== '' && { 'content-length': String(Buffer.byteLength(body)) }),
      authorization: `Bearer ${key}`,
      host: target.host,
    };
    const onward = request(target, { method: incoming.method ?? 'GET', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.once('close', () => onward.destroy());
    onward.end(body);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`, close: () => proxy.close() };
}
