import type { NodeFailure } from '#lib/errors/node-failure.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { answerText } from '../answer.ts';
import { defaultFor, type IncompleteAnswer, incompleteness, shownReason } from '../answer-end.ts';
import type { FinalAnswer } from '../interaction.ts';
import type { InteractionEngine, Reply } from '../interaction-engine.ts';
import type { Question } from '../question-request.ts';
import { numbersWarning, outputInvalid, readStructuredAnswer, repairText, type StructuredAnswer } from '../structured-output.ts';

/**
 * What an answer says: its text, or the value of the schema. One that does not fit is sent back
 * once; what happens with one that is not whole is decided by the node.
 * @param question the one that it answers
 * @param text the argument of a tool that is the answer. @defaultValue that of the answer
 * @returns undefined when a model has to try again
 */
export async function settle(
  engine: InteractionEngine,
  asked: Reply,
  { schema, question = {}, text }: { schema: JsonSchema | undefined; question?: Question; text?: string | undefined },
): Promise<FinalAnswer | undefined> {
  const said = text ?? answerText(asked);
  // The argument of a tool is whole, however the answer that called it ended.
  const missing = text === undefined ? incompleteness(asked, said, engine.model) : undefined;
  const finishReason = text === undefined ? shownReason(asked, said) : 'stop';
  if (!schema) {
    const final = { output: said, text: said, finishReason };
    return missing ? decide(engine, asked, { missing, final }) : final;
  }
  const { value, problems, numbersAsText } = readStructuredAnswer(said, schema);
  if (problems.length === 0) {
    if (numbersAsText && !question.isHidden) engine.warn(numbersWarning(numbersAsText));
    const final = { output: value, text: said, finishReason };
    return missing ? decide(engine, asked, { missing, final }) : final;
  }
  // Asking again with the problems is for a model that tried.
  if (missing && (missing.kind === 'refused' || missing.kind === 'filtered')) return decide(engine, asked, { missing });
  engine.askAgain(asked, failureOf(engine, asked, problems));
  const repaired = await engine.ask({
    ...question,
    isLast: true,
    isRepair: true,
    also: [
      ...(question.also ?? []),
      { role: 'assistant', content: said || promptText(engine.language, 'no-answer') },
      { role: 'user', content: repairText(problems, engine.language) },
    ],
  });
  const better = answerText(repaired);
  const read = readStructuredAnswer(better, schema);
  const stillMissing = incompleteness(repaired, better, engine.model);
  if (read.problems.length === 0) {
    if (read.numbersAsText && !question.isHidden) engine.warn(numbersWarning(read.numbersAsText));
    const final = { output: read.value, text: better, finishReason: shownReason(repaired, better) };
    return stillMissing ? decide(engine, repaired, { missing: stillMissing, final, before: [asked] }) : final;
  }
  const isCut = stillMissing === undefined || stillMissing.kind === 'cut';
  engine.refuse([asked, repaired], isCut ? failureOf(engine, repaired, read.problems) : stillMissing.failure);
  return undefined;
}

type Incomplete = {
  readonly missing: IncompleteAnswer;
  /** What it is worth as it is. @defaultValue nothing: the node cannot continue with it */
  readonly final?: FinalAnswer;
  readonly before?: readonly Reply[];
};

/** An answer that is not whole: continues with it, asks again once, or fails, as the node says. */
function decide(engine: InteractionEngine, asked: Reply, { missing, final, before = [] }: Incomplete): FinalAnswer | undefined {
  const { onIncomplete = defaultFor(missing) } = engine.interaction;
  if (onIncomplete === 'continue' && final) {
    engine.warn(missing.failure);
    return final;
  }
  if (onIncomplete === 'retry' && engine.retry([...before, asked], missing.failure)) return undefined;
  engine.refuse([...before, asked], missing.failure);
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
