import type { WantedToolCall } from '#engine/contract/wanted-tool-call.ts';
import { joinSections } from '#lib/interaction/agent-prompt.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import { callModel, type ModelCallContext, type ModelReply } from '../call-model.ts';
import { calledNoTool } from '../model-failure.ts';
import type { ModelRequest } from '../model-request.ts';
import { CallReader } from './call-reader.ts';
import { describeTools, toPromptedMessages } from './to-prompted-messages.ts';

/**
 * `callModel` for a model without function calling: tools are described in its prompt, and its
 * calls are found in its text. The log has the actual request and answer; the deltas omit the
 * blocks with calls.
 */
export async function callWithPromptedTools(
  handle: ModelHandle,
  request: ModelRequest,
  context: ModelCallContext,
): Promise<ModelReply> {
  const names = (request.tools ?? []).map(({ name }) => name);
  const reply = await callModel(handle, promptedRequest(request, context), { ...context, emit: hidingCalls(names, context) });
  const reader = new CallReader(names);
  const shown = reader.push(reply.text);
  const { text: rest, calls } = reader.end();
  if (mustCall(request) && calls.length === 0) throw calledNoTool(handle);
  const text = calls.length > 0 ? (shown + rest).trimEnd() : shown + rest;
  const toolCalls = calls.map((call, index): WantedToolCall => ({ id: `${reply.callId}_${index + 1}`, ...call }));
  const content = [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...toolCalls.map(({ id, name, input }) => ({ type: 'tool-call' as const, toolCallId: id, toolName: name, input })),
  ];
  return {
    ...reply,
    text,
    toolCalls,
    finishReason: toolCalls.length > 0 ? 'tool-calls' : reply.finishReason,
    messages: [{ role: 'assistant', content }],
  };
}

function mustCall({ toolChoice }: Pick<ModelRequest, 'toolChoice'>): boolean {
  return toolChoice === 'required' || typeof toolChoice === 'object';
}

function promptedRequest(
  { tools: all = [], toolChoice, lastingMessages: _, sections: own, ...request }: ModelRequest,
  { language }: ModelCallContext,
): ModelRequest {
  const { instructions = '' } = request;
  const named = typeof toolChoice === 'object' ? toolChoice.toolName : undefined;
  const tools = named === undefined ? all : all.filter(({ name }) => name === named);
  const described = {
    name: 'tools',
    text: describeTools(tools, { mustCall: mustCall({ ...(toolChoice && { toolChoice }) }), language }),
  };
  const sections = [described, ...(own ?? (instructions === '' ? [] : [{ name: 'instructions', text: instructions }]))];
  return { ...request, sections, instructions: joinSections(sections), messages: toPromptedMessages(request.messages, language) };
}

/** Each attempt starts over; buffered text is emitted before its result. */
function hidingCalls(names: readonly string[], context: ModelCallContext): ModelCallContext['emit'] {
  let reader = new CallReader(names);
  const show = (content: string) => {
    if (content !== '') context.emit({ type: 'content', content }, { isUrgent: true });
  };
  return (event, options) => {
    if (event.type === 'content') return show(reader.push(event.content));
    if (event.type === 'llm_result') show(reader.end().text);
    if (event.type === 'llm_stream_retry') reader = new CallReader(names);
    context.emit(event, options);
  };
}
