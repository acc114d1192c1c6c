#!/usr/bin/env node
// The entry of the CLI. On an older Node, from Node 20, it restarts itself under the Node 26 that npm
// installed with the package.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedNodePath } from '../scripts/node-runtime.mjs';

const neededMajor = 24;
const root = fileURLToPath(new URL('..', import.meta.url));

if (!existsSync(join(root, 'node_modules', 'zod'))) {
  fail(`the dependencies are not installed. Run "npm ci" (or "npm start") in ${root} first.`);
} else if (Number(process.versions.node.split('.')[0]) >= neededMajor) {
  // Compiled code of earlier calls: half the time of a short command is compiling.
  nodeModule.enableCompileCache?.(join(root, 'node_modules', '.cache', 'threadloom', 'compile'));
  const { main } = await import('./main.ts');
  await main();
} else {
  const node = installedNodePath(root);
  if (node) restartUnder(node);
  else
    fail(
      `Node ${neededMajor} or newer is needed, this is ${process.versions.node}, and npm has no package of it for ${process.platform}-${process.arch}. Install it and try again.`,
    );
}

function restartUnder(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both of us, `kill` only to this one: handed on, and the other takes a pair for one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => fail(`${node} could not be started: ${error.message}`));
  child.once('exit', (code, signal) => {
    process.exitCode = signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1);
  });
}

function fail(message) {
  process.stderr.write(`threadloom: ${message}\n`);
  process.exitCode = 1;
}
