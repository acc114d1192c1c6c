// `npm start`: install, build, serve; each step only when it is needed. Runs on a bare Node 20,
// before anything is installed.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { become, reportFailure } from './child.mjs';
import { ensureInstalled } from './install.mjs';
import { assertScriptNode, findNode, serverFlags } from './node-runtime.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

try {
  assertScriptNode();
  await ensureInstalled({ root, kind: 'production' });
  const node = findNode(root);
  await ensureBuilt({ root, node });
  const compileCache = join(root, 'node_modules', '.cache', 'threadloom', 'compile');
  const env = { NODE_COMPILE_CACHE: compileCache, NEXT_TELEMETRY_DISABLED: '1', ...process.env, NODE_ENV: 'production' };
  process.exitCode = await become(node, [...serverFlags, 'server.ts'], { cwd: root, env });
} catch (error) {
  process.exitCode = reportFailure(error);
}
