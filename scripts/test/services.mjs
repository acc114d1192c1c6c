// Programs the tests need from the machine: found, else installed with its package manager when we may, else named.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { runChild, StartError } from '../child.mjs';

/** The folder with `initdb` and `postgres`, or undefined. */
function findPostgres(env = process.env) {
  const versioned = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'].flatMap((folder) =>
    listFolder(folder).map((name) => join(folder, name, 'bin')),
  );
  const newestFirst = versioned.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  const folders = [...newestFirst, ...(env.PATH ?? '').split(delimiter)];
  return folders.find((folder) => folder && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** The folder with `redis-server`, or undefined. */
function findRedis(env = process.env) {
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/bin', '/opt/homebrew/bin', '/usr/local/bin'];
  return folders.find((folder) => folder && existsSync(join(folder, 'redis-server')));
}

/** The folder with `mariadbd`, or undefined. */
function findMysql(env = process.env) {
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/sbin', '/opt/homebrew/bin', '/usr/local/bin'];
  return folders.find((folder) => folder && existsSync(join(folder, 'mariadbd')));
}

/** The folder with `nginx`, or undefined. Its certificate is made with `openssl`, so both have to be installed. */
function findNginx(env = process.env) {
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/sbin', '/opt/homebrew/bin', '/usr/local/bin'];
  const isIn = (name) => (folder) => folder && existsSync(join(folder, name));
  return [...folders, '/usr/bin'].some(isIn('openssl')) ? folders.find(isIn('nginx')) : undefined;
}

/** The folder with `promtool`, or undefined. */
function findPromtool(env = process.env) {
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/bin', '/opt/homebrew/bin', '/usr/local/bin'];
  return folders.find((folder) => folder && existsSync(join(folder, 'promtool')));
}

/** The path of a Chromium or Chrome, or undefined. */
function findChromium(env = process.env) {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  return [env.THREADLOOM_TEST_CHROMIUM, ...onPath(names, env), mac].find((path) => path && existsSync(path));
}

/** The path of LibreOffice's `soffice` with all that opens documents, sheets and slides, or undefined. */
function findOffice(env = process.env) {
  const mac = '/Applications/LibreOffice.app/Contents/MacOS/soffice';
  const complete = [...onPath(['soffice'], env), mac].filter((path) => existsSync(path) && opensAllKinds(path));
  return [env.THREADLOOM_TEST_OFFICE, ...complete].find((path) => path && existsSync(path));
}

/** Debian has a package for each kind; without one `soffice` skips such files, and ends well. */
function opensAllKinds(soffice) {
  if (process.platform !== 'linux') return true;
  const folder = dirname(realpathSync(soffice));
  return ['libswlo.so', 'libsclo.so', 'libsdlo.so'].every((name) => existsSync(join(folder, name)));
}

/** Chromium without a window: the browser tests take a third less of the processor with it. */
export function findTestBrowser(env = process.env) {
  const shells = onPath(['chromium-headless-shell', 'chrome-headless-shell'], env);
  return [env.THREADLOOM_TEST_CHROMIUM, ...shells].find((path) => path && existsSync(path)) ?? findChromium(env);
}

function onPath(names, env) {
  return ['/usr/bin', ...(env.PATH ?? '').split(delimiter)].flatMap((folder) => names.map((name) => join(folder, name)));
}

const services = {
  postgres: {
    title: 'PostgreSQL',
    aptPackage: 'postgresql',
    // A server that is given needs no programs here.
    isGiven: (env) => Boolean(env.DATABASE_URL_TEST),
    find: findPostgres,
    toEnv: (folder, env) => ({ PATH: [folder, env.PATH].join(delimiter) }),
    otherwise: 'set DATABASE_URL_TEST to a server',
  },
  redis: {
    title: 'Redis',
    aptPackage: 'redis-server',
    isGiven: () => false,
    find: findRedis,
    toEnv: (folder, env) => ({ PATH: [folder, env.PATH].join(delimiter) }),
    otherwise: 'put redis-server on the PATH',
  },
  mysql: {
    title: 'MariaDB',
    aptPackage: 'mariadb-server',
    isGiven: () => false,
    find: findMysql,
    toEnv: (folder, env) => ({ PATH: [folder, env.PATH].join(delimiter) }),
    otherwise: 'put mariadbd on the PATH',
  },
  nginx: {
    title: 'nginx',
    aptPackage: 'nginx-light openssl',
    isGiven: () => false,
    find: findNginx,
    toEnv: (folder, env) => ({ PATH: [folder, env.PATH].join(delimiter) }),
    otherwise: 'put nginx and openssl on the PATH',
  },
  prometheus: {
    title: 'promtool of Prometheus',
    aptPackage: 'prometheus',
    isGiven: () => false,
    find: findPromtool,
    toEnv: (folder, env) => ({ PATH: [folder, env.PATH].join(delimiter) }),
    otherwise: 'put promtool on the PATH',
  },
  chromium: {
    title: 'Chromium',
    aptPackage: 'chromium',
    preferredAptPackage: 'chromium-headless-shell',
    isGiven: () => false,
    find: findTestBrowser,
    toEnv: (path) => ({ THREADLOOM_TEST_CHROMIUM: path }),
    otherwise: 'set THREADLOOM_TEST_CHROMIUM to a browser',
  },
  office: {
    title: 'LibreOffice',
    aptPackage: 'libreoffice-impress-nogui libreoffice-writer-nogui libreoffice-calc-nogui',
    isGiven: () => false,
    find: findOffice,
    toEnv: (path) => ({ THREADLOOM_TEST_OFFICE: path }),
    otherwise: 'set THREADLOOM_TEST_OFFICE to soffice',
  },
  poppler: {
    title: 'pdftotext',
    aptPackage: 'poppler-utils',
    isGiven: () => false,
    find: (env) => onPath(['pdftotext'], env).find((path) => existsSync(path)),
    toEnv: (path, env) => ({ PATH: [env.PATH, dirname(path)].join(delimiter) }),
    otherwise: 'put pdftotext on the PATH',
  },
  python: {
    title: 'Python 3',
    aptPackage: 'python3',
    isGiven: () => false,
    find: (env) => onPath(['python3'], env).find((path) => existsSync(path)),
    toEnv: (path, env) => ({ PATH: [env.PATH, dirname(path)].join(delimiter) }),
    otherwise: 'put python3 on the PATH',
  },
};

/**
 * The variable by which tests find a PostgreSQL with pgvector. Without one the reason is printed, and
 * vectors are tested on the embedded database alone.
 */
export async function offerPgvector(env = process.env) {
  if (env.THREADLOOM_TEST_PGVECTOR) return {};
  const installed = findPostgres(env);
  try {
    if (installed === undefined) throw new Error('PostgreSQL is not installed');
    const { buildPgvector } = await import('./build-pgvector.mjs');
    return { THREADLOOM_TEST_PGVECTOR: buildPgvector({ installed, cache: join(tmpdir(), 'threadloom-test-pgvector') }) };
  } catch (error) {
    console.log(`  no PostgreSQL with pgvector: ${String(error.message).split('\n', 1)[0]}`);
    return {};
  }
}

/**
 * Environment variables that tell a stage's tests where a service is. Installs it first when it is
 * missing and that is allowed.
 *
 * @throws StartError naming what to install.
 */
export async function ensureService(name, env = process.env) {
  const { title, aptPackage, preferredAptPackage, isGiven, find, toEnv, otherwise } = services[name];
  if (isGiven(env)) return {};
  const install = (name) => installWithApt(name, env, () => find(env));
  const found = find(env) ?? (preferredAptPackage && (await install(preferredAptPackage))) ?? (await install(aptPackage));
  if (found) return toEnv(found, env);
  throw new StartError(
    `the tests need ${title}; install it (on Debian or Ubuntu: apt-get install ${aptPackage}) or ${otherwise}.`,
  );
}

async function installWithApt(aptPackage, env, find) {
  const apt = aptCommand();
  if (!apt) return undefined;
  console.log(`  installing ${aptPackage} with apt-get`);
  const aptEnv = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
  await runApt(apt, ['update'], aptEnv);
  await runApt(apt, ['install', '-y', '--no-install-recommends', ...aptPackage.split(' ')], aptEnv);
  return find();
}

async function runApt([command, ...prefix], args, env) {
  const last = [];
  const onLine = (line) => {
    last.push(line);
    last.splice(0, last.length - 5);
  };
  const { code } = await runChild(command, [...prefix, ...args], { env, onLine });
  if (code !== 0) console.log(last.map((line) => `  ${line}`).join('\n'));
}

function aptCommand() {
  if (!existsSync('/usr/bin/apt-get')) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  try {
    execFileSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
    return ['sudo', '-n', 'apt-get'];
  } catch {
    return undefined;
  }
}

function listFolder(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}
