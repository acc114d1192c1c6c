import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const suite = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const client = `${process.execPath} ${join(root, 'tests/support/mcp/main.ts')}`;

/** Every client scenario that the suite scores for the versions we claim, 2025-06-18 and 2025-11-25. */
const scenarios = [
  'initialize',
  'tools_call',
  'elicitation-sep1034-client-defaults',
  'sse-retry',
  'auth/metadata-default',
  'auth/metadata-var1',
  'auth/metadata-var2',
  'auth/metadata-var3',
  'auth/basic-cimd',
  'auth/scope-from-www-authenticate',
  'auth/scope-from-scopes-supported',
  'auth/scope-omitted-when-undefined',
  'auth/scope-step-up',
  'auth/scope-retry-limit',
  'auth/token-endpoint-auth-basic',
  'auth/token-endpoint-auth-post',
  'auth/token-endpoint-auth-none',
  'auth/pre-registration',
  'json-schema-2020-12-preservation',
] as const;

let folder: string;
const passed = new Set<string>();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-conformance-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  console.log(`MCP client conformance: ${passed.size} of ${scenarios.length} passed: ${[...passed].join(', ')}`);
});

test.each(scenarios)('%s', async (scenario) => {
  const { code, output } = await run(['client', '--command', client, '--scenario', scenario]);
  expect(code, output).toBe(0);
  passed.add(scenario);
});

test('these are all client scenarios that the suite scores for the versions that we claim', async () => {
  const { output } = await run(['list', '--client']);
  const listed = [...output.matchAll(/^ {2}- (\S+) \[([^\]\n]*)\]$/gm)].map(([, name = '', versions = '']) => ({
    name,
    versions,
  }));
  const claimed = listed.filter(({ versions }) => /2025-06-18|2025-11-25/.test(versions));
  expect(claimed.map(({ name }) => name)).toEqual([...scenarios]);
});

function run(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [suite, ...args], { cwd: folder });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.once('close', (code) => resolve({ code, output }));
  });
}
