import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from '../../scripts/install.mjs';
import { countPackages, type Figures } from './summaries.ts';

const root = join(import.meta.dirname, '..', '..');

/** Disk space and packages of a folder in which npm has installed something. */
export function sizeOfInstall(folder: string): Figures {
  return { installedMb: diskMb(join(folder, 'node_modules')), packages: packagesIn(folder) };
}

/** The same of this project: its packages for production, its files, and its built pages. */
export async function sizeOfProject(): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'rivals-install-'));
  try {
    for (const name of ['package.json', 'package-lock.json', '.npmrc']) copyFileSync(join(root, name), join(folder, name));
    await ensureInstalled({ root: folder, kind: 'production', stream: process.stderr });
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
    const list = execFileSync('du', ['-ck', '--files0-from=-'], { cwd: root, input: files, encoding: 'utf8', maxBuffer: 1e8 });
    const parts = {
      packagesMb: diskMb(join(folder, 'node_modules')),
      filesMb: Number(list.trimEnd().split('\n').at(-1)?.split('\t')[0]) / 1024,
      pagesMb: diskMb(join(root, '.next')),
    };
    return { installedMb: parts.packagesMb + parts.filesMb + parts.pagesMb, packages: packagesIn(folder), parts };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function packagesIn(folder: string): number {
  return countPackages(JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8')));
}

function diskMb(folder: string): number {
  return Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]) / 1024;
}
