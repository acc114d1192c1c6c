import { z } from 'zod';
import { promptText } from '#lib/i18n/prompt-text.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import type { Verdict } from '#lib/run/verdict.ts';
import { cutText } from '#lib/text/cut-text.ts';
import { unboundTool, wholeInput } from '#lib/tools/tool-catalogue.ts';
import type { ToolResult } from '#lib/tools/tool-result.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import type { CheckedCall, ResultCheck } from '../tools/run-tool-calls.ts';
import { readStructuredAnswer } from './structured-output.ts';
import { writeText } from './write-text.ts';

/** Results of these are checked wherever a model calls them. */
const ALWAYS_CHECKED: readonly string[] = ['web_search', 'code_execute', 'create_artifact'];
/** Of arguments and result, for the model that judges. */
const MAX_JUDGED_CHARS = 12_000;
const MAX_SAID_CHARS = 200;

/** Who checks the results of tools. `rule`: what the tool itself says of a result. */
export type ResultValidation = {
  readonly by: 'rule' | 'model' | 'off';
  /** The stricter model. @defaultValue the interaction's own */
  readonly model?: ModelHandle;
  /** Further tools to check. */
  readonly tools?: readonly string[];
};

type Support = {
  readonly models: readonly [ModelHandle, ...ModelHandle[]];
  readonly step: string;
  readonly context: ExecutorContext;
};

const judgedSchema = z.object({
  isValid: z.boolean().meta({ description: 'Whether an answer may rely on the result.' }),
  reason: z.string().meta({ description: 'Why, in one sentence.' }),
  problems: z.array(z.string()).meta({ description: 'What is wrong, one by one; empty for a valid result.' }),
});

/**
 * Checks results by the rule of their tool, then, where the node wants that, by a model. A model that
 * gives no verdict is no reason to refuse a result: the verdict is then marked as unclear.
 */
export function makeValidator(
  { by, model, tools = [] }: ResultValidation = { by: 'rule' },
  support: Support,
): ResultCheck | undefined {
  if (by === 'off') return undefined;
  const checked = new Set([...ALWAYS_CHECKED, ...tools]);
  return async (call, result) => {
    const { definition } = call;
    if (!checked.has(unboundTool(definition).id) && !checked.has(definition.id)) return undefined;
    const broken = checkByRule(call, result);
    if (broken !== undefined) return { isValid: false, by: 'rule', reason: broken, problems: [broken] };
    if (by === 'model') return judge(call, result, { ...support, models: model ? [model] : support.models });
    return { isValid: true, by: 'rule', reason: promptText(support.context.language, 'verdict-rule-holds') };
  };
}

/** What is wrong with a result by its tool; undefined when nothing is. */
function checkByRule({ definition, input }: CheckedCall, { data }: ToolResult): string | undefined {
  if (data === null || data === '' || (Array.isArray(data) && data.length === 0)) return 'The result is empty';
  return unboundTool(definition).checkResult?.(wholeInput(definition, input), data);
}

async function judge(call: CheckedCall, result: ToolResult, { models, step, context }: Support): Promise<Verdict> {
  const { language } = context;
  const { $schema: _, ...schema } = z.toJSONSchema(judgedSchema);
  const written = await writeText(
    {
      temperature: 0,
      schema,
      key: `verdict:${step}:${call.id}`,
      instructions: `${promptText(language, 'verdict')}\n\n${promptText(language, 'answer-json', { schema: JSON.stringify(schema) })}`,
      prompt: promptText(language, 'verdict-of', {
        tool: call.definition.id,
        arguments: fenced(call.input),
        result: fenced(result.data),
      }),
    },
    { models, context },
  );
  const read = written.text === undefined ? undefined : readStructuredAnswer(written.text, schema);
  const judged = read && read.problems.length === 0 ? judgedSchema.safeParse(read.value).data : undefined;
  if (!judged) return { isValid: true, isUnclear: true, by: models[0].name, reason: unclearText(written.text, context) };
  const { isValid, reason, problems } = judged;
  return {
    isValid,
    by: models[0].name,
    reason: cutText(reason, 500),
    ...(problems.length > 0 && { problems: problems.slice(0, 10) }),
  };
}

/** What a model said instead of a verdict. */
function unclearText(said: string | undefined, { language }: ExecutorContext): string {
  if (said === undefined) return promptText(language, 'verdict-missing');
  return promptText(language, 'verdict-unclear', { said: cutText(said, MAX_SAID_CHARS) });
}

/** As JSON, which the text between the fences cannot leave. */
function fenced(value: unknown): string {
  return cutText(JSON.stringify(value ?? null), MAX_JUDGED_CHARS);
}
