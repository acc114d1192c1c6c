import { planFork } from '#lib/api/forks.contract.ts';
import { defineHandler } from '../define-handler.ts';
import { forkRequest } from '../fork-request.ts';
import { toRunPlan } from '../run-plan-resource.ts';

export const planForkHandler = defineHandler(planFork, async ({ params, body, ...context }) => {
  const { runs, clock } = context.deps;
  const plan = await runs.plan(await forkRequest(params.id, body, context));
  return { status: 200, body: toRunPlan(plan, clock.now()) };
});
