import { codeInBody, isErrorBody, reasonInBody } from '#lib/json/reason-in-body.ts';
import { type AnswerMender, isLoose, type Loose, looseList, mendCounts, textIn } from './answer-mender.ts';
import { readJson } from './read-json.ts';
import { DONE, readEvent, writeEvents } from './server-sent-event.ts';

/** The finish reason of an answer that is pictures or sound without a word. */
const MEDIA_ONLY = 'media_only';
const TEXT_KEYS = ['reasoning_content', 'reasoning'] as const;

/** For OpenAI's chat completions and the servers that speak them. */
export function makeChatMender(): AnswerMender {
  return new ChatMender();
}

class ChatMender implements AnswerMender {
  #hasFinish = false;
  #hasFailed = false;
  #hasText = false;
  #hasCalls = false;
  #hasMedia = false;

  event(event: string): string {
    const read = readEvent(event);
    if (!read) return '';
    if (read.data === DONE) return this.#end();
    const chunk = readJson(read.data);
    // The SDK reports what is no JSON.
    if (!isLoose(chunk)) return chunk === undefined ? event : '';
    if (read.name === 'error' || isFailed(chunk)) return this.failure(reasonInBody(chunk) ?? read.data, codeInBody(chunk));
    const isChanged = this.#mend(chunk, 'delta');
    if (!Array.isArray(chunk.choices)) {
      if (!isLoose(chunk.usage)) return '';
      return writeEvents([{ data: { ...chunk, choices: [] } }]);
    }
    return isChanged || event.includes('\n') ? writeEvents([{ data: chunk }]) : event;
  }

  whole(answer: Loose): Loose {
    this.#mend(answer, 'message');
    if (!Array.isArray(answer.choices)) return answer;
    for (const choice of looseList(answer.choices)) {
      choice.message ??= {};
      for (const call of looseList((choice.message as Loose).tool_calls ?? [])) (call.function as Loose).arguments ??= '';
    }
    return answer;
  }

  events(answer: Loose): string | undefined {
    if (!Array.isArray(answer.choices)) return undefined;
    const { object: _, ...rest } = answer;
    const chunk = this.event(writeEvents([{ data: { ...rest, object: 'chat.completion.chunk' } }]));
    return [chunk, this.#end()].filter(Boolean).join('\n\n');
  }

  failure(reason: string, code: string | number | undefined): string {
    this.#hasFailed = true;
    return writeEvents([{ data: { error: { message: reason, ...(code !== undefined && { code }) } } }]);
  }

  /** A stream may end without a finish reason, when it says that this is its end. */
  #end(): string {
    const done = { data: DONE } as const;
    if (this.#hasFinish || this.#hasFailed) return writeEvents([done]);
    const reason = this.#hasCalls ? 'tool_calls' : this.#stopReason();
    return writeEvents([{ data: { choices: [{ index: 0, delta: {}, finish_reason: reason }] } }, done]);
  }

  #stopReason(): string {
    return this.#hasMedia && !this.#hasText && !this.#hasCalls ? MEDIA_ONLY : 'stop';
  }

  #mend(chunk: Loose, key: 'delta' | 'message'): boolean {
    let isChanged = mendHead(chunk);
    if (!Array.isArray(chunk.choices)) return isChanged;
    const choices = looseList(chunk.choices);
    if (choices.length !== chunk.choices.length) isChanged = true;
    chunk.choices = choices;
    for (const choice of choices) if (this.#mendChoice(choice, key)) isChanged = true;
    return isChanged;
  }

  #mendChoice(choice: Loose, key: 'delta' | 'message'): boolean {
    const other = key === 'delta' ? 'message' : 'delta';
    let isChanged = false;
    if (!isLoose(choice[key]) && isLoose(choice[other])) {
      choice[key] = choice[other];
      isChanged = true;
    } else if (!isLoose(choice[key]) && typeof choice.text === 'string') {
      choice[key] = { content: choice.text };
      isChanged = true;
    } else if (choice[key] !== undefined && choice[key] !== null && !isLoose(choice[key])) {
      delete choice[key];
      isChanged = true;
    }
    const said = choice[key];
    if (isLoose(said)) {
      if (mendSaid(said)) isChanged = true;
      this.#note(said);
    }
    if (this.#mendFinish(choice)) isChanged = true;
    return isChanged;
  }

  #note(said: Loose): void {
    const { content, refusal, tool_calls: calls, images, audio } = said;
    if ((typeof content === 'string' && content !== '') || refusal || hasText(content)) this.#hasText = true;
    if (Array.isArray(calls) && calls.length > 0) this.#hasCalls = true;
    if (hasMedia(images) || hasMedia(content) || isLoose(audio)) this.#hasMedia = true;
  }

  #mendFinish(choice: Loose): boolean {
    const { finish_reason: reason } = choice;
    if (reason === undefined || reason === null) return false;
    const named = typeof reason === 'string' ? reason.trim() : isLoose(reason) ? (textIn(reason.type) ?? '') : String(reason);
    if (named === '' || named === 'null') {
      delete choice.finish_reason;
      return true;
    }
    this.#hasFinish = true;
    const meant = named === 'stop' ? this.#stopReason() : named;
    choice.finish_reason = meant;
    return meant !== reason;
  }
}

/** Some send the choices with the error, cut off where it happened. */
function isFailed(chunk: Loose): boolean {
  return isErrorBody(chunk) || (Array.isArray(chunk.choices) && looseList(chunk.choices).some((choice) => isLoose(choice.error)));
}

function mendHead(chunk: Loose): boolean {
  let isChanged = false;
  // Groq has the usage of a stream in its own field.
  if (!isLoose(chunk.usage) && isLoose(chunk.x_groq) && isLoose(chunk.x_groq.usage)) {
    chunk.usage = chunk.x_groq.usage;
    isChanged = true;
  }
  for (const key of ['id', 'model'] as const)
    if (chunk[key] !== undefined && chunk[key] !== null && typeof chunk[key] !== 'string') {
      chunk[key] = String(chunk[key]);
      isChanged = true;
    }
  if (chunk.created !== undefined && typeof chunk.created !== 'number') {
    delete chunk.created;
    isChanged = true;
  }
  const { usage } = chunk;
  if (usage === undefined || usage === null) return isChanged;
  if (isLoose(usage)) return mendUsage(usage) || isChanged;
  delete chunk.usage;
  return true;
}

function mendUsage(usage: Loose): boolean {
  let isChanged = mendCounts(usage);
  for (const key of ['prompt_tokens_details', 'completion_tokens_details'] as const)
    if (usage[key] !== undefined && usage[key] !== null && !isLoose(usage[key])) {
      delete usage[key];
      isChanged = true;
    }
  return isChanged;
}

function mendSaid(said: Loose): boolean {
  let isChanged = mendContent(said);
  if (said.role !== undefined && said.role !== null && said.role !== 'assistant') {
    delete said.role;
    isChanged = true;
  }
  for (const key of TEXT_KEYS) {
    const value = said[key];
    if (value === undefined || value === null || typeof value === 'string') continue;
    said[key] = textOfParts(value);
    isChanged = true;
  }
  if (said.reasoning_content === undefined && typeof said.thinking === 'string') {
    said.reasoning_content = said.thinking;
    isChanged = true;
  }
  return mendCalls(said) || isChanged;
}

function mendContent(said: Loose): boolean {
  const { content } = said;
  if (content === undefined || content === null || typeof content === 'string') return false;
  if (Array.isArray(content) && content.every((part) => isLoose(part) && typeof part.type === 'string' && isReadable(part)))
    return false;
  const parts = Array.isArray(content) ? content : [content];
  said.content = parts.flatMap((part): Loose[] => {
    if (!isLoose(part)) return [{ type: 'text', text: String(part ?? '') }];
    if (typeof part.text === 'string' && part.type !== 'thinking') return [{ ...part, type: 'text' }];
    return typeof part.type === 'string' ? [part] : [];
  });
  return true;
}

function isReadable({ type, text }: Loose): boolean {
  return type === 'text' || type === 'thinking' || typeof text !== 'string';
}

function hasText(content: unknown): boolean {
  return Array.isArray(content) && content.some((part) => isLoose(part) && typeof part.text === 'string' && part.text !== '');
}

function hasMedia(value: unknown): boolean {
  return (
    Array.isArray(value) && value.some((part) => isLoose(part) && /image|audio|video/.test(String(part.type ?? 'image_url')))
  );
}

function textOfParts(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOfParts).join('');
  return isLoose(value) ? textOfParts(value.text ?? value.content ?? '') : '';
}

/** Calls in all the forms that servers have had for them, as those of today. */
function mendCalls(said: Loose): boolean {
  let isChanged = false;
  if (isLoose(said.function_call)) {
    // Before tools there were functions, of which a model called one.
    said.tool_calls = [...looseList(said.tool_calls ?? []), { index: 0, type: 'function', function: said.function_call }];
    delete said.function_call;
    isChanged = true;
  }
  const { tool_calls: calls } = said;
  if (calls === undefined || calls === null) return isChanged;
  const list = looseList(calls);
  if (!Array.isArray(calls) || list.length !== calls.length) isChanged = true;
  said.tool_calls = list;
  for (const call of list) if (mendCall(call)) isChanged = true;
  return isChanged;
}

function mendCall(call: Loose): boolean {
  let isChanged = false;
  if (!isLoose(call.function)) {
    const { name, arguments: written, input, parameters } = call;
    call.function = { ...(name !== undefined && { name }), arguments: written ?? input ?? parameters };
    isChanged = true;
  }
  const called = call.function as Loose;
  if (called.arguments !== undefined && called.arguments !== null && typeof called.arguments !== 'string') {
    called.arguments = JSON.stringify(called.arguments);
    isChanged = true;
  }
  if (called.name !== undefined && called.name !== null && typeof called.name !== 'string') {
    called.name = String(called.name);
    isChanged = true;
  }
  for (const [key, read] of [
    ['id', String],
    ['index', Number],
  ] as const) {
    const value = call[key];
    if (value === undefined || value === null || typeof value === (key === 'id' ? 'string' : 'number')) continue;
    const meant = read(value);
    if (Number.isNaN(meant)) delete call[key];
    else call[key] = meant;
    isChanged = true;
  }
  if (call.extra_content !== undefined && call.extra_content !== null && !isLoose(call.extra_content)) {
    delete call.extra_content;
    isChanged = true;
  }
  return isChanged;
}
