import { answerTokens, type Exchange, openEventStream, pace, sendJson, wantedToolCall } from './answer.ts';

/** Anthropic's messages, plain and streamed. */
export async function answerMessages(exchange: Exchange): Promise<void> {
  const { body, response, behaviour, id } = exchange;
  const lastContent = body.messages?.at(-1)?.content;
  const hasResult = Array.isArray(lastContent) && lastContent.some((part) => part.type === 'tool_result');
  const tools = (body.tools ?? []).map((tool: { name: string; input_schema: object }) => ({
    name: tool.name,
    schema: tool.input_schema,
  }));
  const call = wantedToolCall(exchange, tools, hasResult);
  const { format } = body.output_config ?? {};
  const tokens = call
    ? []
    : answerTokens({ ...exchange, body: { ...body, response_format: format && { type: format.type, json_schema: format } } });
  const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model: body.model, stop_sequence: null };
  const usage = {
    input_tokens: JSON.stringify(body.messages ?? []).length,
    output_tokens: behaviour.reasoning.length + tokens.length,
  };
  const stopReason = call ? 'tool_use' : 'end_turn';
  const toolUse = call && { type: 'tool_use', id: call.id, name: call.name };

  if (!body.stream) {
    if (!(await pace(exchange, tokens, () => {}))) return;
    const content = call ? [{ ...toolUse, input: JSON.parse(call.arguments) }] : [{ type: 'text', text: tokens.join('') }];
    sendJson(response, 200, { ...message, content, stop_reason: stopReason, usage });
    return;
  }
  const send = (type: string, fields: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  openEventStream(response);
  send('message_start', { message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 0 } } });
  let index = 0;
  const block = async (start: object, pieces: readonly string[], delta: (piece: string) => object): Promise<boolean> => {
    send('content_block_start', { index, content_block: start });
    const isWhole = await pace(exchange, pieces, (piece) => send('content_block_delta', { index, delta: delta(piece) }));
    if (isWhole) send('content_block_stop', { index });
    index++;
    return isWhole;
  };
  if (behaviour.reasoning.length > 0)
    await block({ type: 'thinking', thinking: '' }, behaviour.reasoning, (thinking) => ({ type: 'thinking_delta', thinking }));
  const isWhole = call
    ? await block({ ...toolUse, input: {} }, [call.arguments], (piece) => ({ type: 'input_json_delta', partial_json: piece }))
    : await block({ type: 'text', text: '' }, tokens, (text) => ({ type: 'text_delta', text }));
  if (!isWhole) return;
  if (behaviour.hasNoFinish) {
    response.end();
    return;
  }
  send('message_delta', {
    delta: { stop_reason: stopReason, stop_sequence: null },
    usage: { output_tokens: usage.output_tokens },
  });
  send('message_stop', {});
  response.end();
}
