// A PostgreSQL of its own with pgvector, for tests: the installed one stays as it is. From Debian's sources, as its
// stable releases have no package for every version.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A release whose source package is pgvector 0.8. */
const RELEASE = 'trixie';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
/** As its Makefile has them, for any processor. */
const FLAGS = '-O2 -fPIC -shared -ftree-vectorize -fassociative-math -fno-signed-zeros -fno-trapping-math'.split(' ');

/**
 * The folder of programs of a copy of the PostgreSQL in `installed`, with pgvector. Made once in `cache`.
 * @param installed its folder of programs, /usr/lib/postgresql/15/bin
 * @throws where something is missing: apt-get, a compiler, the network
 */
export function buildPgvector({ installed, cache, run = runQuietly }) {
  const [, version] = /\/usr\/lib\/postgresql\/(\d+)\/bin$/.exec(installed) ?? [];
  if (version === undefined) throw new Error('PostgreSQL is no package of Debian');
  const home = join(cache, `pgvector-${version}`);
  const bin = join(home, 'usr/lib/postgresql', version, 'bin');
  // Anybody may make a folder in that for temporary files.
  if (existsSync(bin) && statSync(home).uid === process.getuid()) return bin;
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-pgvector-'));
  try {
    const source = fetchSource(folder, run);
    const headers = fetchHeaders(folder, version, run);
    const files = readdirSync(join(source, 'src')).filter((name) => name.endsWith('.c'));
    const built = join(folder, 'vector.so');
    run('cc', [...FLAGS, `-I${headers}`, '-o', built, ...files.map((name) => join(source, 'src', name)), '-lm']);
    const copy = join(folder, 'copy');
    for (const part of [`usr/lib/postgresql/${version}`, `usr/share/postgresql/${version}`])
      cpSync(join('/', part), join(copy, part), { recursive: true, dereference: true });
    cpSync(built, join(copy, 'usr/lib/postgresql', version, 'lib/vector.so'));
    copyExtension(source, join(copy, 'usr/share/postgresql', version, 'extension'));
    mkdirSync(dirname(home), { recursive: true });
    rmSync(home, { recursive: true, force: true });
    cpSync(copy, `${home}.new`, { recursive: true });
    renameSync(`${home}.new`, home);
    return bin;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The unpacked source package, from the server that this system has its packages from. */
function fetchSource(folder, run) {
  const [server] = run('apt-get', ['indextargets', '--format', '$(ORIGIN) $(REPO_URI)'])
    .split('\n')
    .flatMap((line) => (/^Debian \S+\/debian\/?$/.test(line) ? [line.slice('Debian '.length)] : []));
  if (server === undefined) throw new Error('no server of Debian is configured');
  mkdirSync(join(folder, 'lists/partial'), { recursive: true });
  writeFileSync(join(folder, 'sources.list'), `deb-src [signed-by=${KEYRING}] ${server} ${RELEASE} main\n`);
  const settings = ['sourcelist', 'sourceparts'].map(
    (name) => `Dir::Etc::${name}=${name === 'sourcelist' ? join(folder, 'sources.list') : '/dev/null'}`,
  );
  const own = [...settings, `Dir::State::lists=${join(folder, 'lists')}`, `Dir::Cache=${folder}`, 'APT::Sandbox::User=root'];
  const options = own.flatMap((setting) => ['-o', setting]);
  run('apt-get', [...options, 'update'], { cwd: folder });
  run('apt-get', [...options, 'source', '--download-only', 'pgvector'], { cwd: folder });
  const archive = readdirSync(folder).find((name) => name.endsWith('.orig.tar.gz'));
  if (archive === undefined) throw new Error('the source package has no archive');
  run('tar', ['xzf', archive], { cwd: folder });
  return join(folder, readdirSync(folder).find((name) => /^pgvector-[\d.]+$/.test(name)) ?? '');
}

/** The headers of the server, unpacked and not installed. */
function fetchHeaders(folder, version, run) {
  run('apt-get', ['-o', 'APT::Sandbox::User=root', 'download', `postgresql-server-dev-${version}`], { cwd: folder });
  const packed = readdirSync(folder).find((name) => name.endsWith('.deb'));
  if (packed === undefined) throw new Error('the headers of the server were not found');
  run('dpkg', ['-x', packed, 'headers'], { cwd: folder });
  return join(folder, 'headers/usr/include/postgresql', version, 'server');
}

function copyExtension(source, folder) {
  const control = readFileSync(join(source, 'vector.control'), 'utf8');
  const [, version] = /default_version = '([^']+)'/.exec(control) ?? [];
  writeFileSync(join(folder, 'vector.control'), control);
  cpSync(join(source, 'sql/vector.sql'), join(folder, `vector--${version}.sql`));
}

function runQuietly(command, args, { cwd } = {}) {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 120_000 });
}
