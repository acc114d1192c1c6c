// `npm run lock`: names in package-lock.json the optional platform packages that the registry in use does not have.
// npm leaves them out when it writes the lockfile, and `npm ci` then refuses the lockfile for not naming them. Which machines an entry is for
// follows from its name, so npm fetches it on those alone.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const operatingSystems = ['android', 'darwin', 'linux', 'win32', 'freebsd', 'openbsd', 'netbsd', 'sunos', 'aix', 'openharmony'];
const processors = ['arm64', 'x64', 'arm', 'ia32', 'ppc64', 'ppc64le', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32'];
const otherNames = { win: 'win32', windows: 'win32', armv7: 'arm', armv7l: 'arm', 386: 'ia32' };

/** The lockfile with every optional dependency named. What is there stays as it is. */
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
  const sorted = Object.entries(packages).sort(([a], [b]) => (a === '' ? -1 : b === '' ? 1 : a.localeCompare(b, 'en')));
  return { ...lock, packages: Object.fromEntries(sorted) };
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = fileURLToPath(new URL('../package-lock.json', import.meta.url));
  writeFileSync(path, `${JSON.stringify(completeLockfile(JSON.parse(readFileSync(path, 'utf8'))), null, 2)}\n`);
}
