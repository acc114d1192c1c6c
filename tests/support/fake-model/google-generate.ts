import { answerTokens, type Exchange, openEventStream, pace, sendJson } from './answer.ts';

/** Google's generateContent: text, plain and streamed. */
export async function answerGenerate(exchange: Exchange): Promise<void> {
  const { body, response } = exchange;
  const { responseMimeType, responseJsonSchema } = body.generationConfig ?? {};
  const tokens = answerTokens({
    ...exchange,
    body: {
      ...body,
      response_format: responseMimeType === 'application/json' && {
        type: 'json_schema',
        json_schema: { schema: responseJsonSchema },
      },
    },
  });
  const usageMetadata = { promptTokenCount: JSON.stringify(body.contents).length, candidatesTokenCount: tokens.length };
  const piece = (text: string, isLast: boolean) => ({
    candidates: [{ content: { role: 'model', parts: [{ text }] }, ...(isLast && { finishReason: 'STOP' }) }],
    ...(isLast && { usageMetadata }),
  });
  if (!body.stream) {
    if (await pace(exchange, tokens, () => {})) sendJson(response, 200, piece(tokens.join(''), true));
    return;
  }
  openEventStream(response);
  let left = tokens.length;
  if (await pace(exchange, tokens, (text) => response.write(`data: ${JSON.stringify(piece(text, --left === 0))}\n\n`)))
    response.end();
}
