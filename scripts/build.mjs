// Builds the pages once, and again only when their sources changed.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Interrupted, runChild, StartError } from './child.mjs';
import { showProgress } from './progress.mjs';
import { hashSources, isSameListing, listSources } from './source-fingerprint.mjs';

const stampPath = (root) => join(root, '.next', 'threadloom-build.json');

/**
 * Runs `next build` unless the last build finished and its sources are the same. The stamp is
 * written last, so a build that was
 * stopped is done again.
 * @throws StartError when the build fails; its output has been printed. Interrupted when stopped.
 */
export async function ensureBuilt({
  root,
  node,
  env = process.env,
  stream = /** @type {NodeJS.WriteStream} */ (process.stdout),
  timeoutMs,
}) {
  const files = listSources(root);
  const stamp = readStamp(root);
  if (stamp && isSameListing(stamp.files, files)) return;
  const hash = hashSources(root, files);
  if (stamp?.hash !== hash) await build({ root, node, env, stream, timeoutMs });
  writeFileSync(stampPath(root), `${JSON.stringify({ hash, files })}\n`);
}

function readStamp(root) {
  try {
    return existsSync(join(root, '.next', 'BUILD_ID')) ? JSON.parse(readFileSync(stampPath(root), 'utf8')) : undefined;
  } catch {
    return undefined;
  }
}

async function build({ root, node, env, stream, timeoutMs }) {
  rmSync(stampPath(root), { force: true });
  const progress = showProgress(
    'Building the pages (once, again only when their sources change)',
    (seconds) => `building, ${seconds} s`,
    stream,
  );
  const args = [join(root, 'node_modules', 'next', 'dist', 'bin', 'next'), 'build'];
  const buildEnv = { ...env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', CI: '1' };
  try {
    const result = await runChild(node, args, {
      cwd: root,
      env: buildEnv,
      timeoutMs,
      onLine: (line) => line.trim() && stream.write(`  ${line}\n`),
    });
    if (result.code !== 0)
      throw new StartError(`the pages could not be built (exit code ${result.code ?? result.signal}); the lines above say why.`);
    progress.end('pages built');
  } catch (error) {
    progress.end();
    if (error instanceof Interrupted) error.message = 'stopped during the build; the next start does it again.';
    throw error;
  }
}
