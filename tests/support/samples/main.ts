import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTemplates } from '#server/templates/read-templates.ts';
import { ServerProcess } from '../server-process.ts';
import { sampleOnServer, startSamplePage } from './sample-on-server.ts';
import { ON_SERVER, sampleRun } from './sample-run.ts';

// Writes `templates/samples.json`: how each template ended in demo mode, for the pictures on the start page.
const folder = fileURLToPath(new URL('../../../templates/', import.meta.url));
const samples: Record<string, unknown> = {};
const page = await startSamplePage();
const dataFolder = await mkdtemp(join(tmpdir(), 'threadloom-samples-'));
const server = await ServerProcess.start({ dataFolder, config: `http: { allowed_private_hosts: ["${page.host}"] }` });
for (const { id, workflow } of await readTemplates(folder))
  samples[id] = ON_SERVER.includes(id) ? await sampleOnServer(server.url, id, page.host) : await sampleRun(workflow);
await server.end();
page.close();
await rm(dataFolder, { recursive: true });
await writeFile(`${folder}samples.json`, `${JSON.stringify(samples, undefined, 2)}\n`);
process.stdout.write(`${Object.keys(samples).length} samples\n`);
process.exit(0);
