import type { NodeFailure } from '#lib/errors/node-failure.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import { answerText } from '../answer.ts';
import type { FinalAnswer, InteractionStrategy } from '../interaction.ts';
import type { InteractionEngine, Reply } from '../interaction-engine.ts';
import { outputInvalid, readStructuredAnswer, repairText, type StructuredAnswer } from '../structured-output.ts';

/** Reason and act: the model calls tools and sees their results until it answers. */
export const react: InteractionStrategy = async (engine) => {
  const { interaction } = engine;
  for (;;) {
    const mustCallTool = interaction.mustCallTool === true && engine.hasTools && engine.toolCalls === 0;
    const asked = await engine.ask({ mustCallTool });
    const callsTools = asked.hadTools && asked.toolCalls.length > 0;
    const text = callsTools ? await engine.callTools(asked) : answerText(asked);
    if (text === undefined) continue;
    const final = await settle(engine, asked, text);
    if (final) return final;
  }
};

/**
 * The final answer; one that does not fit is sent back once.
 * @returns undefined when the next model has to try
 */
async function settle(engine: InteractionEngine, asked: Reply, text: string): Promise<FinalAnswer | undefined> {
  const { outputSchema } = engine.interaction;
  if (!outputSchema) return { output: text, text };
  const { value, problems } = readStructuredAnswer(text, outputSchema);
  if (problems.length === 0) return { output: value, text };
  engine.askAgain(asked, failureOf(engine, asked, problems));
  const repaired = await engine.ask({
    isLast: true,
    also: [
      { role: 'assistant', content: text || promptText(engine.language, 'no-answer') },
      { role: 'user', content: repairText(problems, engine.language) },
    ],
  });
  const better = answerText(repaired);
  const read = readStructuredAnswer(better, outputSchema);
  if (read.problems.length === 0) return { output: read.value, text: better };
  engine.refuse([asked, repaired], failureOf(engine, repaired, read.problems));
  return undefined;
}

function failureOf({ model }: InteractionEngine, { finishReason }: Reply, problems: StructuredAnswer['problems']): NodeFailure {
  return outputInvalid(problems, { modelName: model.name, finishReason });
}
