import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { bearer, publish } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

/** Clients that generators make of the OpenAPI documents: their output compiles, and calls an endpoint. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const hook = join(root, 'tests/support/typescript-5-hook.mjs');
const inModules = (path: string) => join(root, 'node_modules', path);
const TEXT = '你好，世界 🌍';
const echo = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'text', type: 'text', required: true }] }],
    end: ['end', { outputs: { said: '{{start.text}}' } }],
  },
  ['start -> end'],
);

let server: ServerProcess;
let location: DatabaseLocation;
let folder: string;
let endpoint: Awaited<ReturnType<typeof publish>>;
beforeAll(async () => {
  location = await makeDatabaseLocation();
  folder = await mkdtemp(join(tmpdir(), 'threadloom-clients-'));
  server = await ServerProcess.start(location);
  endpoint = await publish(server.url, echo);
  await Promise.all([
    save('api.json', '/openapi.json', {}),
    save('endpoint.json', `/run/${endpoint.slug}/openapi.json`, bearer(endpoint.key)),
    writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }'),
  ]);
});
afterAll(async () => {
  await server?.end();
  await location?.remove();
  await rm(folder, { recursive: true, force: true });
});

async function save(name: string, path: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(`${server.url}/api/v1${path}`, { headers });
  expect(answer.status).toBe(200);
  await writeFile(join(folder, name), await answer.text());
}

/** @returns what it wrote, of both outputs if it failed */
async function run(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...env } };
  return promisify(execFile)(process.execPath, [...args], options).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `FAILED\n${stdout}\n${stderr}`,
  );
}

const library = 'es2023,dom,dom.iterable,dom.asynciterable';
const compile = (files: readonly string[], ...more: string[]) =>
  run([
    inModules('typescript-5/bin/tsc'),
    ...['--strict', '--skipLibCheck', '--target', 'es2022', '--lib', library, ...more, ...files],
  ]);

test('openapi-typescript makes types that compile and know the inputs of an endpoint', async () => {
  const generate = (name: string) =>
    run(['--import', hook, inModules('openapi-typescript/bin/cli.js'), `${name}.json`, '-o', `${name}.ts`]);
  for (const output of await Promise.all([generate('api'), generate('endpoint')])) expect(output).not.toContain('FAILED');
  await writeFile(
    join(folder, 'types.ts'),
    `import type { paths as Api } from './api';
import type { paths } from './endpoint';
type Start = paths['/api/v1/run/${endpoint.slug}']['post'];
type Body = Start['requestBody']['content']['application/json'];
type Result = Extract<Start['responses'][200]['content']['application/json'], { outputs?: unknown }>;
export const right: Body = { inputs: { text: 'a' } };
// @ts-expect-error the endpoint has no such input
export const wrong: Body = { inputs: { txt: 'a' } };
export const saidOf = (result: Result): string | undefined => result.outputs?.said;
export type Workflows = Api['/api/v1/workflows']['get'];
`,
  );
  expect(await compile(['types.ts'], '--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler')).toBe('');
});

test('@hey-api/openapi-ts makes a client that compiles, runs an endpoint and streams its events', async () => {
  const generate = (name: string) =>
    run(['--import', hook, inModules('@hey-api/openapi-ts/dist/run.mjs'), '-i', `${name}.json`, '-o', `hey-${name}`]);
  for (const output of await Promise.all([generate('api'), generate('endpoint')])) expect(output).not.toContain('FAILED');
  await writeFile(
    join(folder, 'use.ts'),
    `import { client } from './hey-endpoint/client.gen';
import { runDeployment, streamDeployment } from './hey-endpoint/sdk.gen';
export * from './hey-api/sdk.gen';
declare const process: { env: Record<string, string | undefined> };
const { SERVER = '', KEY = '', TEXT = '' } = process.env;
async function main() {
  client.setConfig({ baseUrl: SERVER, auth: () => KEY });
  const { data, error } = await runDeployment({ body: { inputs: { text: TEXT } } });
  if (!data || !('outputs' in data)) throw new Error(JSON.stringify(error));
  const said: string | undefined = data.outputs?.said;
  console.log('result', said);
  const { stream } = await streamDeployment({ body: { inputs: { text: TEXT } } });
  for await (const event of stream) if (event && event.type === 'done') console.log('event', JSON.stringify(event.outputs));
  const refused = await runDeployment({ body: { inputs: { text: TEXT } }, auth: () => 'tlk_wrong' });
  console.log('error', refused.error?.error.code);
}
void main();
`,
  );
  expect(await compile(['use.ts'], '--outDir', 'built', '--module', 'commonjs', '--moduleResolution', 'node10')).toBe('');
  const output = await run(['built/use.js'], { SERVER: server.url, KEY: endpoint.key, TEXT });
  expect(output.trim().split('\n')).toEqual([
    `result ${TEXT}`,
    `event ${JSON.stringify({ said: TEXT })}`,
    'error authentication-failed',
  ]);
});
