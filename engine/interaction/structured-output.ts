import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { Language } from '#lib/i18n/language.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import { briefJson } from '#lib/json/brief-json.ts';
import type { JsonReading } from '#lib/json/json-limits.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { NodeWarning } from '#lib/run/run-event.ts';
import { checkJsonSchema, type SchemaProblem } from '#lib/workflow/check-json-schema.ts';
import { parseJsonReplies } from './parse-json-reply.ts';

const SHOWN_PROBLEMS = 10;
const SHOWN_VALUE_LENGTH = 80;

export type StructuredAnswer = {
  readonly value: unknown;
  readonly problems: readonly SchemaProblem[];
  /** Fields whose number is a text, since a double does not hold it. */
  readonly numbersAsText?: readonly string[];
};

/** The value in a model's answer, and where it does not fit: nowhere, when there are no problems. */
export function readStructuredAnswer(text: string, schema: JsonSchema): StructuredAnswer {
  const [first, ...others] = parseJsonReplies(text).map((reading) => checkReading(reading, schema));
  if (!first) return { value: undefined, problems: [{ path: '', message: 'is not JSON', value: text }] };
  return [first, ...others].find(({ problems }) => problems.length === 0) ?? first;
}

function checkReading({ value, excess, numbersAsText }: JsonReading, schema: JsonSchema): StructuredAnswer {
  if (excess !== undefined) return { value, problems: [{ path: '', message: `has ${excess}`, value }] };
  return { value, problems: checkJsonSchema(value, schema), ...(numbersAsText && { numbersAsText }) };
}

/** What the node says of a value with such numbers. */
export function numbersWarning(fields: readonly string[]): NodeWarning {
  const names = fields.map((field) => field || 'output').join(', ');
  return { code: 'numbers-as-text', message: `Numbers that a double does not hold exactly are kept as text: ${names}` };
}

/** Providers take only objects at the root; other schemas go into the instructions alone. */
export function responseFormatOf(schema: JsonSchema): { name: string; schema: JsonSchema } | undefined {
  const { type, properties, $ref } = schema;
  const isObject = type === 'object' || (type === undefined && (properties !== undefined || $ref !== undefined));
  return isObject ? { name: 'answer', schema } : undefined;
}

/** The schema is in the instructions in any case, even where the provider takes it. */
export function schemaInstructions(
  schema: JsonSchema,
  { hasTools, language }: { hasTools: boolean; language: Language },
): string {
  return promptText(language, hasTools ? 'answer-json-after-tools' : 'answer-json', { schema: JSON.stringify(schema) });
}

/** The message to a model whose answer does not fit. */
export function repairText(problems: readonly SchemaProblem[], language: Language): string {
  const lines = problems.slice(0, SHOWN_PROBLEMS).map((problem) => `- ${describeProblem(problem)}`);
  return promptText(language, 'answer-again', { problems: lines.join('\n') });
}

/** The failure of an answer that does not match the schema, with the first invalid path. */
export function outputInvalid(
  [first, ...others]: readonly SchemaProblem[],
  { modelName, finishReason }: { modelName: string; finishReason: string },
): NodeFailure {
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  const what = first ? describeProblem(first) : 'it is empty';
  return new NodeFailure('output-invalid', `The answer of model '${modelName}' does not fit the output schema: ${what}${more}`, {
    path: 'config.outputSchema',
    isRetryable: true,
    hint:
      finishReason === 'length'
        ? 'The answer was cut off: raise maxTokens'
        : 'Make the schema simpler, say more about it in the prompt, or use a stronger model',
  });
}

function describeProblem({ path, message, value }: SchemaProblem): string {
  const subject = path === '' ? 'the answer' : path;
  return value === undefined ? `${subject} ${message}` : `${subject} ${message} (it is ${briefJson(value, SHOWN_VALUE_LENGTH)})`;
}
