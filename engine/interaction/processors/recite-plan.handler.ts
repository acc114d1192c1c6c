import { defineProcessorHandler } from '#engine/contract/define-processor-handler.ts';
import recitePlanProcessor from '#lib/interaction/processors/recite-plan.processor.ts';
import { recitePlan } from '#lib/interaction/recite-plan.ts';
import { withAddition } from './with-addition.ts';

/** The todos of the conversation's own plan, else those of the memory of the run. */
export default defineProcessorHandler(recitePlanProcessor, ({ messages, context }) => {
  const todos = context.todos.length > 0 ? context.todos : context.memory.todos;
  return withAddition(messages, recitePlan(todos, context.language), 'end');
});
