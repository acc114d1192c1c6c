// `npm run worker`: a process that runs workflows for the web processes.
import { runProcess } from './run-process.mjs';

await runProcess('worker.ts');
