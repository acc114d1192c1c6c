// `npm run sandbox`: a process that runs the code of other processes, and nothing else.
import { runProcess } from './run-process.mjs';

await runProcess('sandbox.ts');
