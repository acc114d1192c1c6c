import { answerTokens, type Exchange, openEventStream, pace, sendJson, type ToolCall, wantedToolCalls } from './answer.ts';

/** OpenAI's chat completions, plain and streamed. */
export async function answerChat(exchange: Exchange): Promise<void> {
  const { body, response, behaviour } = exchange;
  const tools = (body.tools ?? []).map((tool: { function: { name: string; parameters: object } }) => ({
    name: tool.function.name,
    schema: tool.function.parameters,
  }));
  const calls = wantedToolCalls(exchange, tools, roundsDone(body.messages ?? []));
  const tokens = calls.length > 0 ? [] : answerTokens(exchange);
  if (body.stream) return streamChat(exchange, { calls, tokens });
  const pieces: string[] = [];
  if (!(await pace(exchange, [...behaviour.reasoning, ...tokens], (token) => pieces.push(token)))) return;
  const message =
    calls.length > 0
      ? { role: 'assistant', content: null, tool_calls: calls.map(toolCall) }
      : {
          role: 'assistant',
          content: pieces.slice(behaviour.reasoning.length).join(''),
          ...(behaviour.reasoning.length > 0 && { reasoning_content: behaviour.reasoning.join('') }),
        };
  const choices = [{ index: 0, message, logprobs: null, finish_reason: finishReason(calls) }];
  sendJson(response, 200, { ...head(exchange, 'chat.completion'), choices, usage: usage(exchange, tokens) });
}

async function streamChat(
  exchange: Exchange,
  { calls, tokens }: { calls: readonly ToolCall[]; tokens: readonly string[] },
): Promise<void> {
  const { body, response, behaviour } = exchange;
  const { reasoning } = behaviour;
  const send = (delta: object, finish: string | null = null) => {
    const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
    response.write(`data: ${JSON.stringify({ ...head(exchange, 'chat.completion.chunk'), choices })}\n\n`);
  };
  openEventStream(response);
  send({ role: 'assistant', content: '' });
  let written = 0;
  const isWhole = await pace(exchange, [...reasoning, ...tokens], (token) =>
    send(written++ < reasoning.length ? { reasoning_content: token } : { content: token }),
  );
  if (!isWhole) return;
  for (const [index, call] of calls.entries()) sendToolCall(call, index, send);
  if (behaviour.hasBrokenJson) response.write('data: {"choices": [\n\n');
  if (!behaviour.hasNoFinish) send({}, finishReason(calls));
  if (body.stream_options?.include_usage) {
    response.write(
      `data: ${JSON.stringify({ ...head(exchange, 'chat.completion.chunk'), choices: [], usage: usage(exchange, tokens) })}\n\n`,
    );
  }
  response.end(behaviour.hasNoFinish ? '' : 'data: [DONE]\n\n');
}

/** The name first, then the arguments in pieces, as servers do. */
function sendToolCall(call: ToolCall, index: number, send: (delta: object) => void): void {
  send({ tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }] });
  for (const piece of call.arguments.match(/.{1,5}/gsu) ?? []) send({ tool_calls: [{ index, function: { arguments: piece } }] });
}

function toolCall({ id, name, arguments: text }: ToolCall) {
  return { id, type: 'function', function: { name, arguments: text } };
}

function finishReason(calls: readonly ToolCall[]): string {
  return calls.length > 0 ? 'tool_calls' : 'stop';
}

/** Answers since the last user message that called tools. */
function roundsDone(messages: readonly { role: string; tool_calls?: unknown }[]): number {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  return messages.slice(asked + 1).filter(({ tool_calls }) => tool_calls !== undefined).length;
}

function head({ id, body }: Exchange, object: string) {
  return { id: `chatcmpl-${id}`, object, created: 0, model: body.model };
}

function usage({ body, behaviour }: Exchange, tokens: readonly string[]) {
  const promptTokens = Math.ceil(JSON.stringify(body.messages ?? []).length / (behaviour.charsPerToken ?? 1));
  const completionTokens = behaviour.reasoning.length + tokens.length;
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    completion_tokens_details: { reasoning_tokens: behaviour.reasoning.length },
  };
}
