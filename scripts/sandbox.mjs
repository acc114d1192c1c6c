// `npm run sandbox`: a process that runs the code of other processes, and nothing else. Runs on a bare Node 20, before anything is installed.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { become, reportFailure } from './child.mjs';
import { ensureInstalled } from './install.mjs';
import { assertScriptNode, findNode, nodeFlags } from './node-runtime.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

try {
  assertScriptNode();
  await ensureInstalled({ root, kind: 'production' });
  const compileCache = join(root, 'node_modules', '.cache', 'threadloom', 'compile');
  const env = { NODE_COMPILE_CACHE: compileCache, ...process.env, NODE_ENV: 'production' };
  process.exitCode = await become(findNode(root), [...nodeFlags, 'sandbox.ts'], { cwd: root, env });
} catch (error) {
  process.exitCode = reportFailure(error);
}
