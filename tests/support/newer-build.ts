import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Files of the processes without pages. */
const FOLDERS = ['agents', 'engine', 'lib', 'nodes', 'prisma', 'server', 'services', 'templates', 'tools', 'triggers'];
const FILE = /^(package\.json|.+\.ts)$/;

/**
 * A newer build of this product with an additional node type (`hologram`, a template that emits an
 * event), event type (`hologram_shown`) and migration: a copy of the code in a new folder, with the
 * same packages.
 */
export async function makeNewerBuild(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'threadloom-newer-'));
  const files = (await readdir(ROOT, { withFileTypes: true })).filter((entry) => entry.isFile() && FILE.test(entry.name));
  for (const name of [...FOLDERS, ...files.map((entry) => entry.name)])
    await cp(join(ROOT, name), join(folder, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await addNodeType(folder);
  await addEvent(folder);
  await addMigration(folder);
  await promisify(execFile)(process.execPath, ['lib/dev/generate-registries.ts'], { cwd: folder });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function addNodeType(folder: string): Promise<void> {
  await mkdir(join(folder, 'nodes/hologram'));
  const node = await readFile(join(folder, 'nodes/template/template.node.ts'), 'utf8');
  await writeFile(join(folder, 'nodes/hologram/hologram.node.ts'), replaced(node, "id: 'template'", "id: 'hologram'"));
  const guide = await readFile(join(folder, 'nodes/template/template.guide.ts'), 'utf8');
  await writeFile(join(folder, 'nodes/hologram/hologram.guide.ts'), replaced(guide, './template.node.ts', './hologram.node.ts'));
  const executor = await readFile(join(folder, 'engine/executors/template.executor.ts'), 'utf8');
  const told = replaced(
    executor,
    '({ config }) => ({',
    '({ config, context }) => (context.emit({ type: "hologram_shown" } as never), {',
  );
  await writeFile(
    join(folder, 'engine/executors/hologram.executor.ts'),
    replaced(told, '#nodes/template/template.node.ts', '#nodes/hologram/hologram.node.ts'),
  );
}

async function addEvent(folder: string): Promise<void> {
  const path = join(folder, 'lib/run/run-event.ts');
  const fields = replaced(
    await readFile(path, 'utf8'),
    '  code_output: shared.code_output,',
    '  hologram_shown: { nodeId: z.string() },\n  code_output: shared.code_output,',
  );
  await writeFile(
    path,
    replaced(fields, "  eventSchema('code_output'),", "  eventSchema('hologram_shown'),\n  eventSchema('code_output'),"),
  );
}

async function addMigration(folder: string): Promise<void> {
  await mkdir(join(folder, 'prisma/migrations/9000_holograms'));
  await writeFile(
    join(folder, 'prisma/migrations/9000_holograms/migration.sql'),
    `CREATE TABLE "holograms" ("id" text PRIMARY KEY);\nALTER TABLE "runs" ADD COLUMN "hologram" text NOT NULL DEFAULT '';\n`,
  );
}

/** Fails if the text to replace does not exist any more. */
function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`The newer build cannot be made: there is no ${JSON.stringify(from)}`);
  return text.replace(from, to);
}
