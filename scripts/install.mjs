// Installs the dependencies unless a stamp, written after the last install, says that they are complete.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { Interrupted, runChild, StartError } from './child.mjs';
import { describeShare, interpolate, MovingShare } from './moving-share.mjs';
import { showProgress } from './progress.mjs';
import { pruneInstall } from './prune-install.mjs';

const stampName = '.threadloom-install.json';
const hiddenLockName = '.package-lock.json';
const platform = `${process.platform}-${process.arch}`;

/** Of a first install, with the files downloaded. */
const USUAL_SECONDS = 60;
/** Shares of the time when npm has read the lockfile and made the folders, and when it puts the first files there. */
const FOLDERS_SHARE = 0.05;
const FILES_SHARE = 0.2;
/** Shares of the time by shares of the packages, measured: the large ones are complete at last. */
const PACKAGE_SHARES = [
  [0, FILES_SHARE],
  [0.33, 0.25],
  [0.6, 0.3],
  [0.75, 0.36],
  [0.85, 0.42],
  [0.9, 0.46],
  [0.935, 0.55],
  [0.975, 0.63],
  [0.99, 0.72],
  [0.9935, 0.82],
  [0.998, 0.93],
  [1, 0.98],
];

/**
 * Installs with `npm ci` unless a finished install of this very lockfile is there.
 *
 * `kind` is `production` or `development`; a development install is good for both. An interrupted
 * install has no stamp and is done again. `title` names in messages what is installed.
 * @throws StartError with npm's own reason in one line. Interrupted when stopped.
 */
export async function ensureInstalled({
  root,
  kind,
  env = process.env,
  stream = /** @type {NodeJS.WriteStream} */ (process.stdout),
  title = 'dependencies',
}) {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const wanted = { lockHash: createHash('sha256').update(lockText).digest('hex'), platform, kind };
  if (satisfies(readStamp(root), wanted)) return;
  const lock = JSON.parse(lockText);
  const found = ['development', kind].find((candidate) => isInstalledByHand(root, packagesToInstall(lock, candidate)));
  const prune = (found ?? kind) === 'production' ? () => pruneInstall(root, lock) : undefined;
  if (found) prune?.();
  else {
    for (const mark of [stampName, hiddenLockName]) rmSync(join(root, 'node_modules', mark), { force: true });
    await install({ root, kind, env, stream, title, packages: packagesToInstall(lock, kind), prune });
  }
  writeStamp(root, { ...wanted, kind: found ?? kind });
}

function satisfies(stamp, wanted) {
  if (stamp?.lockHash !== wanted.lockHash || stamp.platform !== wanted.platform) return false;
  return stamp.kind === 'development' || stamp.kind === wanted.kind;
}

/** True if only what the product needs is installed, without the tools of its developers. */
export function isProductionInstall(root) {
  return readStamp(root)?.kind === 'production';
}

function readStamp(root) {
  try {
    return JSON.parse(readFileSync(join(root, 'node_modules', stampName), 'utf8'));
  } catch {
    return undefined;
  }
}

function writeStamp(root, stamp) {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(join(root, 'node_modules', stampName), `${JSON.stringify(stamp)}\n`);
}

/** The lockfile's entries that must be on this machine, as `[path, version]`. */
export function packagesToInstall(lock, kind, { os = process.platform, cpu = process.arch, libc = libcName() } = {}) {
  const fits = (field, value) => {
    if (!field) return true;
    const list = [field].flat();
    return !list.includes(`!${value}`) && (list.includes(value) || list.every((item) => item.startsWith('!')));
  };
  return (
    Object.entries(lock.packages ?? {})
      .filter(([path]) => path !== '')
      .filter(([, entry]) => kind === 'development' || !entry.dev)
      // npm may leave out an optional package for reasons of its own; the platform binaries are the
      // optional ones we need.
      .filter(([, entry]) => !(entry.optional || entry.devOptional) || entry.os || entry.cpu)
      .filter(([, entry]) => fits(entry.os, os) && fits(entry.cpu, cpu) && (os !== 'linux' || fits(entry.libc, libc)))
      .map(([path, entry]) => [path, entry.version])
  );
}

function libcName() {
  if (process.platform !== 'linux') return undefined;
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

/**
 * npm writes this hidden lockfile at the very end, so with every package in it an `npm ci` run by
 * hand has finished.
 */
function isInstalledByHand(root, packages) {
  try {
    const hidden = JSON.parse(readFileSync(join(root, 'node_modules', hiddenLockName), 'utf8')).packages;
    return packages.every(([path, version]) => hidden[path]?.version === version && existsSync(join(root, path)));
  } catch {
    return false;
  }
}

async function install({ root, kind, env, stream, title, packages, prune }) {
  const count = () => packages.filter(([path]) => existsSync(join(root, path, 'package.json'))).length;
  const hasFolders = () => packages.some(([path]) => existsSync(join(root, path)));
  const share = new MovingShare(USUAL_SECONDS);
  const describe = (seconds) => {
    const complete = count();
    const step = installStep({ hasFolders: complete > 0 || hasFolders(), complete, total: packages.length });
    return `${describeShare(share.at(seconds, step))}: ${complete} of ${packages.length} packages, ${seconds} s`;
  };
  const progress = showProgress(`Installing the ${title} (once, about a minute)`, describe, stream);
  const errors = [];
  const { command, args } = npmCommand(root, env);
  const flags = kind === 'production' ? ['--omit=dev', '--include=optional'] : ['--include=dev', '--include=optional'];
  try {
    const result = await runChild(command, [...args, 'ci', ...flags, '--no-audit', '--no-fund'], {
      cwd: root,
      env: npmEnvironment(env),
      onLine: (line) => line.startsWith('npm error') && errors.push(line),
    });
    if (result.code !== 0) throw new StartError(`npm could not install the ${title}: ${describeNpmErrors(errors)}`);
    prune?.();
    progress.end(`${title} installed`);
  } catch (error) {
    progress.end();
    if (error instanceof Interrupted) error.message = 'stopped during the install; the next start does it again.';
    if (error?.code === 'ENOENT') throw new StartError('npm was not found. Install Node with npm and start again.');
    throw error;
  }
}

/** What is certainly done of an install, and what the next package will say. */
export function installStep({ hasFolders, complete, total }) {
  if (!hasFolders) return { measured: 0, limit: FOLDERS_SHARE };
  if (complete === 0) return { measured: FOLDERS_SHARE, limit: FILES_SHARE };
  const measured = interpolate(PACKAGE_SHARES, complete / total);
  return { measured, limit: complete === total ? 1 : interpolate(PACKAGE_SHARES, (complete + 1) / total) };
}

/** npm's error in one line, without its prefix and the path of its log. */
export function describeNpmErrors(lines) {
  const words = lines
    .map((line) => line.replace(/^npm error ?/, '').trim())
    .filter((line) => line && !/complete log|\.log$/i.test(line));
  return words.slice(0, 3).join('; ') || 'npm gave no reason';
}

/**
 * How to call npm: the one that runs us, else the one on the path. Never with the Node inside
 * node_modules, which `npm ci` deletes
 * while it works.
 */
export function npmCommand(root, env) {
  const isNpm = /npm-cli\.c?js$/.test(env.npm_execpath ?? '');
  const isOutside = env.npm_node_execpath && !env.npm_node_execpath.startsWith(join(root, 'node_modules') + sep);
  if (isNpm && isOutside && existsSync(env.npm_node_execpath))
    return { command: env.npm_node_execpath, args: [env.npm_execpath] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
}

/**
 * The caller's settings without those that would leave out what we need (`npm_config_omit=optional`
 * drops Node 26 and the compiler).
 *
 * @returns {NodeJS.ProcessEnv}
 */
export function npmEnvironment(env) {
  const isHarmful =
    /^(npm_config_(omit|include|only|also|production|optional|dev|global|location|dry_run|package_lock|package_lock_only|bin_links|os|cpu|libc|install_strategy|workspaces?)|NODE_ENV|NODE_OPTIONS)$/i;
  const kept = Object.entries(env).filter(([name]) => !isHarmful.test(name));
  const path = (env.PATH ?? '').split(delimiter).filter((folder) => !folder.endsWith(join('node_modules', '.bin')));
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter) };
}
