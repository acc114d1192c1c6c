import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { DEMO_MODEL_ID } from './configured-models.ts';
import { chooseDemoTool, demoArguments } from './demo-tool-call.ts';
import { generateFromSchema } from './generate-from-schema.ts';

const ECHO_LENGTH = 200;
/** The usual rule of thumb for English; nothing is counted exactly here. */
const CHARACTERS_PER_TOKEN = 4;

const texts = {
  en: {
    answer: (question: string) =>
      `[demo model] This is a made-up answer; configure a model for a real one. You asked: ${question}`,
    afterTools: (results: string) =>
      `[demo model] This is a made-up answer; configure a model for a real one. The tools said: ${results}`,
  },
  zh: {
    answer: (question: string) => `[demo model] 这是一段演示回答，配置模型后即可得到真实回答。您的输入：${question}`,
    afterTools: (results: string) => `[demo model] 这是一段演示回答，配置模型后即可得到真实回答。工具返回：${results}`,
  },
};

/**
 * The model that answers if none is configured: deterministic answers that are marked as demo, in
 * the language of the prompt. Independent of templates; generates a valid object for any output
 * schema. Calls the offered tool that matches the prompt best, with valid arguments, then answers
 * with its result. Calls each tool at most once, except one that starts agents: that one for two agents.
 */
export function makeDemoModel({ delayMs = 8 }: { delayMs?: number } = {}): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'demo',
    modelId: DEMO_MODEL_ID,
    supportedUrls: {},
    async doGenerate(options) {
      options.abortSignal?.throwIfAborted();
      const content = answer(options);
      return {
        content: [content],
        finishReason: finishReasonOf(content),
        usage: estimateUsage(options.prompt, content),
        warnings: [],
      };
    },
    async doStream(options) {
      options.abortSignal?.throwIfAborted();
      return { stream: streamParts(partsOf(answer(options), options.prompt), { delayMs, signal: options.abortSignal }) };
    },
  };
}

type Answer = Extract<LanguageModelV4Content, { type: 'text' | 'tool-call' }>;

function answer({ prompt, responseFormat, tools = [], toolChoice }: LanguageModelV4CallOptions): Answer {
  const last = prompt.at(-1);
  const tool = chooseDemoTool(tools.filter(isFunctionTool), { choice: toolChoice, prompt });
  if (tool) {
    const input = JSON.stringify(demoArguments(tool, prompt));
    return { type: 'tool-call', toolCallId: `demo-${prompt.length}`, toolName: tool.name, input };
  }
  if (responseFormat?.type === 'json') {
    const value = generateFromSchema((responseFormat.schema ?? { type: 'object' }) as JsonSchema);
    return { type: 'text', text: JSON.stringify(value ?? null) };
  }
  const said = shorten(last ? textOf(last) : '');
  const language = /\p{Script=Han}/u.test(said) ? texts.zh : texts.en;
  return { type: 'text', text: last?.role === 'tool' ? language.afterTools(said) : language.answer(said) };
}

function isFunctionTool(tool: { type: string }): tool is LanguageModelV4FunctionTool {
  return tool.type === 'function';
}

function textOf({ content }: LanguageModelV4Prompt[number]): string {
  if (typeof content === 'string') return content;
  return content
    .map((part) => {
      if (part.type === 'text') return part.text;
      return part.type === 'tool-result' && 'value' in part.output ? JSON.stringify(part.output.value) : '';
    })
    .join(' ');
}

function shorten(text: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim();
  const characters = [...words];
  return characters.length > ECHO_LENGTH ? `${characters.slice(0, ECHO_LENGTH).join('')}…` : words;
}

function finishReasonOf(content: Answer) {
  return content.type === 'tool-call'
    ? { unified: 'tool-calls' as const, raw: 'tool_calls' }
    : { unified: 'stop' as const, raw: 'stop' };
}

function estimateUsage(prompt: LanguageModelV4Prompt, content: Answer): LanguageModelV4Usage {
  const promptTokens = estimateTokens(prompt.map(textOf).join(' '));
  const answerTokens = estimateTokens(content.type === 'text' ? content.text : content.input);
  return {
    inputTokens: { total: promptTokens, noCache: promptTokens, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: answerTokens, text: answerTokens, reasoning: 0 },
  };
}

function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

function partsOf(content: Answer, prompt: LanguageModelV4Prompt): LanguageModelV4StreamPart[] {
  const finish: LanguageModelV4StreamPart = {
    type: 'finish',
    finishReason: finishReasonOf(content),
    usage: estimateUsage(prompt, content),
  };
  const start: LanguageModelV4StreamPart = { type: 'stream-start', warnings: [] };
  if (content.type === 'tool-call') return [start, content, finish];
  const pieces = content.text.match(/\s{0,8}\S{1,8}|\s{1,8}/gu) ?? [content.text];
  const deltas = pieces.map((delta): LanguageModelV4StreamPart => ({ type: 'text-delta', id: 'text', delta }));
  return [start, { type: 'text-start', id: 'text' }, ...deltas, { type: 'text-end', id: 'text' }, finish];
}

function streamParts(
  parts: LanguageModelV4StreamPart[],
  { delayMs, signal }: { delayMs: number; signal: AbortSignal | undefined },
) {
  const left = parts.values();
  return new ReadableStream<LanguageModelV4StreamPart>(
    {
      async pull(controller) {
        const { value: part, done } = left.next();
        if (done) {
          controller.close();
          return;
        }
        if (part.type === 'text-delta' && delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
        if (signal?.aborted) controller.error(signal.reason);
        else controller.enqueue(part);
      },
    },
    { highWaterMark: 0 },
  );
}
