import { openDatabase } from '#server/db/open-database.ts';
import { readFileSync } from 'node:fs';
const t=performance.now();
const d = await openDatabase({dataFolder: process.argv[2]});
const {migrate}=await import('#server/db/migrate.ts'); await migrate(d.pool); const ready=performance.now()-t;
await d.prisma.workflow.findMany();
await new Promise(r=>setTimeout(r,8000));
console.log('reopen+migrate',ready|0,'ms; child', readFileSync(`/proc/${d.childPid}/smaps_rollup`,'utf8').match(/Pss:.*/)[0]);
await d.close();
