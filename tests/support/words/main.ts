import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { countWording } from './count-wording.ts';
import { findWording } from './find-wording.ts';

/**
 * `npm run words`: counts by room, and the worst files. `npm run words -- lib/api`: every finding under that path.
 * `--lower`: writes the counts that have fallen into remaining.json.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const { values, positionals } = parseArgs({ allowPositionals: true, options: { lower: { type: 'boolean', default: false } } });
const found = findWording(root);
const chosen = found.filter(({ file }) => positionals.some((path) => file.startsWith(path)));
for (const { file, line, found: text, say } of chosen) console.log(`${file}:${line}  ${text}  (${say})`);

const counts = countWording(found);
console.table(counts);
if (positionals.length === 0) {
  const files = Map.groupBy(found, ({ file }) => file);
  const worst = [...files].map(([file, list]) => ({ file, count: list.length })).sort((a, b) => b.count - a.count);
  for (const { file, count } of worst.slice(0, 40)) console.log(String(count).padStart(4), file);
}
console.log(`${found.length} in all, ${found.filter(({ kind }) => kind === 'word').length} of them banned words`);

if (values.lower) {
  const path = new URL('remaining.json', import.meta.url);
  const remaining = JSON.parse(readFileSync(path, 'utf8')) as typeof counts;
  for (const [room, kinds] of Object.entries(remaining)) {
    for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
      kinds[kind] = Math.min(kinds[kind], counts[room]?.[kind] ?? 0);
    }
  }
  writeFileSync(path, `${JSON.stringify(remaining, null, 2)}\n`);
}
