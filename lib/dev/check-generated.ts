import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** All generated files that are committed, with the command that checks whether they are current. */
const checks = [
  { name: 'node and tool registries', command: ['lib/dev/generate-registries.ts', '--check'] },
  { name: 'API registries', command: ['lib/dev/generate-api-registries.ts', '--check'] },
  { name: 'workflow JSON Schema', command: ['lib/dev/generate-workflow-schema.ts', '--check'] },
  { name: 'third-party licences', command: ['lib/dev/generate-licenses.ts', '--check'] },
  { name: 'guide of node types', command: ['bin/generate-guide.ts', '--check'] },
  { name: 'database client', command: ['server/db/database/generate-client.ts', '--check'] },
] as const;

type Check = (typeof checks)[number];

function run(root: string, { command: [script, ...args] }: Check): Promise<{ isFresh: boolean; output: string }> {
  if (!existsSync(join(root, script))) return Promise.resolve({ isFresh: false, output: `${script} is missing` });
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', (code) => resolve({ isFresh: code === 0, output: output.trim() }));
  });
}

async function main(): Promise<void> {
  const root = join(import.meta.dirname, '../..');
  const results = await Promise.all(checks.map(async (check) => ({ ...check, ...(await run(root, check)) })));
  for (const { name, isFresh, output } of results) {
    console.log(isFresh ? `up to date: ${name}` : `STALE: ${name}\n${output}`);
    if (!isFresh) process.exitCode = 1;
  }
}

await main();
