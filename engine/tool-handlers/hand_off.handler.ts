import { NodeFailure } from '#lib/errors/node-failure.ts';
import handOff from '#tools/hand_off.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';
import { takersIn } from '../tools/offer-tools.ts';

/** The interaction that made the call passes the conversation on when it has the result. */
export default defineToolHandler(handOff, async ({ input: { name }, context }) => {
  const takers = takersIn(context);
  const taker = takers.find((one) => one.name === name);
  if (taker) return { data: { agent: name }, summary: `The conversation passes to ${taker.agent.title}` };
  const names = takers.map((one) => one.name).join(', ');
  throw new NodeFailure('worker-unknown', `The conversation cannot pass to '${name}'`, {
    path: 'name',
    hint: names === '' ? 'Name the agents that may take over in the node or agent' : `There are: ${names}`,
  });
});
