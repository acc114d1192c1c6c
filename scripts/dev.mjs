// `npm run dev`: the server with Next in development mode. Pages reload by themselves; the server
// is started again when its own sources change.

import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reportFailure } from './child.mjs';
import { ensureInstalled } from './install.mjs';
import { assertScriptNode, findNode, nodeFlags } from './node-runtime.mjs';
import { readStartOptions, usage } from './start-options.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** `node --watch` would follow what Next writes, too, and start again for ever. */
const watched = [
  'agents',
  'engine',
  'lib',
  'nodes',
  'server',
  'services',
  'skills',
  'templates',
  'tools',
  'triggers',
  'server.ts',
  'threadloom.config.yaml',
];
const ignored = /\.test\.ts$|\.gen\.ts$/;
const settleMs = 150;

/** Runs the server until we are stopped. If it ends on its own, the next change restarts it. */
function serve(node, chosen) {
  const env = { NEXT_TELEMETRY_DISABLED: '1', ...process.env, ...chosen, NODE_ENV: 'development', THREADLOOM_DEV: '1' };
  let child;
  let isStopping = false;
  const start = () => {
    child = spawn(node, [...nodeFlags, 'server.ts'], { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('exit', () => {
      child = undefined;
      if (isStopping) process.exit(0);
    });
  };
  const restart = (file) => {
    console.log(`${file} changed, starting again`);
    if (!child) return start();
    child.once('exit', () => !isStopping && start());
    child.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      isStopping = true;
      if (child) child.kill('SIGTERM');
      else process.exit(0);
    });
  }
  start();
  let timer;
  for (const name of watched) {
    const onChange = (_event, file) => {
      if (file && ignored.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(() => restart(file ? join(name, file) : name), settleMs);
    };
    try {
      watch(join(root, name), { recursive: true }, onChange);
    } catch {
      // The config file need not be there.
    }
  }
}

try {
  assertScriptNode();
  const chosen = readStartOptions(process.argv.slice(2), process.env);
  if (!chosen) console.log(usage);
  else {
    await ensureInstalled({ root, kind: 'development' });
    serve(findNode(root), chosen);
  }
} catch (error) {
  process.exitCode = reportFailure(error);
}
