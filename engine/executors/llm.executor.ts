import type { ModelMessage } from 'ai';
import { AppError } from '#lib/errors/app-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ConfigOf } from '#lib/node-kit/define-node.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import type { TokenUsage } from '#lib/run/run-event.ts';
import { addUsage, NO_USAGE } from '#lib/run/token-usage.ts';
import llm from '#nodes/llm/llm.node.ts';
import { callModel, errorForLog } from '../interaction/call-model.ts';
import { callForValue } from '../interaction/structured-output.ts';
import { defineExecutor, type ExecutorContext } from './define-executor.ts';

type Config = ConfigOf<typeof llm>;
type Answer = { readonly output: unknown; readonly text: string };

export default defineExecutor(llm, async ({ config, context }) => {
  const handles = resolveModels(config, context);
  const spent = { llmCalls: 0, usage: NO_USAGE };
  const { output, text } = await askInTurn(handles, config, { ...context, countUsage: countInto(spent, context) });
  const messages = [
    ...(config.systemPrompt ? [{ role: 'system', content: config.systemPrompt }] : []),
    { role: 'user', content: config.userPrompt },
    { role: 'assistant', content: text },
  ];
  const { promptTokens, completionTokens, totalTokens } = spent.usage;
  return {
    out: {
      output,
      messages,
      llmCalls: spent.llmCalls,
      toolCalls: 0,
      tokenUsage: { promptTokens, completionTokens, totalTokens },
    },
  };
});

/** All of them at once, so that a misspelt fallback is found on the first run and not on the first outage. */
function resolveModels({ model, fallbackModels }: Config, { models, defaultModel }: ExecutorContext): ModelHandle[] {
  return [model, ...fallbackModels].map((name, index) => {
    try {
      return models.resolve(name === 'default' ? (defaultModel ?? name) : name);
    } catch (error) {
      if (!AppError.is(error)) throw error;
      throw new NodeFailure(error.code, error.message, {
        path: index === 0 ? 'config.model' : `config.fallbackModels[${index - 1}]`,
        cause: error,
      });
    }
  });
}

function countInto(spent: { llmCalls: number; usage: TokenUsage }, context: ExecutorContext): ExecutorContext['countUsage'] {
  return (usage, calls) => {
    spent.llmCalls += calls.llmCalls ?? 0;
    spent.usage = addUsage(spent.usage, usage);
    context.countUsage(usage, calls);
  };
}

/** The log shows why another model was asked, and what the failed one had streamed is void. */
async function askInTurn([handle, ...others]: readonly ModelHandle[], config: Config, context: ExecutorContext): Promise<Answer> {
  if (!handle) throw new Error('A node has at least one model');
  const last = { callId: '', attempt: 1 };
  const emit: ExecutorContext['emit'] = (event, options) => {
    if (event.type === 'llm_call') Object.assign(last, { callId: event.callId, attempt: 1 });
    if (event.type === 'llm_stream_retry') last.attempt = event.attempt + 1;
    context.emit(event, options);
  };
  try {
    return await ask(handle, config, { ...context, emit });
  } catch (error) {
    if (others.length === 0 || !isModelsFault(error)) throw error;
    context.emit({ type: 'llm_stream_retry', ...last, delayMs: 0, error: errorForLog(error) });
    return askInTurn(others, config, context);
  }
}

/** Another model may do better; a used-up token limit or a stop is not the model's. */
function isModelsFault(error: unknown): error is NodeFailure {
  return NodeFailure.is(error) && (error.code.startsWith('model-') || error.code === 'output-invalid');
}

async function ask(handle: ModelHandle, config: Config, context: ExecutorContext): Promise<Answer> {
  const { systemPrompt, userPrompt, temperature, maxTokens, stream, outputSchema } = config;
  const messages: ModelMessage[] = [{ role: 'user', content: userPrompt }];
  const request = {
    messages,
    isStreamed: stream,
    ...(systemPrompt && { instructions: systemPrompt }),
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
  };
  if (!outputSchema) {
    const { text } = await callModel(handle, request, context);
    return { output: text, text };
  }
  const { value, replies } = await callForValue(handle, { ...request, schema: outputSchema }, context);
  return { output: value, text: replies.at(-1)?.text ?? '' };
}
