import { answerTokens, type Exchange, openEventStream, pace, sendJson } from './answer.ts';

/** OpenAI's responses: text, plain and streamed. */
export async function answerResponses(exchange: Exchange): Promise<void> {
  const { body, response, id } = exchange;
  const tokens = answerTokens({
    ...exchange,
    body: { ...body, response_format: body.text?.format && { type: body.text.format.type, json_schema: body.text.format } },
  });
  const item = {
    id: `msg_${id}`,
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text: tokens.join(''), annotations: [] }],
  };
  const usage = {
    input_tokens: JSON.stringify(body.input).length,
    output_tokens: tokens.length,
    output_tokens_details: { reasoning_tokens: 0 },
  };
  const whole = {
    id: `resp_${id}`,
    object: 'response',
    created_at: 0,
    model: body.model,
    status: 'completed',
    output: [item],
    usage,
  };
  if (!body.stream) {
    if (await pace(exchange, tokens, () => {})) sendJson(response, 200, whole);
    return;
  }
  let sequence = 0;
  const send = (type: string, fields: object) =>
    response.write(
      `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, output_index: 0, ...fields })}\n\n`,
    );
  openEventStream(response);
  send('response.created', { response: { ...whole, status: 'in_progress', output: [], usage: null } });
  send('response.output_item.added', { item: { ...item, status: 'in_progress', content: [] } });
  if (
    !(await pace(exchange, tokens, (delta) => send('response.output_text.delta', { item_id: item.id, content_index: 0, delta })))
  )
    return;
  send('response.output_item.done', { item });
  send('response.completed', { response: whole });
  response.end();
}
