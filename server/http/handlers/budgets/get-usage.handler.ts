import { getUsage } from '#lib/api/budgets.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const getUsageHandler = defineHandler(getUsage, async ({ repos, deps }) => {
  const day = new Date(deps.clock.now()).toISOString().slice(0, 10);
  const { workspace, ...rest } = await repos.usage.readDay(day);
  return { status: 200, body: { day, ...rest, workspace: { ...workspace, budget: deps.dayBudget.read() ?? null } } };
});
