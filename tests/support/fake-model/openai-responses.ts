import { answerTokens, type Exchange, openEventStream, pace, type RequestBody, sendJson, wantedToolCalls } from './answer.ts';

/** OpenAI's responses, plain and streamed; reasoning and tool calls only streamed. */
export async function answerResponses(exchange: Exchange): Promise<void> {
  const { body, response, behaviour, id } = exchange;
  const rounds = roundsOf(body);
  if (behaviour.reasoning.length > 0 && !rounds.isVouchedFor) {
    const message = "Item of type 'function_call' was provided without its required 'reasoning' item";
    return sendJson(response, 400, { error: { message, type: 'invalid_request_error', code: null } });
  }
  const tools = (body.tools ?? []).map((tool: { name: string; parameters: object }) => ({
    name: tool.name,
    schema: tool.parameters,
  }));
  const calls = wantedToolCalls(exchange, tools, rounds.count);
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
  const sendItem = (done: object) => {
    send('response.output_item.added', { item: done });
    send('response.output_item.done', { item: done });
  };
  openEventStream(response);
  send('response.created', { response: { ...whole, status: 'in_progress', output: [], usage: null } });
  if (behaviour.reasoning.length > 0)
    sendItem({ type: 'reasoning', id: `rs_${id}`, encrypted_content: `enc_${id}`, summary: [] });
  for (const { id: callId, name, arguments: text } of calls)
    sendItem({ type: 'function_call', id: `fc_${callId}`, call_id: callId, name, arguments: text, status: 'completed' });
  if (calls.length > 0) {
    send('response.completed', { response: { ...whole, output: [] } });
    response.end();
    return;
  }
  send('response.output_item.added', { item: { ...item, status: 'in_progress', content: [] } });
  if (
    !(await pace(exchange, tokens, (delta) => send('response.output_text.delta', { item_id: item.id, content_index: 0, delta })))
  )
    return;
  send('response.output_item.done', { item });
  send('response.completed', { response: whole });
  response.end();
}

/** Answers since the last user message that called tools, and whether each came with its reasoning. */
function roundsOf({ input = [] }: RequestBody): { count: number; isVouchedFor: boolean } {
  const asked = input.findLastIndex(({ role }: { role?: string }) => role === 'user');
  const types = input
    .slice(asked + 1)
    .map(({ type, encrypted_content: proof }: { type?: string; encrypted_content?: string }) =>
      type === 'reasoning' && !proof?.startsWith('enc_') ? 'reasoning without proof' : type,
    );
  const starts = types.filter((type: string, index: number) => type === 'function_call' && types[index - 1] !== 'function_call');
  const vouched = types.filter((type: string) => type === 'reasoning');
  return { count: starts.length, isVouchedFor: vouched.length === starts.length };
}
