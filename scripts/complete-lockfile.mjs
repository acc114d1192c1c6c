// `npm run lock`: makes package-lock.json whole. Names the optional platform packages that npm left
// out, since `npm ci` refuses a lockfile
// that does not name them; asks the registry for each hash that is missing; and marks what is never installed.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reportFailure, runChild, StartError } from './child.mjs';
import { npmCommand, npmEnvironment } from './install.mjs';

const operatingSystems = ['android', 'darwin', 'linux', 'win32', 'freebsd', 'openbsd', 'netbsd', 'sunos', 'aix', 'openharmony'];
const processors = ['arm64', 'x64', 'arm', 'ia32', 'ppc64', 'ppc64le', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32'];
/** Next resizes images with it, which `images.unoptimized` turns off: 21 MB, and the only LGPL code in the tree. */
const neverInstalled = /^node_modules\/(sharp|@img\/.+)$/;
/** No machine has it, so npm skips an optional package that is for it alone. */
const noOperatingSystem = ['none'];
const otherNames = { win: 'win32', windows: 'win32', armv7: 'arm', armv7l: 'arm', 386: 'ia32' };

/** Adds missing optional dependencies to the lockfile and marks packages that are never installed. */
export function completeLockfile(lock) {
  const packages = { ...lock.packages };
  const byDepth = Object.entries(lock.packages).sort(([a], [b]) => depthOf(a) - depthOf(b));
  for (const [from, { optionalDependencies = {}, dev }] of byDepth) {
    for (const [name, range] of Object.entries(optionalDependencies)) {
      const version = range.replace(/^[\^~]/, '');
      const found = findPackage(packages, from, name);
      if (found && (packages[found].version === version || /[\^~*<>|]/.test(range))) continue;
      const place = packages[`node_modules/${name}`] ? `${from}/node_modules/${name}` : `node_modules/${name}`;
      packages[place] = { version, ...platformOf(name), ...(dev && { dev }), optional: true };
    }
  }
  for (const [path, entry] of Object.entries(packages))
    if (neverInstalled.test(path) && entry.optional) packages[path] = { ...entry, os: noOperatingSystem };
  const sorted = Object.entries(packages).sort(([a], [b]) => (a === '' ? -1 : b === '' ? 1 : a.localeCompare(b, 'en')));
  return { ...lock, packages: Object.fromEntries(sorted) };
}

/**
 * Paths of the packages that npm would install without knowing their content. A bundled package is
 * part of the one around it.
 */
export function pathsWithoutHash(lock) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && !entry.link && !entry.inBundle)
    .filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))
    .map(([path]) => path);
}

/**
 * The lockfile with the hash of every package.
 * @param findHash SHA-512 of `name@version` as the registry has it, or undefined when the registry
 * does not have that version
 * @throws StartError naming the packages that have none
 */
export async function addHashes(lock, findHash) {
  const packages = { ...lock.packages };
  const missing = [];
  for (const path of pathsWithoutHash(lock)) {
    const { version, ...entry } = packages[path];
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const integrity = await findHash(`${name}@${version}`);
    if (integrity === undefined) missing.push(`${name}@${version}`);
    else packages[path] = { version, ...entry, integrity };
  }
  if (missing.length > 0)
    throw new StartError(
      `the registry has no hash of ${missing.join(', ')}. Choose versions of what depends on them that it has for every platform.`,
    );
  return { ...lock, packages };
}

function depthOf(path) {
  return path.split('node_modules/').length;
}

/** Where Node would find `name` from a package at `from`. */
function findPackage(packages, from, name) {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/') - 1))) {
    const path = `${base && `${base}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (base === '') return undefined;
  }
}

function platformOf(name) {
  const words = name.split(/[-/]/).map((word) => otherNames[word] ?? word);
  const os = words.find((word) => operatingSystems.includes(word) && !(word === 'linux' && words.includes('android')));
  const cpu = words.find((word) => processors.includes(word));
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : undefined;
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), ...(os && { os: [os] }) };
}

async function askRegistry(nameAndVersion) {
  const lines = [];
  const { command, args } = npmCommand(root, process.env);
  const result = await runChild(command, [...args, 'view', nameAndVersion, 'dist.integrity', '--silent'], {
    cwd: root,
    env: npmEnvironment(process.env),
    onLine: (line) => lines.push(line.trim()),
  });
  return result.code === 0 ? lines.find((line) => line.startsWith('sha512-')) : undefined;
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const path = `${root}/package-lock.json`;
    const lock = await addHashes(completeLockfile(JSON.parse(readFileSync(path, 'utf8'))), askRegistry);
    writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  } catch (error) {
    process.exitCode = reportFailure(error);
  }
}
