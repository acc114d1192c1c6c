import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callModel } from '#engine/interaction/call-model.ts';
import { toPublicEvent } from '#lib/run/to-public-event.ts';
import { emptyTrace, extendTrace } from '#lib/run/trace.ts';
import { eventually } from '../support/eventually.ts';
import { makeExecutorContext } from '../support/executor-context.ts';
import { chunk, json, namedStream, type Provider, type RawAnswer, startStandIn, stream } from '../support/stand-in-model.ts';
import { eventsOf, workflowOf } from '../support/test-engine.ts';

const text = (content: string) => chunk({ role: 'assistant', content });
const end = (reason: unknown) => chunk({}, reason);
const DONE = '[DONE]';
const CUT = `data: ${JSON.stringify(text('Hello '))}\n\ndata: {"choices":[{"index":0,"del`;

const start = {
  type: 'message_start',
  message: { id: 'm', type: 'message', role: 'assistant', content: [], usage: { input_tokens: 3, output_tokens: 0 } },
};
const block = (content: string, index = 0) => [
  { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index, delta: { type: 'text_delta', text: content } },
  { type: 'content_block_stop', index },
];
const ended = (reason: string | null) => ({ type: 'message_delta', delta: { stop_reason: reason }, usage: { output_tokens: 2 } });
const stop = { type: 'message_stop' };

const google = (parts: readonly object[], finishReason?: string) => ({
  candidates: [{ content: { role: 'model', parts }, ...(finishReason && { finishReason }), index: 0 }],
});

const schema = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] };
const tool = { availableTools: ['time-now'] };

type Row = {
  readonly provider?: Provider;
  readonly answers: readonly RawAnswer[];
  readonly config?: Readonly<Record<string, unknown>>;
  readonly entry?: Readonly<Record<string, unknown>>;
  readonly output?: unknown;
  /** @defaultValue `stop` for an output */
  readonly finishReason?: string;
  readonly warning?: string;
  readonly fails?: { readonly code: string; readonly message: string | RegExp };
  /** Requests that were made. @defaultValue one for each answer */
  readonly calls?: number;
};

function check(rows: Readonly<Record<string, Row>>): void {
  test.each(Object.entries(rows))('%s', async (_, row) => {
    const { answers, config, output, fails, warning, calls = answers.length } = row;
    const { ask } = await startStandIn(answers, {
      ...(row.provider && { provider: row.provider }),
      entry: { retry: 1, ...row.entry },
    });
    const result = await ask(config);
    if (fails) {
      expect({ status: result.status, code: result.error?.code }).toEqual({ status: 'failed', code: fails.code });
      expect(result.error?.message).toMatch(fails.message);
      expect(result.error?.message).not.toMatch(/validation failed|invalid_union|"expected"/i);
      expect(result.error?.hint ?? '').not.toBe('');
    } else {
      expect(result.error).toBeUndefined();
      expect({ output: result.output, finishReason: result.finishReason }).toEqual({
        output,
        finishReason: row.finishReason ?? 'stop',
      });
    }
    expect(result.warnings.map(({ code }) => code)).toEqual(warning === undefined ? [] : [warning]);
    expect(result.calls).toBe(calls);
  });
}

describe('an answer that is not whole', () => {
  check({
    'is cut off at its limit: it is taken, with a warning': {
      answers: [stream(text('The sum is 1'), end('length'), DONE)],
      output: 'The sum is 1',
      finishReason: 'length',
      warning: 'answer-cut',
    },
    'is cut off, and may not be': {
      answers: [stream(text('The sum is 1'), end('length'), DONE)],
      config: { onIncomplete: 'fail' },
      fails: { code: 'answer-cut', message: 'limit of its output tokens' },
    },
    'is cut off, and whole when it is asked for again': {
      answers: [stream(text('The su'), end('length'), DONE), stream(text('The sum is 12'), end('stop'), DONE)],
      config: { onIncomplete: 'retry' },
      output: 'The sum is 12',
    },
    'is cut off again': {
      answers: [stream(text('The su'), end('length'), DONE), stream(text('The sum'), end('length'), DONE)],
      config: { onIncomplete: 'retry' },
      fails: { code: 'answer-cut', message: 'cut off' },
    },
    'was filtered, with text': {
      answers: [stream(text('How to'), end('content_filter'), DONE)],
      fails: { code: 'answer-filtered', message: 'filtered the answer (content_filter)' },
    },
    'was filtered, without text': {
      answers: [stream(end('content_filter'), DONE)],
      fails: { code: 'answer-filtered', message: 'content_filter' },
    },
    'was filtered, and the flow decides': {
      answers: [stream(text('How to'), end('content_filter'), DONE)],
      config: { onIncomplete: 'continue' },
      output: 'How to',
      finishReason: 'content-filter',
      warning: 'answer-filtered',
    },
    'was filtered under another name': {
      answers: [stream(text('How to'), end('sensitive'), DONE)],
      fails: { code: 'answer-filtered', message: 'sensitive' },
    },
    'was refused': {
      answers: [stream(chunk({ refusal: 'I cannot help with that.' }), end('stop'), DONE)],
      fails: { code: 'answer-refused', message: 'refused to answer: I cannot help with that.' },
    },
    'is empty': {
      answers: [stream(chunk({ role: 'assistant', content: '' }), end('stop'), DONE)],
      fails: { code: 'answer-empty', message: 'empty answer' },
    },
    'is blank': {
      answers: [stream(text(' \n'), end('stop'), DONE)],
      fails: { code: 'answer-empty', message: 'empty answer' },
    },
    'is empty, and that is fine': {
      answers: [stream(end('stop'), DONE)],
      config: { onIncomplete: 'continue' },
      output: '',
      finishReason: 'empty',
      warning: 'answer-empty',
    },
    'is reasoning alone': {
      answers: [stream(chunk({ reasoning_content: 'Hm.' }), end('stop'), DONE)],
      fails: { code: 'answer-empty', message: 'reasoned and gave no answer' },
    },
    'is reasoning up to the limit': {
      answers: [stream(chunk({ reasoning_content: 'Hm.' }), end('length'), DONE)],
      fails: { code: 'answer-empty', message: 'all of its output tokens to reason' },
    },
    'is a picture alone': {
      answers: [
        stream(chunk({ images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }] }), end('stop'), DONE),
      ],
      fails: { code: 'answer-empty', message: 'a picture or sound and no text' },
    },
    'is a picture alone, in parts and in one piece': {
      answers: [
        json({ choices: [{ message: { content: [{ type: 'image_url', image_url: { url: 'x' } }] }, finish_reason: 'stop' }] }),
      ],
      config: { stream: false },
      fails: { code: 'answer-empty', message: 'a picture or sound and no text' },
    },
    'is a call of a tool that nobody offered': {
      answers: [
        stream(
          chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'search', arguments: '{}' } }] }),
          end('tool_calls'),
          DONE,
        ),
      ],
      fails: { code: 'answer-empty', message: 'called a tool that it was not offered' },
    },
    'ends with a reason that nobody knows': {
      answers: [stream(text('Well'), end('tired'), DONE)],
      output: 'Well',
      finishReason: 'other',
      warning: 'answer-cut',
    },
    'ends with another word for its end': { answers: [stream(text('Well'), end('eos'), DONE)], output: 'Well' },
    'was given up by its server, which is asked again': {
      answers: [stream(text('We'), end('abort'), DONE), stream(text('Well'), end('stop'), DONE)],
      output: 'Well',
    },
    'does not fit a schema, since it was refused': {
      answers: [stream(chunk({ refusal: 'No.' }), end('stop'), DONE)],
      config: { outputSchema: schema },
      fails: { code: 'answer-refused', message: 'No.' },
    },
    'does not fit a schema, since it is empty twice': {
      answers: [stream(end('stop'), DONE), stream(end('stop'), DONE)],
      config: { outputSchema: schema },
      fails: { code: 'answer-empty', message: 'empty answer' },
    },
    'does not fit a schema, since it was cut off twice': {
      answers: [stream(text('{"answer":"y'), end('length'), DONE), stream(text('{"answer":"y'), end('length'), DONE)],
      config: { outputSchema: schema },
      fails: { code: 'output-invalid', message: 'does not fit the output schema' },
    },
    'fits a schema all the same': {
      answers: [stream(text('{"answer":"yes"} and'), end('length'), DONE)],
      config: { outputSchema: schema },
      output: { answer: 'yes' },
      finishReason: 'length',
      warning: 'answer-cut',
    },
  });

  test('goes to the fallback model, and only what is in it counts', async () => {
    const { ask } = await startStandIn([stream(end('content_filter'), DONE), stream(text('Yes'), end('stop'), DONE)]);
    const { output, finishReason, warnings, events } = await ask({ fallbackModels: ['openai-compatible/other'] });
    expect({ output, finishReason, warnings }).toEqual({ output: 'Yes', finishReason: 'stop', warnings: [] });
    expect(eventsOf(events, 'llm_stream_retry')).toMatchObject([{ error: { code: 'answer-filtered' } }]);
  });

  test('is visible in the event of the call', async () => {
    const { ask } = await startStandIn([stream(text('The sum is 1'), end('length'), DONE)]);
    const { events, warnings } = await ask();
    expect(eventsOf(events, 'llm_result')).toMatchObject([{ finishReason: 'length' }]);
    expect(warnings).toMatchObject([{ message: expect.stringContaining('cut off'), hint: expect.stringContaining('maxTokens') }]);
  });
});

describe('an answer of Google', () => {
  const of = (...chunks: readonly object[]): Pick<Row, 'provider' | 'answers'> => ({
    provider: 'google',
    answers: [stream(...chunks)],
  });
  check({
    'is whole': { ...of(google([{ text: 'Hi' }], 'STOP')), output: 'Hi' },
    'was stopped for safety': { ...of(google([], 'SAFETY')), fails: { code: 'answer-filtered', message: 'SAFETY' } },
    'was a recitation': {
      ...of(google([{ text: 'Call me' }], 'RECITATION')),
      fails: { code: 'answer-filtered', message: 'RECITATION' },
    },
    'has a prompt that is blocked': {
      ...of({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }),
      fails: { code: 'answer-filtered', message: 'PROHIBITED_CONTENT' },
    },
    'is thoughts up to the limit': {
      ...of(google([{ text: 'Hm', thought: true }], 'MAX_TOKENS')),
      fails: { code: 'answer-empty', message: 'all of its output tokens to reason' },
    },
    'is cut off': { ...of(google([{ text: 'Hi' }], 'MAX_TOKENS')), output: 'Hi', finishReason: 'length', warning: 'answer-cut' },
    'is a call that cannot be read, twice': {
      provider: 'google',
      answers: [stream(google([], 'MALFORMED_FUNCTION_CALL')), stream(google([], 'MALFORMED_FUNCTION_CALL'))],
      config: tool,
      fails: { code: 'model-failed', message: 'a tool call that cannot be read (MALFORMED_FUNCTION_CALL)' },
    },
    'is a call that cannot be read, and then an answer': {
      provider: 'google',
      answers: [stream(google([], 'MALFORMED_FUNCTION_CALL')), stream(google([{ text: 'Noon' }], 'STOP'))],
      config: tool,
      output: 'Noon',
    },
    'is a picture alone': {
      ...of(google([{ inlineData: { mimeType: 'image/png', data: 'AA==' } }], 'STOP')),
      fails: { code: 'answer-empty', message: 'a picture or sound and no text' },
    },
    'has counts that are texts, and parts that nobody knows': {
      ...of({
        ...google([{ mystery: 1 }, { text: 'Hi' }], 'STOP'),
        usageMetadata: { promptTokenCount: '7', candidatesTokenCount: 'many' },
      }),
      output: 'Hi',
    },
    'is one list of JSON': {
      provider: 'google',
      answers: [json([google([{ text: 'Hi' }]), google([{ text: ' you' }], 'STOP')])],
      output: 'Hi you',
    },
    'is an error in a list': {
      provider: 'google',
      answers: [json([{ error: { code: 400, message: 'API key expired', status: 'INVALID_ARGUMENT' } }])],
      fails: { code: 'model-failed', message: 'API key expired' },
    },
  });
});

describe('an answer of Anthropic', () => {
  const of = (...events: readonly { readonly type: string }[]): Pick<Row, 'provider' | 'answers'> => ({
    provider: 'anthropic',
    answers: [namedStream(...events)],
  });
  check({
    'is whole': { ...of(start, ...block('Hi'), ended('end_turn'), stop), output: 'Hi' },
    'was refused': { ...of(start, ...block('No.'), ended('refusal'), stop), fails: { code: 'answer-refused', message: 'No.' } },
    'was refused without a word': {
      ...of(start, ended('refusal'), stop),
      fails: { code: 'answer-refused', message: /refused to answer$/ },
    },
    'is a pause': {
      ...of(start, ...block('Let me'), ended('pause_turn'), stop),
      output: 'Let me',
      finishReason: 'other',
      warning: 'answer-cut',
    },
    'is cut off by its context': {
      ...of(start, ...block('Let me'), ended('model_context_window_exceeded'), stop),
      config: { onIncomplete: 'fail' },
      fails: { code: 'answer-cut', message: 'its context is full' },
    },
    'has events, blocks and deltas that nobody knows': {
      ...of(
        start,
        { type: 'content_block_mystery', index: 0 } as never,
        { type: 'content_block_start', index: 0, content_block: { type: 'mystery', data: 1 } } as never,
        { type: 'content_block_delta', index: 0, delta: { type: 'mystery_delta', data: 1 } } as never,
        { type: 'content_block_stop', index: 0 } as never,
        ...block('Hi', 1),
        { type: 'content_block_delta', index: 1, delta: { type: 'mystery_delta' } } as never,
        ended('end_turn'),
        stop,
      ),
      output: 'Hi',
    },
    'ends without a reason': { ...of(start, ...block('Hi'), stop), output: 'Hi' },
    'has counts that are texts': {
      ...of(
        { type: 'message_start', message: { usage: { input_tokens: '12' } } } as never,
        ...block('Hi'),
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: '3' } } as never,
        stop,
      ),
      output: 'Hi',
    },
    'is cut: the line breaks before its end': {
      provider: 'anthropic',
      answers: [namedStream(start, ...block('Hi')), namedStream(start, ...block('Hi you'), ended('end_turn'), stop)],
      output: 'Hi you',
    },
    'breaks off with an error': {
      ...of(start, ...block('Hi'), { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } as never),
      entry: { retry: 0 },
      fails: { code: 'model-failed', message: 'Overloaded' },
    },
    'is one piece of JSON': {
      provider: 'anthropic',
      answers: [
        json({
          type: 'message',
          content: [{ type: 'mystery' }, { type: 'text', text: 'Hi' }],
          stop_reason: 'end_turn',
          usage: {},
        }),
      ],
      output: 'Hi',
    },
  });
});

describe('an answer of OpenAI', () => {
  check({
    'is one piece of JSON': {
      provider: 'openai',
      answers: [
        json({
          id: 'r',
          object: 'response',
          created_at: 0,
          model: 'm',
          status: 'completed',
          output: [
            {
              type: 'message',
              id: 'i',
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text: 'Hi', annotations: [] }],
            },
          ],
          usage: { input_tokens: '3', output_tokens: 2 },
        }),
      ],
      output: 'Hi',
    },
    'is an error at 200': {
      provider: 'openai',
      answers: [json({ error: { message: 'You have run out of credits', type: 'billing', code: 402 } })],
      fails: { code: 'model-failed', message: 'run out of credits' },
    },
  });
});

describe('the end of a stream', () => {
  check({
    'is [DONE] without a finish reason': { answers: [stream(text('Hello '), text('there'), DONE)], output: 'Hello there' },
    'is [DONE] alone': { answers: [stream(DONE)], fails: { code: 'answer-empty', message: 'empty answer' } },
    'is the end of the connection: nothing of it counts': {
      answers: [stream(text('Hello ')), stream(text('Hello there'), end('stop'), DONE)],
      output: 'Hello there',
    },
    'is a cut connection: nothing of it counts': {
      answers: [{ ...stream(text('Hello ')), isCut: true }, stream(text('Hello there'), end('stop'), DONE)],
      output: 'Hello there',
    },
    'is within an event: nothing of it counts': {
      answers: [{ ...stream(text('Hello ')), body: CUT }, stream(text('Hello there'), end('stop'), DONE)],
      output: 'Hello there',
    },
    'is a finish reason, and then the half of an event': {
      answers: [
        { type: 'text/event-stream', body: `data: ${JSON.stringify(chunk({ content: 'Hello' }, 'stop'))}\n\ndata: {"cho` },
      ],
      output: 'Hello',
    },
    'is an event without the blank line behind it': {
      answers: [{ type: 'text/event-stream', body: `data: ${JSON.stringify(chunk({ content: 'Hello' }, 'stop'))}\n` }],
      output: 'Hello',
    },
    'is a finish reason, and the line is cut then': { answers: [stream(text('Hello'), end('stop'))], output: 'Hello' },
  });
});

describe('what a server says instead of a stream', () => {
  const whole = {
    id: 'x',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  };
  check({
    'is an error in JSON': {
      answers: [json({ error: { message: 'Insufficient balance', code: 402 } })],
      fails: { code: 'model-failed', message: 'Insufficient balance' },
    },
    'is an error that is a text': {
      answers: [json({ error: 'model not loaded' })],
      fails: { code: 'model-failed', message: 'model not loaded' },
    },
    'is an error of another form': {
      answers: [json({ detail: 'Not Found' })],
      fails: { code: 'model-failed', message: 'Not Found' },
    },
    'is a key that was refused': {
      answers: [json({ error: { message: 'bad key key-of-a-test', code: 401 } })],
      fails: { code: 'model-auth-failed', message: 'bad key [redacted]' },
    },
    'is a whole answer': { answers: [json({ ...whole, usage: { prompt_tokens: '3' } })], output: 'Hi' },
    'is a stream under another name': {
      answers: [{ ...stream(text('Hi'), end('stop'), DONE), type: 'text/plain' }],
      output: 'Hi',
    },
    'is a page': {
      answers: [{ type: 'text/html', body: '<!doctype html><html><head><title>Sign in</title></head></html>' }],
      fails: { code: 'model-failed', message: 'a page: Sign in' },
    },
    'is nothing': {
      answers: [{ type: 'application/json', body: '' }],
      fails: { code: 'model-failed', message: 'answered nothing' },
    },
    'is something else': {
      answers: [json({ ok: true })],
      fails: { code: 'model-failed', message: 'something else: {"ok":true}' },
    },
    'is an error in the middle': {
      answers: [stream(text('Hel'), { error: { message: 'CUDA out of memory' } })],
      fails: { code: 'model-failed', message: 'CUDA out of memory' },
    },
    'is an error in the middle that is a text': {
      answers: [stream(text('Hel'), { error: 'CUDA out of memory' }, DONE)],
      fails: { code: 'model-failed', message: 'CUDA out of memory' },
    },
    'is an error event by its name': {
      answers: [
        {
          type: 'text/event-stream',
          body: `data: ${JSON.stringify(text('Hel'))}\n\nevent: error\ndata: {"message":"no memory"}\n\n`,
        },
      ],
      fails: { code: 'model-failed', message: 'no memory' },
    },
    'is an error in a field of its own': {
      answers: [
        {
          type: 'text/event-stream',
          body: `data: ${JSON.stringify(text('Hel'))}\n\nerror: {"code":500,"message":"context shift is disabled"}\n\n`,
        },
      ],
      fails: { code: 'model-failed', message: '500: context shift is disabled' },
      calls: 2,
    },
    'is no JSON in the middle': {
      answers: [stream(text('Hel'), '{"choices": [')],
      fails: { code: 'model-failed', message: 'cannot be read' },
    },
    'is an error where one piece was wanted': {
      answers: [json({ error: { message: 'Insufficient balance', code: 402 } })],
      config: { stream: false },
      fails: { code: 'model-failed', message: 'Insufficient balance' },
    },
    'is no answer where one piece was wanted': {
      answers: [json({ choices: 'none' })],
      config: { stream: false },
      fails: { code: 'model-failed', message: 'cannot be read' },
    },
  });
});

test('what a server complains about while it answers, and what a filter refused, has a hint that fits', async () => {
  const broken = await (await startStandIn([stream(text('Hel'), { error: 'CUDA out of memory' })])).ask();
  expect(broken.error?.hint).toContain('The provider failed');
  const refusal = {
    message: "The response was filtered due to Azure OpenAI's content management policy",
    code: 'content_filter',
  };
  const filtered = await (await startStandIn([{ ...json({ error: refusal }), status: 400 }])).ask();
  expect(filtered.error?.hint).toContain('Change the prompt');
});

test('the usage that Groq sends in its own field is counted', async () => {
  const usage = { prompt_tokens: 4, completion_tokens: 2, total_tokens: 6 };
  const last = chunk({}, 'stop', { x_groq: { id: 'r', usage } });
  const { events } = await (await startStandIn([stream(text('Hi'), last, DONE)])).ask();
  expect(eventsOf(events, 'llm_result')).toMatchObject([{ usage: { promptTokens: 4, completionTokens: 2 } }]);
});

describe('an odd value in an answer', () => {
  const call = (given: object) =>
    stream(
      chunk({ role: 'assistant', tool_calls: [{ index: 0, id: 'c', type: 'function', ...given }] }),
      end('tool_calls'),
      DONE,
    );
  const noon = stream(text('Noon'), end('stop'), DONE);
  check({
    'counts that are texts': {
      answers: [
        stream(
          text('Hi'),
          end('stop'),
          { choices: [], usage: { prompt_tokens: '12', completion_tokens: 'x', total_tokens: '13' } },
          DONE,
        ),
      ],
      output: 'Hi',
    },
    'choices that are null': {
      answers: [
        stream({ choices: null }, text('Hi'), { id: 'x' }, end('stop'), { choices: null, usage: { prompt_tokens: 1 } }, DONE),
      ],
      output: 'Hi',
    },
    'a message instead of a delta': {
      answers: [stream({ choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }] }, DONE)],
      output: 'Hi',
    },
    'a text instead of a delta': {
      answers: [stream({ choices: [{ index: 0, text: 'Hi', finish_reason: 'stop' }] }, DONE)],
      output: 'Hi',
    },
    'a role that nobody knows, a number as id': {
      answers: [stream({ ...chunk({ role: 'model', content: 'Hi' }), id: 7, created: 'now' }, end('stop'), DONE)],
      output: 'Hi',
    },
    'a message of several lines': {
      answers: [
        {
          type: 'text/event-stream',
          body: `event: message\nid: 1\ndata: ${JSON.stringify(text('Hi'))}\n\n: hello\n\ndata: ${JSON.stringify(end('stop'))}\n\n`,
        },
      ],
      output: 'Hi',
    },
    'arguments that are an object': {
      answers: [call({ function: { name: 'time-now', arguments: { timezone: 'UTC' } } }), noon],
      config: tool,
      output: 'Noon',
    },
    'a call without the function around it': {
      answers: [call({ name: 'time-now', arguments: '{}' }), noon],
      config: tool,
      output: 'Noon',
    },
    'the function call of old servers': {
      answers: [
        stream(
          chunk({ function_call: { name: 'time-now', arguments: '{"time' } }),
          chunk({ function_call: { arguments: 'zone":"UTC"}' } }),
          end('function_call'),
          DONE,
        ),
        noon,
      ],
      config: tool,
      output: 'Noon',
    },
    'the function call of old servers, in one piece': {
      answers: [
        json({
          choices: [
            { message: { function_call: { name: 'time-now', arguments: { timezone: 'UTC' } } }, finish_reason: 'function_call' },
          ],
        }),
        json({ choices: [{ message: { content: 'Noon' }, finish_reason: 'stop' }] }),
      ],
      config: { ...tool, stream: false },
      output: 'Noon',
    },
    'a call in the text': {
      answers: [
        stream(text('<tool_'), text('call>\n{"name": "time-now", "arguments": {}}\n</tool_call>'), end('stop'), DONE),
        noon,
      ],
      config: tool,
      output: 'Noon',
    },
    'a call in the text where one has to be made': {
      answers: [stream(text('<tool_call>{"name": "time-now", "arguments": {}}</tool_call>'), end('stop'), DONE), noon],
      config: { ...tool, toolMode: 'required' },
      output: 'Noon',
    },
    'a call in the text, in the form of Qwen': {
      answers: [
        stream(
          text('<tool_call>\n<function=time-now>\n<parameter=timezone>\nUTC\n</parameter>\n</function>\n</tool_call>'),
          end('stop'),
          DONE,
        ),
        noon,
      ],
      config: tool,
      output: 'Noon',
    },
  });

  test('a call in the text that was cut off is not made, and the model hears of it', async () => {
    const written = '<tool_call>\n<function=time-now>\n<parameter=timezone>\nUTC\n</parameter>\n';
    const { ask, server } = await startStandIn([stream(text(written), end('length'), DONE), noon]);
    const { events } = await ask(tool);
    expect(eventsOf(events, 'tool_result')).toMatchObject([{ name: 'time-now', status: 'invalid' }]);
    expect(server.hits[1]?.body).toContain('the arguments cannot be read: The answer ends before </function>');
  });

  test('a call in the text is called once, told to the model, and not shown', async () => {
    const written = '<tool_call>{"name": "time-now", "arguments": {"timezone": "UTC"}}</tool_call>';
    const { ask, server } = await startStandIn([stream(text(`One moment. ${written}`), end('stop'), DONE), noon]);
    const { events } = await ask(tool);
    expect(eventsOf(events, 'tool_result')).toMatchObject([{ name: 'time-now', status: 'success' }]);
    expect(eventsOf(events, 'content').map(({ content }) => content)).toEqual(['One moment. ', 'Noon']);
    const sent = JSON.parse(server.hits[1]?.body ?? '{}') as {
      messages: { role: string; content: string; tool_calls?: object[] }[];
    };
    expect(sent.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(sent.messages[1]).toMatchObject({ content: 'One moment. ', tool_calls: [{ function: { name: 'time-now' } }] });
  });
});

describe('a number that a double does not hold', () => {
  const any = { type: 'object', properties: { id: {} }, required: ['id'] };
  const whole = stream(text('{"id":12345678901234567890}'), end('stop'), DONE);
  check({
    'is a text in a value, which the node says': {
      answers: [whole],
      config: { outputSchema: any },
      output: { id: '12345678901234567890' },
      warning: 'numbers-as-text',
    },
    'is refused where a number has to be': {
      answers: [whole, whole],
      config: { outputSchema: { ...any, properties: { id: { type: 'integer' } } } },
      fails: { code: 'output-invalid', message: '"12345678901234567890"' },
    },
  });

  const args = '{"timezone":9007199254740993}';
  const calledWith = { timezone: '9007199254740993' };
  test.each<[string, Provider, RawAnswer, RawAnswer, object?]>([
    [
      'in pieces',
      'openai-compatible',
      stream(
        chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'time-now', arguments: args.slice(0, 20) } }] }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: args.slice(20) } }] }),
        end('tool_calls'),
        DONE,
      ),
      stream(text('ok'), end('stop'), DONE),
    ],
    [
      'as an object',
      'openai-compatible',
      stream(
        `{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"name":"time-now","arguments":${args}}}]},"finish_reason":"tool_calls"}]}`,
        DONE,
      ),
      stream(text('ok'), end('stop'), DONE),
    ],
    [
      'in one piece',
      'openai-compatible',
      json(
        `{"choices":[{"message":{"tool_calls":[{"id":"c","function":{"name":"time-now","arguments":${JSON.stringify(args)}}}]},"finish_reason":"tool_calls"}]}`,
      ),
      json({ choices: [{ message: { content: 'ok' }, finish_reason: 'stop' }] }),
      { stream: false },
    ],
    [
      'in the text',
      'openai-compatible',
      stream(text(`<tool_call>{"name":"time-now","arguments":${args}}</tool_call>`), end('stop'), DONE),
      stream(text('ok'), end('stop'), DONE),
    ],
    [
      'of Google',
      'google',
      stream(
        `{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"time-now","args":${args}}}]},"finishReason":"STOP"}]}`,
      ),
      stream(google([{ text: 'ok' }], 'STOP')),
    ],
    [
      'of Anthropic',
      'anthropic',
      namedStream(
        start,
        {
          type: 'content_block_start',
          index: 0,
          content_block: { type: 'tool_use', id: 'c', name: 'time-now', input: {} },
        } as never,
        { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: args } } as never,
        { type: 'content_block_stop', index: 0 } as never,
        ended('tool_use'),
        stop,
      ),
      namedStream(start, ...block('ok'), ended('end_turn'), stop),
    ],
  ])('is a text in arguments %s', async (_, provider, called, answered, config = {}) => {
    const { ask } = await startStandIn([called, answered], { provider });
    const { events, output } = await ask({ ...tool, ...config });
    expect(output).toBe('ok');
    expect(eventsOf(events, 'tool_call').map(({ args: given }) => given)).toContainEqual(calledWith);
  });
});

describe('thoughts in the text', () => {
  const thought = '<think>\nmaybe {"answer":"no"}\n</think>\n\n';
  const whole = (content: string) => [stream(text(content), end('stop'), DONE)];
  check({
    'before a text': { answers: whole(`${thought}yes`), output: 'yes' },
    'before a value': {
      answers: whole(`${thought}{"answer":"yes"}`),
      config: { outputSchema: schema },
      output: { answer: 'yes' },
    },
    'without their opening tag, before a value': {
      answers: whole('maybe {"answer":"no"}\n</think>\n\n{"answer":"yes"}'),
      config: { outputSchema: schema },
      output: { answer: 'yes' },
    },
    'without their opening tag, before a text': { answers: whole('maybe no\n</think>\n\nyes'), output: 'yes' },
    alone: { answers: whole('<think>hm</think>'), fails: { code: 'answer-empty', message: 'reasoned and gave no answer' } },
    'cut off': {
      answers: [stream(text('<think>hm'), end('length'), DONE)],
      fails: { code: 'answer-empty', message: 'to reason' },
    },
    'in code': { answers: whole('`<think>` begins'), output: '`<think>` begins' },
    'in one piece': {
      answers: [json({ choices: [{ message: { content: `${thought}yes` }, finish_reason: 'stop' }] })],
      config: { stream: false },
      output: 'yes',
    },
    'two values, the second one meant': {
      answers: whole('{"answer":"no"}\nOn second thought:\n{"answer":"yes"}'),
      config: { outputSchema: schema },
      output: { answer: 'yes' },
    },
  });

  test('are logged as reasoning, and are in no message', async () => {
    const { ask, server } = await startStandIn([
      stream(
        text('<think>I need the ti'),
        chunk({ content: 'me</think>' }),
        chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'time-now', arguments: '{}' } }] }),
        end('tool_calls'),
        DONE,
      ),
      stream(text('<think>so</think>Noon'), end('stop'), DONE),
    ]);
    const { events, output } = await ask({ ...tool, conversation: 'talk' });
    const said = (type: 'thinking' | 'content') =>
      eventsOf(events, type)
        .map(({ content }) => content)
        .join('|');
    expect({ output, thinking: said('thinking'), content: said('content') }).toEqual({
      output: 'Noon',
      thinking: 'I need the time|so',
      content: 'Noon',
    });
    expect(eventsOf(events, 'llm_result').map(({ thinking }) => thinking)).toEqual(['I need the time', 'so']);
    expect(server.hits[1]?.body).not.toContain('I need');
    expect(JSON.stringify(eventsOf(events, 'node_finished')[0]?.fired)).not.toContain('I need');
  });

  test('whose opening tag is missing are taken back from those who follow the run', async () => {
    const parts = stream(text('let me see'), chunk({ content: '</think>yes' }), end('stop'), DONE).body.split(/(?<=\n\n)/);
    const { context, events } = makeExecutorContext();
    const { models } = await startStandIn([
      async (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(parts[0]);
        await eventually(() => expect(events.map(({ type }) => type)).toContain('content'));
        response.end(parts.slice(1).join(''));
      },
    ]);
    await callModel(models.resolve('main'), { messages: [{ role: 'user', content: 'Go on' }] }, context);
    const shown = events.flatMap((event) => {
      if (event.type === 'llm_stream_retry') return ['void'];
      return event.type === 'content' || event.type === 'thinking' ? [`${event.type}: ${event.content}`] : [];
    });
    expect(shown).toEqual(['content: let me see', 'void', 'thinking: let me see', 'content: yes']);
  });
});

describe('a server that keeps the connection', () => {
  const alive = (lines: string, answer: RawAnswer, times: number) => (response: import('node:http').ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let left = times;
    const timer = setInterval(() => {
      if (left-- > 0) response.write(lines);
      else {
        clearInterval(timer);
        response.end(answer.body);
      }
    }, 100);
    response.on('close', () => clearInterval(timer));
  };

  test.each([
    ['comments', 'openai-compatible', ': keep-alive\n\n', stream(text('Hi'), end('stop'), DONE)],
    ['empty chunks', 'openai-compatible', 'data: {"choices":[]}\n\n', stream(text('Hi'), end('stop'), DONE)],
    [
      'pings',
      'anthropic',
      'event: ping\ndata: {"type": "ping"}\n\n',
      namedStream(start, ...block('Hi'), ended('end_turn'), stop),
    ],
  ] as const)('%s keep a call waiting for longer than its limit', async (_, provider, lines, answer) => {
    const { ask } = await startStandIn([alive(lines, answer, 20)], { provider, entry: { timeout_s: 1 } });
    expect(await ask()).toMatchObject({ output: 'Hi', calls: 1 });
  });

  test('comments without an answer end after a while', async () => {
    const { models } = await startStandIn([alive(': keep-alive\n\n', stream(), 600)]);
    const { context } = makeExecutorContext();
    const impatient = { ...models.resolve('main'), timeoutMs: 900, maxWaitMs: 1200 };
    const call = callModel(impatient, { messages: [{ role: 'user', content: 'Go on' }] }, context);
    await expect(call).rejects.toMatchObject({
      code: 'model-timed-out',
      message: expect.stringContaining('kept the connection for 1.2 s and sent nothing of an answer'),
    });
  });

  test('a call without a byte is made again', async () => {
    const { ask } = await startStandIn([() => {}, stream(text('Hi'), end('stop'), DONE)], {
      entry: { timeout_s: 0.3, retry: 1 },
    });
    expect(await ask()).toMatchObject({ output: 'Hi', calls: 2 });
  });

  test('a call that fell silent is not', async () => {
    const silent = (response: import('node:http').ServerResponse) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hi\n\n');
    const { ask } = await startStandIn([silent], { entry: { timeout_s: 0.3, retry: 1 } });
    expect(await ask()).toMatchObject({ error: { code: 'model-timed-out' }, calls: 1 });
  });
});

test('whatever the finish reason and the cuts, an answer is whole, marked or failed', async () => {
  const reasons = ['stop', 'length', 'content_filter', 'tool_calls', '', null, 'eos', 'error', 'weird', 7, { type: 'stop' }];
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        reason: fc.constantFrom(...reasons),
        said: fc.constantFrom('', ' ', 'Hello', '<think>a</think>', '<think>a</think>b', 'a</think>b', '漢字 🙂'),
        isDone: fc.boolean(),
        cuts: fc.array(fc.nat(400), { maxLength: 6 }),
      }),
      async ({ reason, said, isDone, cuts }) => {
        const events = stream(
          chunk({ role: 'assistant', content: '' }),
          chunk({ content: said }),
          end(reason),
          ...(isDone ? [DONE] : []),
        );
        const { ask } = await startStandIn([piecewise(events.body, cuts)]);
        const { status, error, output, finishReason, warnings } = await ask();
        if (status === 'failed') {
          expect(error?.code).toMatch(/^(?:answer-(?:empty|filtered)|model-failed)$/);
          expect(error?.message).not.toMatch(/validation failed/i);
          return;
        }
        expect(String(output).trim()).not.toBe('');
        expect(output).not.toContain('think>');
        expect(warnings).toHaveLength(finishReason === 'stop' ? 0 : 1);
        const isWhole = ['stop', 'tool_calls', 'eos', '', null].includes(reason as string) || typeof reason === 'object';
        expect(finishReason === 'stop').toBe(isWhole);
        if (!isDone) expect(reason).toBeTruthy();
      },
    ),
    { numRuns: 60 },
  );
});

const answersOf: Readonly<Record<string, (said: string, reason: string) => RawAnswer>> = {
  'openai-compatible': (said, reason) => stream(text(said), end(reason), DONE),
  anthropic: (said, reason) => namedStream(start, ...block(said), ended(reason), stop),
  google: (said, reason) => stream(google([{ text: said }], reason)),
};

test('the value of a node, the outputs of its run, the trace and the log name one finish reason, whatever a provider says', async () => {
  const known = [
    'stop',
    'length',
    'content_filter',
    'refusal',
    'end_turn',
    'max_tokens',
    'pause_turn',
    'STOP',
    'MAX_TOKENS',
    'SAFETY',
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        provider: fc.constantFrom('openai-compatible', 'anthropic', 'google'),
        reason: fc.oneof(fc.constantFrom(...known), fc.string({ minLength: 1, maxLength: 12 })),
        said: fc.constantFrom('', 'Hello', '漢字 🙂'),
        onIncomplete: fc.constantFrom('continue', 'fail'),
      }),
      async ({ provider, reason, said, onIncomplete }) => {
        const answer = answersOf[provider]?.(said, reason) as RawAnswer;
        const { engine } = await startStandIn([answer], { provider: provider as Provider });
        const config = { userPrompt: 'Go on', model: 'main', onIncomplete };
        const flow = workflowOf({ ask: ['llm', config], end: ['end', { outputs: { reason: '{{ask.finishReason}}' } }] }, [
          'ask -> end',
        ]);
        const { status, outputs, events } = await engine.run(flow);
        const logged = eventsOf(events, 'llm_result').map(({ finishReason }) => finishReason);
        const spans = events.reduce(
          (trace, event) => extendTrace(trace, [toPublicEvent(event, { level: 'full', runId: 'run' }) ?? []].flat()),
          emptyTrace,
        );
        const traced = spans.spans.filter(({ kind }) => kind === 'model').map((span) => span.reason);
        expect(traced).toEqual(logged);
        if (status === 'failed') {
          const codes = eventsOf(events, 'node_finished').map(({ error }) => error?.code);
          expect(codes[0]).toMatch(/^(?:answer-(?:empty|filtered|refused|cut)|model-failed)$/);
          return;
        }
        const [value] = eventsOf(events, 'node_finished').map(({ fired }) => fired?.out as { finishReason?: string });
        expect([outputs?.reason, value?.finishReason]).toEqual([logged[0], logged[0]]);
        if (onIncomplete === 'fail') expect(logged).toEqual(['stop']);
      },
    ),
    { numRuns: 80 },
  );
});

/** Sends the bytes in pieces that are cut at these places. */
function piecewise(body: string, cuts: readonly number[]) {
  const bytes = Buffer.from(body);
  const ends = [...new Set([...cuts.map((cut) => cut % bytes.length), bytes.length])].toSorted((a, b) => a - b);
  return async (response: import('node:http').ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let from = 0;
    for (const to of ends) {
      await new Promise<void>((resolve) => response.write(bytes.subarray(from, to), () => resolve()));
      from = to;
    }
    response.end();
  };
}
