import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../usage-error.ts';

const CASES = /\.test\.(?:ya?ml|json)$/;
const WORKFLOW = /\.workflow\.json$/;
const ENDINGS = ['.test.yaml', '.test.yml', '.test.json'];
const LEFT_OUT = new Set(['node_modules', '.git', '.next']);

/**
 * The files with cases: those named, those of named workflows, and all below named folders, in the order of their
 * names.
 * @throws {UsageError} for a path that does not exist, and a workflow without cases
 */
export async function findCaseFiles(paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) found.push(...(await filesAt(path)));
  return [...new Set(found)];
}

async function filesAt(path: string): Promise<string[]> {
  const known = await stat(path).catch(() => undefined);
  if (!known) throw new UsageError(`There is no file or folder ${path}`);
  if (known.isDirectory()) return filesBelow(path);
  if (CASES.test(path)) return [path];
  if (!WORKFLOW.test(path))
    throw new UsageError(`${path} is neither a workflow (*.workflow.json) nor a file of cases (*.test.yaml)`);
  const stem = path.replace(WORKFLOW, '');
  for (const ending of ENDINGS) if (await stat(stem + ending).catch(() => undefined)) return [stem + ending];
  throw new UsageError(`${path} has no cases: write them in ${stem}.test.yaml`);
}

async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !LEFT_OUT.has(entry.name)) found.push(...(await filesBelow(path)));
    if (entry.isFile() && CASES.test(entry.name)) found.push(path);
  }
  return found;
}
