import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartProcess } from './start-process.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const runtimePackage = `node-${process.platform}-${process.arch}`;

/** A package that only a development install has. */
export const DEVELOPMENT_PACKAGE = 'stopwatch';

// A compiler that compiles nothing, but starts a worker as the real one does, and is slow while a file says so.
const compiler = `
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const worker = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
if (fs.existsSync('build-fails')) { console.log('no such export'); worker.kill(); process.exit(3); }
if (fs.existsSync('build-is-slow')) console.log('compiling with ' + process.pid + ' and ' + worker.pid);
else { worker.kill(); fs.mkdirSync('.next/static', { recursive: true }); fs.writeFileSync('.next/BUILD_ID', 'one'); }
`;

const server = `
import { createServer } from 'node:http';
const server = createServer((_request, response) => response.end('a page'));
server.listen(0, '127.0.0.1', () => console.log('Threadloom is ready at http://127.0.0.1:' + (server.address() as { port: number }).port));
process.on('SIGINT', () => process.exit(0));
`;

const packages: Record<string, Record<string, string>> = {
  next: { 'dist/bin/next': compiler },
  [runtimePackage]: { 'bin/node': `#!/bin/sh\nexec ${process.execPath} "$@"\n` },
  [DEVELOPMENT_PACKAGE]: { 'index.js': 'module.exports = "measured";' },
};

/**
 * A project of three packages with the real scripts, npm and lockfile, whose install and build take
 * a second. Its registry listens on loopback and can be made to hang.
 */
export class SmallProject {
  readonly root: string;
  readonly #registry: Registry;

  private constructor(root: string, registry: Registry) {
    this.root = root;
    this.#registry = registry;
  }

  static async make(): Promise<SmallProject> {
    const folder = mkdtempSync(join(tmpdir(), 'threadloom-start-'));
    const root = join(folder, 'project');
    const tarballs = new Map(
      Object.entries(packages).map(([name, files]) => [name, packTarball(join(folder, name), name, files)]),
    );
    const registry = await Registry.open(tarballs);
    cpSync(join(checkout, 'scripts'), join(root, 'scripts'), { recursive: true });
    const write = (path: string, content: unknown) =>
      writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
    const project = {
      name: 'small',
      version: '1.0.0',
      type: 'module',
      dependencies: { next: '1.0.0' },
      optionalDependencies: { [runtimePackage]: '1.0.0' },
      devDependencies: { [DEVELOPMENT_PACKAGE]: '1.0.0' },
    };
    write('package.json', project);
    write('package-lock.json', makeLock(project, tarballs));
    write('.npmrc', `registry=${registry.url}\nomit-lockfile-registry-resolved=true\nignore-scripts=true\n`);
    write('app/page.tsx', 'export default () => null;');
    write('server.ts', server);
    return new SmallProject(root, registry);
  }

  /** Runs a file of `scripts/`. */
  start(env: Record<string, string> = {}, script: readonly string[] = ['start.mjs']): StartProcess {
    const [file = '', ...args] = script;
    const home = join(this.root, '..', 'home');
    mkdirSync(home, { recursive: true });
    return new StartProcess({
      root: this.root,
      command: [process.execPath, `scripts/${file}`, ...args],
      env: { HOME: home, npm_config_cache: join(home, '.npm'), NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1', ...env },
    });
  }

  write(path: string, content = ''): void {
    writeFile(join(this.root, path), content);
  }

  remove(path: string): void {
    rmSync(join(this.root, path), { recursive: true });
  }

  get registry(): Registry {
    return this.#registry;
  }

  async dispose(): Promise<void> {
    await this.#registry.close();
    rmSync(join(this.root, '..'), { recursive: true, force: true });
  }
}

/** An npm registry with these packages at 1.0.0. */
class Registry {
  /** `hangs`: a request for a package is never answered. */
  mode: 'answers' | 'hangs' | 'refuses' = 'answers';
  readonly #server: Server;
  #asked: (() => void) | undefined;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(tarballs: ReadonlyMap<string, Buffer>): Promise<Registry> {
    const server = createServer();
    const registry = new Registry(server);
    server.on('request', (request, response) => {
      const [, name = '', file] = (request.url ?? '').split('/');
      const tarball = tarballs.get(name);
      if (!tarball || registry.mode === 'refuses') return response.writeHead(404).end('{}');
      if (!file)
        return response.end(
          JSON.stringify({
            name,
            'dist-tags': { latest: '1.0.0' },
            versions: {
              '1.0.0': {
                name,
                version: '1.0.0',
                dist: { tarball: `${registry.url}${name}/tarball`, integrity: integrityOf(tarball) },
              },
            },
          }),
        );
      registry.#asked?.();
      if (registry.mode === 'answers') response.end(tarball);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return registry;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}/`;
  }

  /** Resolves when the next package is asked for. */
  async untilAsked(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#asked = resolve;
    });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

function packTarball(folder: string, name: string, files: Record<string, string>): Buffer {
  writeFile(join(folder, 'package', 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
  for (const [path, content] of Object.entries(files)) writeFile(join(folder, 'package', path), content);
  execFileSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: folder });
  return readFileSync(join(folder, 'package.tgz'));
}

function makeLock(
  project: { name: string; version: string; dependencies: object; optionalDependencies: object; devDependencies: object },
  tarballs: ReadonlyMap<string, Buffer>,
): object {
  const entries = [...tarballs].map(([name, tarball]) => {
    const platform = name === runtimePackage ? { optional: true, os: [process.platform], cpu: [process.arch] } : {};
    const kind = name === DEVELOPMENT_PACKAGE ? { dev: true } : {};
    return [`node_modules/${name}`, { version: '1.0.0', integrity: integrityOf(tarball), ...platform, ...kind }];
  });
  return {
    name: project.name,
    version: project.version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': project, ...Object.fromEntries(entries) },
  };
}

function integrityOf(tarball: Buffer): string {
  return `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
}

function writeFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { mode: 0o755 });
}
