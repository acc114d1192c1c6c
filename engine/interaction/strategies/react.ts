import type { InteractionStrategy } from '../interaction.ts';
import { settle } from './settle.ts';

/** Reason and act: the model calls tools and sees their results until it answers. */
export const react: InteractionStrategy = async (engine) => {
  const { interaction } = engine;
  for (;;) {
    const mustCallTool = interaction.mustCallTool === true && engine.hasTools && engine.toolCalls === 0;
    const asked = await engine.ask({ mustCallTool });
    if (asked.hadTools && asked.toolCalls.length > 0) await engine.callTools(asked);
    else {
      const final = await settle(engine, asked, { schema: interaction.outputSchema });
      if (final) return final;
    }
  }
};
