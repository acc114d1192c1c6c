// Builds the pages once, and again only when their sources changed.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Interrupted, runChild, StartError } from './child.mjs';
import { compressAssets } from './compress-assets.mjs';
import { cpuSecondsOfTree } from './cpu-time.mjs';
import { isProductionInstall } from './install.mjs';
import { describeShare, MovingShare } from './moving-share.mjs';
import { showProgress } from './progress.mjs';
import { hashSources, isSameListing, listSources } from './source-fingerprint.mjs';

const stampPath = (root) => join(root, '.next', 'threadloom-build.json');

/** Measured, until a build here says how long one takes. */
const USUAL = { seconds: 100, cpuSeconds: 125 };
/** Lines with which Next says what is done, and the shares of the time, measured: compiling is most of it. */
const MARKS = [
  { line: /Compiled successfully|Compiled with warnings/, share: 0.9 },
  { line: /Collecting page data/, share: 0.91 },
  { line: /Generating static pages/, share: 0.94 },
  { line: /Finalizing page optimization/, share: 0.96 },
];
/** While it compiles, Next says nothing: CPU time tells how far it is, less surely towards the end. */
const COMPILED_BY_CPU = 0.85;

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
  timeoutMs = /** @type {number | undefined} */ (undefined),
}) {
  const files = listSources(root);
  const stamp = readStamp(root);
  if (stamp && isSameListing(stamp.files, files)) return;
  const hash = hashSources(root, files);
  const isSame = stamp?.hash === hash;
  const usual = { ...USUAL, ...stamp?.took };
  const took = isSame ? stamp.took : await build({ root, node, env, stream, timeoutMs, usual });
  writeFileSync(stampPath(root), `${JSON.stringify({ hash, files, took })}\n`);
}

function readStamp(root) {
  try {
    return existsSync(join(root, '.next', 'BUILD_ID')) ? JSON.parse(readFileSync(stampPath(root), 'utf8')) : undefined;
  } catch {
    return undefined;
  }
}

/** @returns seconds that it took, and CPU seconds where the system tells them */
async function build({ root, node, env, stream, timeoutMs, usual }) {
  rmSync(stampPath(root), { force: true });
  const work = new BuildShare(usual);
  const progress = showProgress(
    'Building the pages (once, again only when their sources change)',
    (seconds) => `${describeShare(work.at(seconds))}: building, ${seconds} s`,
    stream,
  );
  const args = [join(root, 'node_modules', 'next', 'dist', 'bin', 'next'), 'build'];
  const buildEnv = { ...env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', CI: '1' };
  try {
    const result = await runChild(node, args, {
      cwd: root,
      env: buildEnv,
      timeoutMs,
      onLine: (line) => {
        work.note(line);
        if (line.trim()) stream.write(`  ${line}\n`);
      },
    });
    if (result.code !== 0)
      throw new StartError(`the pages could not be built (exit code ${result.code ?? result.signal}); the lines above say why.`);
    await compressAssets(join(root, '.next', 'static'));
    // 350 MB that only make the next build faster, which a product needs at its next version.
    if (isProductionInstall(root)) rmSync(join(root, '.next', 'cache'), { recursive: true, force: true });
    progress.end('pages built');
    return work.took();
  } catch (error) {
    progress.end();
    if (error instanceof Interrupted) error.message = 'stopped during the build; the next start does it again.';
    throw error;
  }
}

/** How far a build is, by what Next has printed and by the CPU time it has taken. */
export class BuildShare {
  #usual;
  #share;
  #cpuSeconds;
  #cpuBefore;
  #startedAt = Date.now();
  /** @type {{ seconds: number, share: { share: number, leftSeconds: number } } | undefined} */
  #last;
  #mark = 0;

  /**
   * @param {{ seconds: number, cpuSeconds: number }} usual of an earlier build
   * @param {() => number | undefined} cpuSeconds of this process and all that it started
   */
  constructor(usual, cpuSeconds = cpuSecondsOfTree) {
    this.#usual = usual;
    this.#share = new MovingShare(usual.seconds);
    this.#cpuSeconds = cpuSeconds;
    this.#cpuBefore = cpuSeconds();
  }

  /** Takes in a line that Next printed. */
  note(line) {
    const next = MARKS.findIndex((mark) => mark.line.test(line));
    if (next >= this.#mark) this.#mark = next + 1;
    this.#last = undefined;
  }

  at(seconds) {
    // A terminal asks four times a second, and the processes are read once.
    if (this.#last?.seconds !== seconds) this.#last = { seconds, share: this.#share.at(seconds, this.#step()) };
    return this.#last.share;
  }

  took() {
    const cpuSeconds = this.#cpuTaken();
    return { seconds: Math.round((Date.now() - this.#startedAt) / 1000), ...(cpuSeconds !== undefined && { cpuSeconds }) };
  }

  #step() {
    const limit = MARKS[this.#mark]?.share ?? 1;
    if (this.#mark > 0) return { measured: MARKS[this.#mark - 1].share, limit };
    const compiled = (this.#cpuTaken() ?? 0) / this.#usual.cpuSeconds;
    return { measured: Math.min(COMPILED_BY_CPU, compiled), limit };
  }

  #cpuTaken() {
    const now = this.#cpuSeconds();
    return now === undefined || this.#cpuBefore === undefined ? undefined : Math.max(0, now - this.#cpuBefore);
  }
}
