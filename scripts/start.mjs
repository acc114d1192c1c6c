// `npm start`: install, build, serve; each step only when it is needed. Runs on a bare Node 20,
// before anything is installed.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { become, reportFailure } from './child.mjs';
import { ensureInstalled } from './install.mjs';
import { assertScriptNode, findNode, serverFlags } from './node-runtime.mjs';
import { readStartOptions, usage } from './start-options.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

async function start() {
  assertScriptNode();
  const chosen = readStartOptions(process.argv.slice(2), process.env);
  if (!chosen) return console.log(usage);
  await ensureInstalled({ root, kind: 'production' });
  const node = findNode(root);
  await ensureBuilt({ root, node });
  const compileCache = join(root, 'node_modules', '.cache', 'threadloom', 'compile');
  const env = {
    NODE_COMPILE_CACHE: compileCache,
    NEXT_TELEMETRY_DISABLED: '1',
    ...process.env,
    ...chosen,
    NODE_ENV: 'production',
  };
  process.exitCode = await become(node, [...serverFlags, 'server.ts'], { cwd: root, env });
}

await start().catch((error) => {
  process.exitCode = reportFailure(error);
});
