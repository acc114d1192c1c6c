import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readTemplates } from '#server/templates/read-templates.ts';
import { sampleRun, WITHOUT_SAMPLE } from './sample-run.ts';

// Writes `templates/samples.json`: how each template ended in demo mode, for the pictures on the start page.
const folder = fileURLToPath(new URL('../../../templates/', import.meta.url));
const samples: Record<string, unknown> = {};
for (const { id, workflow } of await readTemplates(folder))
  if (!WITHOUT_SAMPLE.includes(id)) samples[id] = await sampleRun(workflow);
await writeFile(`${folder}samples.json`, `${JSON.stringify(samples, undefined, 2)}\n`);
process.stdout.write(`${Object.keys(samples).length} samples\n`);
process.exit(0);
