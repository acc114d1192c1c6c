import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { guideIndex, nodeGuide } from '#lib/node-kit/node-guide.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/** The pages of all node types, by file name under `docs/nodes`. */
function guidePages(): Record<string, string> {
  const definitions = Object.values(nodeRegistry).toSorted((a, b) => a.title.localeCompare(b.title, 'en'));
  const pages = definitions.map((definition) => [`${definition.id}.md`, nodeGuide(definition)]);
  return { 'README.md': guideIndex(definitions), ...Object.fromEntries(pages) };
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const folder = join(import.meta.dirname, '../docs/nodes');
mkdirSync(folder, { recursive: true });
const pages = guidePages();
const stale = Object.entries(pages).filter(([name, text]) => {
  const file = join(folder, name);
  return !existsSync(file) || readFileSync(file, 'utf8') !== text;
});
const orphans = readdirSync(folder).filter((name) => !(name in pages));
if (values.check) {
  for (const name of [...stale.map(([stalePage]) => stalePage), ...orphans])
    console.error(`docs/nodes/${name} is stale: run npm run generate`);
  if (stale.length + orphans.length > 0) process.exitCode = 1;
} else {
  for (const [name, text] of stale) writeFileSync(join(folder, name), text);
  for (const name of orphans) rmSync(join(folder, name));
}
