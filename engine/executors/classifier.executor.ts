import { NodeFailure } from '#lib/errors/node-failure.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { ConfigOf } from '#lib/node-kit/define-node.ts';
import classifier from '#nodes/classifier/classifier.node.ts';
import { defineExecutor, type ExecutorContext } from '../contract/define-executor.ts';
import { interact } from '../interaction/interact.ts';
import { resolveModels } from '../interaction/resolve-models.ts';
import { passedOn } from './routing.ts';

/** An answer, and another one when the first names no class. */
const MAX_MODEL_CALLS = 2;

export default defineExecutor(classifier, async ({ config, context }) => {
  const { output } = await interact(
    {
      models: resolveModels(config, context),
      conversation: context.conversation('own'),
      instructions: instructionsFor(config, context),
      prompt: config.input,
      temperature: 0,
      maxIterations: MAX_MODEL_CALLS,
      outputSchema: answerSchema(config.classes.map(({ id }) => id)),
    },
    context,
  ).catch((error: unknown) => {
    throw NodeFailure.is(error) && error.code === 'output-invalid' ? namesNoClass(error) : error;
  });
  // The schema has been checked: it is one of the classes, or else.
  const { class: chosen } = output as { class: string };
  return { [chosen]: passedOn(context) };
});

/** The schema is generated, so the error names the classes, which the author can change. */
function namesNoClass(cause: NodeFailure): NodeFailure {
  return new NodeFailure('output-invalid', `The model named none of the classes. ${cause.message}`, {
    path: 'config.classes',
    isRetryable: true,
    cause,
    hint: 'Say more of each class in its description, or use a stronger model',
  });
}

function instructionsFor({ classes, instructions }: ConfigOf<typeof classifier>, { language }: ExecutorContext): string {
  const lines = classes.map(({ id, description }) => `- ${id}: ${description}`);
  return [
    promptText(language, 'classifier'),
    ...lines,
    promptText(language, 'classifier-else'),
    ...(instructions ? ['', instructions] : []),
  ].join('\n');
}

function answerSchema(ids: readonly string[]): JsonSchema {
  return {
    type: 'object',
    properties: { class: { type: 'string', enum: [...ids, 'else'] } },
    required: ['class'],
    additionalProperties: false,
  };
}
