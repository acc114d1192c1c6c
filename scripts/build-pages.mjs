// `npm run build`: the build step of `npm start` alone.
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { reportFailure } from './child.mjs';
import { ensureInstalled } from './install.mjs';
import { assertScriptNode, findNode } from './node-runtime.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

try {
  assertScriptNode();
  await ensureInstalled({ root, kind: 'production' });
  await ensureBuilt({ root, node: findNode(root) });
} catch (error) {
  process.exitCode = reportFailure(error);
}
