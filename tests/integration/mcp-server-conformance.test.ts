import { spawn } from 'node:child_process';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { approvingWorkflow } from '../support/protocol-workflows.ts';
import { publish } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const suite = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** The server scenarios of the public suite for servers whose one capability is tools. docs/mcp.md lists the others. */
const scenarios = ['server-initialize', 'ping', 'tools-list', 'server-sse-multiple-streams'];

let location: DatabaseLocation;
let server: ServerProcess;
let withKey: Server;
const urls = { workspace: '', workflow: '' };
beforeAll(async () => {
  location = await makeDatabaseLocation('PGlite');
  server = await ServerProcess.start(location);
  const { slug, key } = await publish(server.url, approvingWorkflow);
  const target = new URL(`/api/v1/run/${slug}/mcp`, server.url);
  // The suite sends no key. This adds one, and the name of the server it is sent to.
  withKey = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}`, host: target.host };
    const onward = request(target, { method: incoming.method ?? 'GET', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => withKey.listen(0, '127.0.0.1', resolve));
  urls.workspace = `${server.url}/api/v1/mcp`;
  urls.workflow = `http://127.0.0.1:${(withKey.address() as AddressInfo).port}/mcp`;
});
afterAll(async () => {
  withKey?.close();
  await server?.end();
  await location?.remove();
});

describe.each(['workspace', 'workflow'] as const)('the MCP server of a %s', (which) => {
  test.each(scenarios)('%s', (scenario) => expectPassed(urls[which], scenario));
});

test.each(['resources-list', 'tools-list'])('%s, with everything switched on', (scenario) =>
  expectPassed(`${urls.workspace}?skills=true&knowledge=true&run=true`, scenario),
);

// It is about servers without a key.
test('dns-rebinding-protection', () => expectPassed(urls.workspace, 'dns-rebinding-protection'));

async function expectPassed(url: string, scenario: string): Promise<void> {
  const { code, output } = await run(['server', '--url', url, '--scenario', scenario]);
  expect(code, output).toBe(0);
  expect(output).not.toContain('FAILURE');
}

function run(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [suite, ...args], { cwd: root });
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', (code) => resolve({ code, output }));
  });
}
