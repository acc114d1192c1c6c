import { planFork } from '#lib/api/forks.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toRunPlan } from '../../resources/run-plan-resource.ts';
import { forkRequest } from '../../start/fork-request.ts';

export const planForkHandler = defineHandler(planFork, async ({ params, body, ...context }) => {
  const { runs, clock } = context.deps;
  const plan = await runs.plan(await forkRequest(params.id, body, context));
  return { status: 200, body: toRunPlan(plan, clock.now()) };
});
