import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Client } from '#lib/api/client.ts';
import { type McpServerSettings, makeMcpServer } from '#server/mcp-endpoint/make-mcp-server.ts';
import { exitCode } from '../exit-code.ts';

/** Serves until standard input ends. Nothing else is printed on standard output. */
export async function serveMcpOverStdio(api: Client, settings: Omit<McpServerSettings, 'version'>): Promise<number> {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  const serving = serveStdio(() => makeMcpServer(api, { version, ...settings }), {
    onerror: (error) => void process.stderr.write(`${error.message}\n`),
  });
  await once(process.stdin, 'end');
  await serving.close();
  return exitCode.ok;
}
