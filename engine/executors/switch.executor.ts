import switchNode from '#nodes/switch/switch.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';
import { decide, passedOn } from './routing.ts';

export default defineExecutor(switchNode, ({ config, context }) => {
  const index = config.cases.findIndex(({ when }, position) => decide(when, `config.cases.${position}.when`, context));
  return { [config.cases[index]?.id ?? 'else']: passedOn(context) };
});
