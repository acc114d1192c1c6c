import { forkRun } from '#lib/api/forks.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { onceOf } from '../../runs/once-of.ts';
import { forkRequest } from '../../start/fork-request.ts';
import { startRun } from '../../start/start-run.ts';
import { continueStream } from '../../start/stream-run.ts';

export const forkRunHandler = defineHandler(forkRun, async ({ params, headers, body, ...context }) => {
  const continued = await continueStream(headers, body, context);
  if (continued) return continued;
  const once = onceOf(headers, { scope: `runs/${params.id}/forks`, body });
  return startRun(await forkRequest(params.id, body, context), { ask: body, once }, context);
});
