// `npm run bench -- <name>`: installs the development packages too, then runs the bench. Runs on a bare Node 20.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { become, reportFailure } from './child.mjs';
import { ensureInstalled } from './install.mjs';
import { assertScriptNode, findNode, nodeFlags } from './node-runtime.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

try {
  assertScriptNode();
  // With --json standard output holds the result alone.
  await ensureInstalled({ root, kind: 'development', stream: process.stderr });
  const args = [...nodeFlags, join(root, 'bench', 'run.ts'), ...process.argv.slice(2)];
  process.exitCode = await become(findNode(root), args, { cwd: root, env: process.env });
} catch (error) {
  process.exitCode = reportFailure(error);
}
