// `npm run dev`: the server with Next in development mode, started again when engine, server or lib files change.
import { fileURLToPath } from 'node:url';
import { become, reportFailure } from './child.mjs';
import { ensureInstalled } from './install.mjs';
import { assertScriptNode, findNode, nodeFlags } from './node-runtime.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

try {
  assertScriptNode();
  await ensureInstalled({ root, kind: 'development' });
  const env = { NEXT_TELEMETRY_DISABLED: '1', ...process.env, NODE_ENV: 'development', THREADLOOM_DEV: '1' };
  process.exitCode = await become(findNode(root), [...nodeFlags, '--watch', '--watch-preserve-output', 'server.ts'], {
    cwd: root,
    env,
  });
} catch (error) {
  process.exitCode = reportFailure(error);
}
