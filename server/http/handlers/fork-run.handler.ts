import { forkRun } from '#lib/api/forks.contract.ts';
import { defineHandler } from '../define-handler.ts';
import { forkRequest } from '../fork-request.ts';
import { onceOf } from '../once-of.ts';
import { startRun } from '../start-run.ts';

export const forkRunHandler = defineHandler(forkRun, async ({ params, headers, body, ...context }) => {
  const { deps, repos, traceparent } = context;
  const once = onceOf(headers, { scope: `runs/${params.id}/forks`, body });
  return startRun(await forkRequest(params.id, body, context), { ask: body, deps, repos, once, traceparent });
});
