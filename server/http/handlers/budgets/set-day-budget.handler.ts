import { setDayBudget } from '#lib/api/budgets.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const setDayBudgetHandler = defineHandler(setDayBudget, async ({ body, deps }) => {
  await deps.dayBudget.set(body.budget);
  return { status: 204 };
});
