import type { InteractionStrategy } from '../interaction.ts';
import { settle } from './settle.ts';

/** Reason and act: the model calls tools and sees their results until it answers. */
export const react: InteractionStrategy = async (engine) => {
  const { interaction } = engine;
  for (;;) {
    const mustCallTool = engine.hasTools && engine.toolCalls === 0 && (interaction.mustCallTool ?? false);
    const asked = await engine.ask({ mustCallTool });
    const callsTools = asked.hadTools && asked.toolCalls.length > 0;
    const ended = callsTools ? await engine.callTools(asked) : undefined;
    if (callsTools && ended === undefined) continue;
    const final = await settle(engine, asked, { schema: interaction.outputSchema, text: ended });
    if (final) return final;
  }
};
