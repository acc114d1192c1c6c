import { answerTokens, type Exchange, openEventStream, pace, sendJson, wantedToolCalls } from './answer.ts';

type Part = { text?: string; functionCall?: unknown; functionResponse?: unknown };
type Content = { role: string; parts: Part[] };
type Declared = { name: string; parametersJsonSchema?: object; parameters?: object };

/**
 * Google's generateContent, plain and streamed. Its calls have no ids: results are told apart by
 * the names of their tools.
 */
export async function answerGenerate(exchange: Exchange): Promise<void> {
  const { body, response } = exchange;
  const calls = wantedToolCalls(
    {
      ...exchange,
      body: { ...body, tool_choice: body.toolConfig?.functionCallingConfig?.mode === 'ANY' ? 'required' : undefined },
    },
    toolsOf(body.tools ?? []),
    roundsDone(body.contents ?? []),
  );
  const tokens = calls.length > 0 ? [] : textTokens(exchange);
  const called = calls.map((call) => ({ functionCall: { name: call.name, args: JSON.parse(call.arguments) } }));
  const usageMetadata = { promptTokenCount: JSON.stringify(body.contents).length, candidatesTokenCount: tokens.length };
  const piece = (parts: Part[], isLast: boolean) => ({
    candidates: [{ content: { role: 'model', parts }, ...(isLast && { finishReason: 'STOP' }) }],
    ...(isLast && { usageMetadata }),
  });
  if (!body.stream) {
    const parts = called.length > 0 ? called : [{ text: tokens.join('') }];
    if (await pace(exchange, tokens, () => {})) sendJson(response, 200, piece(parts, true));
    return;
  }
  openEventStream(response);
  const send = (parts: Part[], isLast: boolean) => response.write(`data: ${JSON.stringify(piece(parts, isLast))}\n\n`);
  if (called.length > 0) send(called, true);
  let left = tokens.length;
  if (await pace(exchange, tokens, (text) => send([{ text }], --left === 0))) response.end();
}

function textTokens(exchange: Exchange): readonly string[] {
  const { body } = exchange;
  const { responseMimeType, responseJsonSchema } = body.generationConfig ?? {};
  const format = responseMimeType === 'application/json' && { type: 'json_schema', json_schema: { schema: responseJsonSchema } };
  return answerTokens({ ...exchange, body: { ...body, response_format: format } });
}

function toolsOf(tools: readonly { functionDeclarations?: readonly Declared[] }[]) {
  return tools
    .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
    .map(({ name, parametersJsonSchema, parameters = {} }) => ({ name, schema: { ...(parametersJsonSchema ?? parameters) } }));
}

/** Answers since the last text of a user that called tools. */
function roundsDone(contents: readonly Content[]): number {
  const asked = contents.findLastIndex(({ role, parts }) => role === 'user' && parts.every((part) => !part.functionResponse));
  return contents.slice(asked + 1).filter(({ parts }) => parts.some((part) => part.functionCall)).length;
}
