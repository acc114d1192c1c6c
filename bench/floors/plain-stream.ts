import type { ServerResponse } from 'node:http';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { streamText } from 'ai';

export type AnswerStream = (modelId: string, response: ServerResponse) => Promise<void>;

/**
 * The baseline of the stream bench: `streamText` forwarded as server-sent events, without
 * validation or storage.
 */
export function plainStream(baseURL: string): AnswerStream {
  const provider = createOpenAICompatible({ name: 'floor', baseURL, apiKey: 'none', includeUsage: true });
  return async (modelId, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    let text = '';
    for await (const part of streamText({ model: provider(modelId), prompt: 'Say hello to Ada', maxRetries: 0 }).stream) {
      if (part.type === 'error') throw part.error;
      if (part.type !== 'text-delta') continue;
      text += part.text;
      response.write(`event: content\ndata: ${JSON.stringify({ content: part.text })}\n\n`);
    }
    response.end(`event: done\ndata: ${JSON.stringify({ outputs: { text } })}\n\n`);
  };
}
