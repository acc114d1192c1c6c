import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SCHEMA = join(ROOT, 'prisma/schema.prisma');
const COMMITTED = join(ROOT, 'server/db/generated/prisma');
const GENERATE_LIMIT_MS = 60_000;
/**
 * `generate` never runs the schema engine, but the CLI downloads it unless a file is given.
 */
const ANY_FILE = process.execPath;

/**
 * Compares the committed client with a fresh one made in a scratch folder.
 * @param schema the schema's text; that of the project by default
 * @returns the files that differ, are missing or are left over; empty when all is well
 */
export async function findStaleGenerated({ schema }: { schema?: string } = {}): Promise<string[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'threadloom-generate-'));
  try {
    // In the project's own layout, so that the relative paths inside the client come out the same.
    const file = join(scratch, 'prisma/schema.prisma');
    await mkdir(join(scratch, 'prisma'));
    await writeFile(file, schema ?? (await readFile(SCHEMA, 'utf8')));
    await generateClient(file);
    return await findDifferences(COMMITTED, join(scratch, 'server/db/generated/prisma'));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Runs `prisma generate`, which needs no engine and no network. The output path is relative to the
 * schema file.
 */
async function generateClient(schemaFile: string): Promise<void> {
  const env = {
    NODE_ENV: 'production' as const,
    PRISMA_SCHEMA_ENGINE_BINARY: ANY_FILE,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  };
  const cli = join(ROOT, 'node_modules/prisma-cli/build/index.js');
  await promisify(execFile)(process.execPath, [cli, 'generate', '--schema', schemaFile], {
    cwd: ROOT,
    timeout: GENERATE_LIMIT_MS,
    env,
  });
}

async function findDifferences(committed: string, fresh: string): Promise<string[]> {
  const [before, after] = await Promise.all([readTree(committed), readTree(fresh)]);
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}

async function readTree(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = new Map<string, string>();
  for (const name of names) if (name.endsWith('.ts')) files.set(name, await readFile(join(folder, name), 'utf8'));
  return files;
}

/** `npm run generate` makes the committed client anew; with `--check` it is only compared. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  if (!values.check) return generateClient(SCHEMA);
  const stale = await findStaleGenerated();
  if (stale.length === 0) return;
  console.error(`server/db/generated/prisma is out of date (${stale.join(', ')}). Run: npm run generate`);
  process.exitCode = 1;
}

if (import.meta.main) await main();
