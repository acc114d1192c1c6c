// Runs one of the processes that need no pages. Runs on a bare Node 20, before anything is installed.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { become, reportFailure, StartError } from './child.mjs';
import { ensureInstalled } from './install.mjs';
import { assertScriptNode, findNode, serverFlags } from './node-runtime.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Installs what is needed and becomes the process of that file of the root. */
export async function runProcess(file) {
  try {
    assertScriptNode();
    if (process.argv.length > 2)
      throw new StartError(`${process.argv[2]} is not known here: its settings are variables, see docs/configuration.md`);
    await ensureInstalled({ root, kind: 'production' });
    const compileCache = join(root, 'node_modules', '.cache', 'threadloom', 'compile');
    const env = { NODE_COMPILE_CACHE: compileCache, ...process.env, NODE_ENV: 'production' };
    process.exitCode = await become(findNode(root), [...serverFlags, file], { cwd: root, env });
  } catch (error) {
    process.exitCode = reportFailure(error);
  }
}
