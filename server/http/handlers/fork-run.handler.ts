import { forkRun } from '#lib/api/forks.contract.ts';
import { defineHandler } from '../define-handler.ts';
import { forkRequest } from '../fork-request.ts';
import { startRun } from '../start-run.ts';

export const forkRunHandler = defineHandler(forkRun, async ({ params, body, ...context }) =>
  startRun(await forkRequest(params.id, body, context), { ask: body, deps: context.deps, traceparent: context.traceparent }),
);
