import condition from '#nodes/condition/condition.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';
import { decide, passedOn } from './routing.ts';

export default defineExecutor(condition, ({ config, context }) => {
  const isTrue = decide(config.when, 'config.when', context);
  return { [isTrue ? 'true' : 'false']: passedOn(context) };
});
