import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { functionGuide } from '#lib/expression/function-guide.ts';
import { guideIndex, nodeGuide } from '#lib/node-kit/node-guide.ts';
import { triggerGuide, triggerGuideIndex } from '#lib/trigger-kit/trigger-guide.ts';
import { nodeGuides } from '#nodes/guides.gen.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';

/** Folders that hold generated pages only. */
const FOLDERS = ['nodes', 'triggers'];

/** All generated pages, by path under `docs`. */
function guidePages(): Record<string, string> {
  const nodes = byTitle(Object.values(nodeRegistry));
  const triggers = byTitle(Object.values(triggerRegistry));
  return {
    'functions.md': functionGuide(),
    'nodes/README.md': guideIndex(nodes),
    ...Object.fromEntries(nodes.map((node) => [`nodes/${node.id}.md`, nodeGuide(node, nodeGuides[node.id])])),
    'triggers/README.md': triggerGuideIndex(triggers),
    ...Object.fromEntries(triggers.map((trigger) => [`triggers/${trigger.id}.md`, triggerGuide(trigger)])),
  };
}

function byTitle<Definition extends { readonly title: string }>(definitions: readonly Definition[]): Definition[] {
  return definitions.toSorted((a, b) => a.title.localeCompare(b.title, 'en'));
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const docs = join(import.meta.dirname, '../docs');
const fileOf = (page: string) => join(docs, page);
const pages = guidePages();
const isStale = (page: string) => !existsSync(fileOf(page)) || readFileSync(fileOf(page), 'utf8') !== pages[page];
const stale = Object.keys(pages).filter(isStale);
const orphans = FOLDERS.filter((folder) => existsSync(fileOf(folder)))
  .flatMap((folder) => readdirSync(fileOf(folder)).map((name) => `${folder}/${name}`))
  .filter((page) => !(page in pages));
if (values.check) {
  for (const page of [...stale, ...orphans]) console.error(`docs/${page} is stale: run npm run generate`);
  if (stale.length + orphans.length > 0) process.exitCode = 1;
} else {
  for (const page of stale) {
    mkdirSync(dirname(fileOf(page)), { recursive: true });
    writeFileSync(fileOf(page), pages[page] ?? '');
  }
  for (const page of orphans) rmSync(fileOf(page));
}
