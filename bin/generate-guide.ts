import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { functionGuide } from '#lib/expression/function-guide.ts';
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
const functionsFile = join(import.meta.dirname, '../docs/functions.md');
const isStale = (file: string, text: string) => !existsSync(file) || readFileSync(file, 'utf8') !== text;
const stale = Object.entries(pages).filter(([name, text]) => isStale(join(folder, name), text));
const orphans = readdirSync(folder).filter((name) => !(name in pages));
const hasStaleFunctions = isStale(functionsFile, functionGuide());
if (values.check) {
  const names = [...stale.map(([stalePage]) => `nodes/${stalePage}`), ...orphans.map((name) => `nodes/${name}`)];
  for (const name of hasStaleFunctions ? [...names, 'functions.md'] : names)
    console.error(`docs/${name} is stale: run npm run generate`);
  if (names.length > 0 || hasStaleFunctions) process.exitCode = 1;
} else {
  for (const [name, text] of stale) writeFileSync(join(folder, name), text);
  for (const name of orphans) rmSync(join(folder, name));
  if (hasStaleFunctions) writeFileSync(functionsFile, functionGuide());
}
