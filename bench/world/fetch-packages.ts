import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DebianPackage, FilePackage, NpmPackage } from './packages.ts';

const run = promisify(execFile);
const DOWNLOAD_MS = 180_000;

export type FetchedPackage = { readonly from: FilePackage; readonly folder: string };
export type FetchedPackages = {
  readonly fetched: readonly FetchedPackage[];
  /** Packages that could not be had, with the reason. */
  readonly missing: readonly string[];
  /** Debian packages whose version the archive no longer has: the present one was read. */
  readonly otherVersions: readonly string[];
};

/** Downloads packages to a folder, where the next call finds them. Code of a package never runs. */
export async function fetchPackages(packages: readonly FilePackage[], cache: string): Promise<FetchedPackages> {
  const fetched: FetchedPackage[] = [];
  const missing: string[] = [];
  const otherVersions: string[] = [];
  for (const from of packages) {
    const id = `${from.name}@${from.version}`;
    const folder = join(cache, id.replaceAll(/[^\w.@+-]/g, '_'));
    try {
      if (!existsSync(folder)) {
        const version = await fetchPackage(from, folder);
        if (version !== from.version) otherVersions.push(`${id}: ${version} was read`);
      }
      fetched.push({ from, folder });
    } catch (error) {
      missing.push(`${id}: ${reasonOf(error)}`);
    }
  }
  return { fetched, missing, otherVersions };
}

/** @returns the version */
async function fetchPackage(from: FilePackage, folder: string): Promise<string> {
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(join(partial, 'files'), { recursive: true });
  const version = from.registry === 'npm' ? await fetchNpm(from, partial) : await fetchDebian(from, partial);
  renameSync(join(partial, 'files'), folder);
  rmSync(partial, { recursive: true });
  return version;
}

async function fetchNpm({ name, version, integrity }: NpmPackage, folder: string): Promise<string> {
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder, `${name}@${version}`];
  await run('npm', args, { cwd: folder, timeout: DOWNLOAD_MS });
  const archive = join(folder, archiveIn(folder, '.tgz'));
  const hash = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (hash !== integrity) throw new Error('the archive is not the one that the bench names');
  await run('tar', ['--no-same-owner', '--warning=no-unknown-keyword', '-xzf', archive, '-C', join(folder, 'files')]);
  return version;
}

/** apt checks the archive by the signed list of Debian. */
async function fetchDebian({ name, version }: DebianPackage, folder: string): Promise<string> {
  const download = (what: string) => run('apt-get', ['download', '-qq', what], { cwd: folder, timeout: DOWNLOAD_MS });
  await download(`${name}=${version}`).catch(() => download(name));
  const archive = join(folder, archiveIn(folder, '.deb'));
  await run('dpkg-deb', ['-x', archive, join(folder, 'files')]);
  const { stdout } = await run('dpkg-deb', ['-f', archive, 'Version']);
  return stdout.trim();
}

function archiveIn(folder: string, ending: string): string {
  const name = readdirSync(folder).find((file) => file.endsWith(ending));
  if (name === undefined) throw new Error('nothing was downloaded');
  return name;
}

function reasonOf(error: unknown): string {
  const { stderr = '', message } = error as Error & { stderr?: string };
  return (stderr.trim().split('\n').at(-1) || message).slice(0, 200);
}
