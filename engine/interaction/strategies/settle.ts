import type { NodeFailure } from '#lib/errors/node-failure.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { answerText } from '../answer.ts';
import type { FinalAnswer } from '../interaction.ts';
import type { InteractionEngine, Reply } from '../interaction-engine.ts';
import type { Question } from '../question-request.ts';
import { outputInvalid, readStructuredAnswer, repairText, type StructuredAnswer } from '../structured-output.ts';

/**
 * What an answer says: its text, or the value of the schema. One that does not fit is sent back
 * once.
 * @param question the one that it answers
 * @param text @defaultValue that of the answer
 * @returns undefined when the next model has to try
 */
export async function settle(
  engine: InteractionEngine,
  asked: Reply,
  { schema, question = {}, text = answerText(asked) }: { schema: JsonSchema | undefined; question?: Question; text?: string },
): Promise<FinalAnswer | undefined> {
  if (!schema) return { output: text, text };
  const { value, problems } = readStructuredAnswer(text, schema);
  if (problems.length === 0) return { output: value, text };
  engine.askAgain(asked, failureOf(engine, asked, problems));
  const repaired = await engine.ask({
    ...question,
    isLast: true,
    isRepair: true,
    also: [
      ...(question.also ?? []),
      { role: 'assistant', content: text || promptText(engine.language, 'no-answer') },
      { role: 'user', content: repairText(problems, engine.language) },
    ],
  });
  const better = answerText(repaired);
  const read = readStructuredAnswer(better, schema);
  if (read.problems.length === 0) return { output: read.value, text: better };
  engine.refuse([asked, repaired], failureOf(engine, repaired, read.problems));
  return undefined;
}

/** Asks one question without tools until a model gives a value of the schema. */
export async function askFor(engine: InteractionEngine, schema: JsonSchema, question: Question): Promise<unknown> {
  const whole: Question = { ...question, isLast: true, isHidden: true, format: schema };
  for (;;) {
    const final = await settle(engine, await engine.ask(whole), { schema, question: whole });
    if (final) return final.output;
  }
}

function failureOf({ model }: InteractionEngine, { finishReason }: Reply, problems: StructuredAnswer['problems']): NodeFailure {
  return outputInvalid(problems, { modelName: model.name, finishReason });
}
