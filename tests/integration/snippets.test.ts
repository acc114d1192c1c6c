import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSnippets, type SnippetLanguage, snippetLanguages } from '#components/pages/publish/snippets/make-snippets.ts';
import { callKinds, messageKinds, type SnippetKind, snippetKinds } from '#components/pages/publish/snippets/snippet-call.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { publish } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

/** The snippets of the publish panel as people paste them, each in a program of its own. */
const TEXT = `你好 "world" it's $HOME`;
const LIMIT_MS = 30_000;
const inputs: [string, Record<string, unknown>] = ['start', { inputs: [{ name: 'text', type: 'text', required: true }] }];
const end: [string, Record<string, unknown>] = ['end', { outputs: { said: '{{start.text}}' } }];
const echo = workflowOf({ start: inputs, end }, ['start -> end']);
const asks = workflowOf({ start: inputs, ask: ['approval', { title: 'Send it?', value: 1 }], end }, [
  'start -> ask',
  'ask.approved -> end',
]);

let server: ServerProcess;
let location: DatabaseLocation;
let folder: string;
beforeAll(async () => {
  location = await makeDatabaseLocation();
  folder = await mkdtemp(join(tmpdir(), 'threadloom-snippets-'));
  // Where a snippet imports a client, it is installed.
  await symlink(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'));
  server = await ServerProcess.start(location);
});
afterAll(async () => {
  await server?.end();
  await location?.remove();
  await rm(folder, { recursive: true, force: true });
});

const commands: Readonly<Record<SnippetLanguage, { readonly program: string; readonly file: string }>> = {
  curl: { program: 'sh', file: 'snippet.sh' },
  typescript: { program: process.execPath, file: 'snippet.mts' },
  python: { program: 'python3', file: 'snippet.py' },
};

/** Whether the machine can run it; without Python its snippets are not tested, and the output says so. */
function isInstalled(language: SnippetLanguage): boolean {
  const { program } = commands[language];
  try {
    execFileSync(program, [language === 'curl' ? '-c' : '--version', 'command -v curl'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stdout.write(`The snippets for ${language} are not tested: ${program} is not installed.\n`);
    return false;
  }
}

type Program = { readonly code: number | null; readonly output: string };

async function run(language: SnippetLanguage, source: string, env: Record<string, string>): Promise<Program> {
  const { program, file } = commands[language];
  const path = join(await mkdtemp(join(folder, 'run-')), file);
  await writeFile(path, source);
  const child: ChildProcess = spawn(program, [path], {
    env: { ...process.env, PYTHONIOENCODING: 'utf-8', ...env },
    timeout: LIMIT_MS,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function snippetOf(language: SnippetLanguage, kind: SnippetKind, workflow: Workflow) {
  const { slug, key } = await publish(server.url, workflow, { allow: { decisions: true } });
  return makeSnippets({ origin: server.url, slug, inputs: { text: TEXT }, messageInput: 'text', key }, kind)[language];
}

for (const language of snippetLanguages.filter(isInstalled))
  for (const kind of snippetKinds)
    test(`${language}, ${kind}`, async () => {
      const isReceived = kind === 'webhook' && language !== 'curl';
      const port = String(await freePort());
      const host = `127.0.0.1:${port}`;
      if (kind === 'webhook') {
        const allowed = await fetch(`${server.url}/api/v1/settings/http/allowed-hosts/${encodeURIComponent(host)}`, {
          method: 'PUT',
        });
        expect(allowed.status).toBe(200);
      }
      const source = await snippetOf(language, kind, kind === 'approval' ? asks : echo);
      const { code, output } = await run(language, source, { PORT: port, WEBHOOK_URL: `http://${host}/hook` });
      expect(code, output).toBe(0);
      if (kind === 'webhook' && !isReceived) return expect(output).toMatch(/"runId":"run_.*"webhookSecret":"/s);
      if (callKinds.some((one) => one === kind) && !messageKinds.includes(kind)) expect(output).toContain('succeeded');
      expect(output).toContain('你好');
    });

test('Python requests reads results and streams of Chinese text', async () => {
  try {
    execFileSync('python3', ['-c', 'import requests'], { stdio: 'ignore' });
  } catch {
    process.stdout.write('Python requests is not tested: it is not installed.\n');
    return;
  }
  const { slug, key } = await publish(server.url, echo);
  const source = `import json, os, requests
url, headers = os.environ["URL"], {"authorization": "Bearer " + os.environ["KEY"]}
body = {"inputs": {"text": "${'你好，世界 🌍'}"}}
result = requests.post(url, json=body, headers=headers).json()
stream = requests.post(url + "/stream", json=body, headers=headers, stream=True)
events = [json.loads(line[6:]) for line in stream.iter_lines(decode_unicode=True) if line.startswith("data: ")]
print(json.dumps([result["outputs"]["said"], events[-1]["outputs"]["said"]], ensure_ascii=False))`;
  const { output } = await run('python', source, { URL: `${server.url}/api/v1/run/${slug}`, KEY: key });
  expect(output.trim()).toBe('["你好，世界 🌍", "你好，世界 🌍"]');
});
