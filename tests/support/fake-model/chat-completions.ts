import { answerTokens, type Exchange, openEventStream, pace, sendJson, type ToolCall, wantedToolCall } from './answer.ts';

/** OpenAI's chat completions, plain and streamed. */
export async function answerChat(exchange: Exchange): Promise<void> {
  const { body, response, behaviour } = exchange;
  const tools = (body.tools ?? []).map((tool: { function: { name: string; parameters: object } }) => ({
    name: tool.function.name,
    schema: tool.function.parameters,
  }));
  const call = wantedToolCall(exchange, tools, body.messages?.at(-1)?.role === 'tool');
  const tokens = call ? [] : answerTokens(exchange);
  if (body.stream) return streamChat(exchange, { call, tokens });
  const pieces: string[] = [];
  if (!(await pace(exchange, [...behaviour.reasoning, ...tokens], (token) => pieces.push(token)))) return;
  const message = call
    ? { role: 'assistant', content: null, tool_calls: [toolCall(call)] }
    : {
        role: 'assistant',
        content: pieces.slice(behaviour.reasoning.length).join(''),
        ...(behaviour.reasoning.length > 0 && { reasoning_content: behaviour.reasoning.join('') }),
      };
  const choices = [{ index: 0, message, logprobs: null, finish_reason: finishReason(call) }];
  sendJson(response, 200, { ...head(exchange, 'chat.completion'), choices, usage: usage(exchange, tokens) });
}

async function streamChat(
  exchange: Exchange,
  { call, tokens }: { call: ToolCall | undefined; tokens: readonly string[] },
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
  if (call) sendToolCall(call, send);
  if (behaviour.hasBrokenJson) response.write('data: {"choices": [\n\n');
  if (!behaviour.hasNoFinish) send({}, finishReason(call));
  if (body.stream_options?.include_usage) {
    response.write(
      `data: ${JSON.stringify({ ...head(exchange, 'chat.completion.chunk'), choices: [], usage: usage(exchange, tokens) })}\n\n`,
    );
  }
  response.end('data: [DONE]\n\n');
}

/** The name first, then the arguments in pieces, as servers do. */
function sendToolCall(call: ToolCall, send: (delta: object) => void): void {
  send({ tool_calls: [{ index: 0, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }] });
  for (const piece of call.arguments.match(/.{1,5}/gsu) ?? [])
    send({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
}

function toolCall({ id, name, arguments: text }: ToolCall) {
  return { id, type: 'function', function: { name, arguments: text } };
}

function finishReason(call: ToolCall | undefined): string {
  return call ? 'tool_calls' : 'stop';
}

function head({ id, body }: Exchange, object: string) {
  return { id: `chatcmpl-${id}`, object, created: 0, model: body.model };
}

function usage({ body, behaviour }: Exchange, tokens: readonly string[]) {
  const promptTokens = JSON.stringify(body.messages ?? []).length;
  const completionTokens = behaviour.reasoning.length + tokens.length;
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    completion_tokens_details: { reasoning_tokens: behaviour.reasoning.length },
  };
}
