import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/database/open-database.ts';
import { startApi } from '../support/api-server.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { BLOCK_LIMIT_MS, longestBlockMs } from '../support/longest-block.ts';
import { answeringWorkflow } from '../support/protocol-workflows.ts';
import { publish } from '../support/published-endpoint.ts';
import { rawRequest } from '../support/raw-request.ts';

const BODY_CHARS = 4_500_000;
const ITEMS = 8_000;

let place: DatabaseLocation;
let database: Database;
beforeAll(async () => {
  place = await makeDatabaseLocation();
  database = await place.open();
});
afterAll(async () => {
  await database.close();
  await place.remove();
});

const fill = (part: string, size: number) => part.repeat(Math.floor(size / part.length));
const list = (part: (index: number) => string, count = ITEMS) =>
  `[${Array.from({ length: count }, (_, index) => part(index)).join(',')}]`;
const text = (part: string) => JSON.stringify(fill(part, BODY_CHARS));
const many = (part: string) => JSON.stringify(part);
/** Messages in the form of each protocol: many small ones, and one long one of each part. */
const longParts = [
  'a',
  ' ',
  '\n',
  '{{',
  '[1]',
  '[',
  '](',
  '*',
  '`',
  '<a ',
  '|',
  '#',
  '>',
  '- ',
  '{"a":',
  'data:;base64,',
  '@',
  '\\',
];

const openAi = (messages: string, more = '') => `{"model":"SLUG","messages":${messages}${more}}`;
const agUi = (messages: string, more = '"state":{},"tools":[],"context":[]') =>
  `{"threadId":"t","runId":"r","messages":${messages},${more},"forwardedProps":{}}`;
const a2a = (content: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":${content}}}}`;
const langGraph = (messages: string) => `{"assistant_id":"SLUG","input":{"messages":${messages}}}`;
const bodies: Readonly<Record<string, (slug: string) => [path: string, body: string][]>> = {
  OpenAI: () => {
    const path = '/v1/chat/completions';
    const call = (index: number) => `{"id":"c${index}","type":"function","function":{"name":"f","arguments":"{}"}}`;
    return [
      [path, openAi(list((index) => `{"role":"${index % 2 ? 'assistant' : 'user'}","content":"a"}`))],
      [
        path,
        openAi(
          list(
            (index) =>
              index % 2
                ? `{"role":"tool","tool_call_id":"c${index}","content":"x"}`
                : `{"role":"assistant","tool_calls":[${call(index)}]}`,
            10_000,
          ),
        ),
      ],
      [path, openAi(`[{"role":"user","content":${list(() => '{"type":"text","text":"a"}')}}]`)],
      [
        path,
        openAi(
          '[{"role":"user","content":"a"}]',
          `,"tools":${list((index) => `{"type":"function","function":{"name":"f${index}","parameters":{"type":"object"}}}`)}`,
        ),
      ],
      [
        path,
        openAi(
          '[{"role":"user","content":"a"}]',
          `,"response_format":{"type":"json_schema","json_schema":{"name":"a","schema":{"anyOf":${list((index) => `{"const":${index}}`)}}}}`,
        ),
      ],
    ];
  },
  'AG-UI': (slug) => {
    const path = `/api/v1/run/${slug}/ag-ui`;
    const message = (index: number) => `{"id":"m${index}","role":"${index % 2 ? 'assistant' : 'user'}","content":"a"}`;
    return [
      [path, agUi(list(message))],
      [
        path,
        agUi(
          '[{"id":"1","role":"user","content":"a"}]',
          `"state":${list(() => '{}')},"tools":[],"context":${list(() => '{"description":"a","value":"b"}')}`,
        ),
      ],
      [
        path,
        agUi(
          '[{"id":"1","role":"user","content":"a"}]',
          `"state":{},"context":[],"tools":${list((index) => `{"name":"f${index}","description":"a","parameters":{"type":"object"}}`)}`,
        ),
      ],
    ];
  },
  A2A: (slug) => {
    const path = `/api/v1/run/${slug}/a2a`;
    return [
      [path, a2a(list(() => '{"text":"a"}'))],
      [path, a2a(list((index) => `{"data":{"question":"a","k${index}":1}}`))],
      [path, `{"jsonrpc":"2.0","id":1,"method":${text('a/')},"params":{}}`],
      [path, list((index) => `{"jsonrpc":"2.0","id":${index},"method":"GetTask","params":{"id":"x"}}`)],
    ];
  },
  LangGraph: (slug) => {
    const path = `/api/v1/run/${slug}/langgraph/runs/wait`;
    return [
      [path, langGraph(list((index) => `{"type":"${index % 2 ? 'ai' : 'human'}","content":"a","id":"m${index}"}`))],
      [path, `{"assistant_id":"SLUG","stream_mode":${list(() => many('values'))},"input":{"question":"a"}}`],
    ];
  },
  MCP: () => [
    ['/api/v1/mcp', list((index) => `{"jsonrpc":"2.0","id":${index},"method":"ping"}`)],
    ['/api/v1/mcp', `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${text('a_')},"arguments":{}}}`],
  ],
};
const longBodies: Readonly<Record<string, (slug: string, part: string) => [path: string, body: string]>> = {
  OpenAI: (_, part) => ['/v1/chat/completions', openAi(`[{"role":"user","content":${text(part)}}]`)],
  'AG-UI': (slug, part) => [`/api/v1/run/${slug}/ag-ui`, agUi(`[{"id":"1","role":"user","content":${text(part)}}]`)],
  A2A: (slug, part) => [`/api/v1/run/${slug}/a2a`, a2a(`[{"text":${text(part)}}]`)],
  LangGraph: (slug, part) => [`/api/v1/run/${slug}/langgraph/runs/wait`, langGraph(`[{"type":"human","content":${text(part)}}]`)],
};

test.each(Object.keys(bodies))('bodies of %s do not block the event loop', { timeout: 300_000 }, async (protocol) => {
  const api = await startApi(database);
  const { slug, key } = await publish(api.url, answeringWorkflow('openai/none'), { allow: { callerTools: true } });
  const headers = {
    connection: 'close',
    ...(protocol !== 'MCP' && { authorization: `Bearer ${key}` }),
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'a2a-version': '1.0',
  };
  const long = longBodies[protocol];
  // All protocols read texts by the same code, so each gets some of the parts.
  const place = Object.keys(longBodies).indexOf(protocol);
  const own = longParts.filter((_, index) => index % Object.keys(longBodies).length === place);
  const tries = [...(bodies[protocol]?.(slug) ?? []), ...(long ? own.map((part) => long(slug, part)) : [])];
  const statuses: number[] = [];
  const slow: string[] = [];
  for (const [path, body] of tries) {
    const block = await longestBlockMs(async () => {
      const { status } = await rawRequest(`${api.url}${path}`, { method: 'POST', headers, body: [body.replace('SLUG', slug)] });
      statuses.push(status);
    });
    if (block >= BLOCK_LIMIT_MS) slow.push(`${body.slice(0, 150)}: ${Math.round(block)} ms`);
  }
  // What is refused before it is read would test nothing.
  for (const status of [401, 403, 404, 415]) expect(statuses).not.toContain(status);
  expect(slow).toEqual([]);
});
