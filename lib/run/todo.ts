import { z } from 'zod';

/** Max todos of one plan. */
export const MAX_TODOS = 30;

/** `dropped`: a later plan does without it. */
export const todoStatusSchema = z.enum(['pending', 'active', 'done', 'failed', 'dropped']);
export type TodoStatus = z.output<typeof todoStatusSchema>;

/** One step of a plan. */
export const todoSchema = z.object({
  id: z.string().meta({ description: 'Unique within the plan; a later plan does not use it again.' }),
  text: z.string(),
  status: todoStatusSchema,
  owner: z.string().optional().meta({ description: 'The agent that does it. Missing: the maker of the plan.' }),
});
export type Todo = z.output<typeof todoSchema>;

/** Why a plan is reported: made, a step began or ended, made anew, or checked and complete. */
export const planReasonSchema = z.enum(['planned', 'progress', 'replanned', 'complete']);
export type PlanReason = z.output<typeof planReasonSchema>;

/** How many steps of a plan are done, of those that count. */
export function planProgress(todos: readonly Pick<Todo, 'status'>[]): { done: number; total: number } {
  const counted = todos.filter(({ status }) => status !== 'dropped');
  return { done: counted.filter(({ status }) => status === 'done').length, total: counted.length };
}
