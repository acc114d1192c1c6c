import { defineProcessorHandler } from '#engine/contract/define-processor-handler.ts';
import injectSkill from '#lib/interaction/processors/inject-skill.processor.ts';
import { withAddition } from './with-addition.ts';

const HEADING = '[Active Skill Instructions]';

/** The same text at the same place in every request, so that providers cache it. */
export default defineProcessorHandler(injectSkill, async ({ messages, config: { name, instructions }, context }) => {
  const text = instructions ?? (await context.readSkill(name));
  return withAddition(messages, `${HEADING} ${name}\n${text}`, 'start');
});
