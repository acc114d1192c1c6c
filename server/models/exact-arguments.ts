import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { type LanguageModelMiddleware, wrapLanguageModel } from 'ai';
import { isInexact } from '#lib/json/exact-numbers.ts';
import { readJson } from './mending/read-json.ts';

/** The model, with numbers of tool arguments that a double does not hold as texts, before the SDK parses them. */
export function withExactArguments(model: LanguageModelV4): LanguageModelV4 {
  return wrapLanguageModel({ model, middleware });
}

const middleware: LanguageModelMiddleware = {
  specificationVersion: 'v4',
  async wrapGenerate({ doGenerate }) {
    const answer = await doGenerate();
    return { ...answer, content: answer.content.map(exact) };
  },
  async wrapStream({ doStream, params }) {
    const answer = await doStream();
    if (!params.tools?.length) return answer;
    const stream = answer.stream.pipeThrough(
      new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
        transform: (part, controller) => controller.enqueue(exact(part)),
      }),
    );
    return { ...answer, stream };
  },
};

function exact<Part extends { readonly type: string }>(part: Part): Part {
  const { input } = part as { input?: unknown };
  if (part.type !== 'tool-call' || typeof input !== 'string' || !isInexact(input)) return part;
  const read = readJson(input);
  return read === undefined ? part : { ...part, input: JSON.stringify(read) };
}
