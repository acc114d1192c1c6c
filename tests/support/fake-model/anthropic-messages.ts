import { answerTokens, type Exchange, openEventStream, pace, type RequestBody, sendJson, wantedToolCalls } from './answer.ts';

/** Anthropic's messages, plain and streamed. */
export async function answerMessages(exchange: Exchange): Promise<void> {
  const { body, response, behaviour, id } = exchange;
  const rounds = roundsOf(body);
  if (behaviour.reasoning.length > 0 && !rounds.every(isVouchedFor)) {
    const message = 'Expected `thinking` with its `signature`, but found `tool_use`';
    return sendJson(response, 400, { type: 'error', error: { type: 'invalid_request_error', message } });
  }
  const tools = (body.tools ?? []).map((tool: { name: string; input_schema: object }) => ({
    name: tool.name,
    schema: tool.input_schema,
  }));
  const calls = wantedToolCalls(exchange, tools, rounds.length);
  const { format } = body.output_config ?? {};
  const tokens =
    calls.length > 0
      ? []
      : answerTokens({ ...exchange, body: { ...body, response_format: format && { type: format.type, json_schema: format } } });
  const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model: body.model, stop_sequence: null };
  const cached = exchange.promptCache.use(body);
  if (!cached) {
    const message = 'A maximum of 4 blocks with cache_control may be provided.';
    return sendJson(response, 400, { type: 'error', error: { type: 'invalid_request_error', message } });
  }
  const usage = {
    ...cached,
    output_tokens: behaviour.reasoning.length + tokens.length,
  };
  const stopReason = calls.length > 0 ? 'tool_use' : 'end_turn';
  const toolUses = calls.map((call) => ({ type: 'tool_use', id: call.id, name: call.name }));

  if (!body.stream) {
    if (!(await pace(exchange, tokens, () => {}))) return;
    const content =
      calls.length > 0
        ? calls.map((call, at) => ({ ...toolUses[at], input: JSON.parse(call.arguments) }))
        : [{ type: 'text', text: tokens.join('') }];
    sendJson(response, 200, { ...message, content, stop_reason: stopReason, usage });
    return;
  }
  const send = (type: string, fields: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  openEventStream(response);
  send('message_start', { message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 0 } } });
  let index = 0;
  const block = async (
    start: { readonly type: string; readonly [field: string]: unknown },
    pieces: readonly string[],
    delta: (piece: string) => object,
  ): Promise<boolean> => {
    send('content_block_start', { index, content_block: start });
    const isWhole = await pace(exchange, pieces, (piece) => send('content_block_delta', { index, delta: delta(piece) }));
    if (start.type === 'thinking')
      send('content_block_delta', { index, delta: { type: 'signature_delta', signature: `sig_${id}` } });
    if (isWhole) send('content_block_stop', { index });
    index++;
    return isWhole;
  };
  if (behaviour.reasoning.length > 0)
    await block({ type: 'thinking', thinking: '' }, behaviour.reasoning, (thinking) => ({ type: 'thinking_delta', thinking }));
  for (const [at, call] of calls.entries()) {
    const start = { type: 'tool_use', ...toolUses[at], input: {} };
    if (!(await block(start, [call.arguments], (piece) => ({ type: 'input_json_delta', partial_json: piece })))) return;
  }
  const isWhole = calls.length > 0 || (await block({ type: 'text', text: '' }, tokens, (text) => ({ type: 'text_delta', text })));
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

type Part = { type: string; signature?: string };
type Message = { role: string; content: string | Part[] };

/** Answers since the last user message that called tools. */
function roundsOf({ messages = [] }: RequestBody): Part[][] {
  const parts = (messages as Message[]).map(({ role, content }) => ({ role, content: Array.isArray(content) ? content : [] }));
  const asked = parts.findLastIndex(
    ({ role, content }) => role === 'user' && content.every(({ type }) => type !== 'tool_result'),
  );
  return parts
    .slice(asked + 1)
    .map(({ content }) => content)
    .filter((content) => content.some(({ type }) => type === 'tool_use'));
}

function isVouchedFor([first]: Part[]): boolean {
  return first?.type === 'thinking' && first.signature?.startsWith('sig_') === true;
}
