import { a2aMethods } from '#server/a2a/call-agent.ts';
import { A2A_CARD_PATH, A2A_PATH } from '#server/http/api/serve-a2a.ts';
import { AG_UI_PATH } from '#server/http/api/serve-ag-ui.ts';
import { LANGGRAPH_PATH, langGraphRoutes } from '#server/http/api/serve-langgraph.ts';
import { MCP_PATH } from '#server/http/api/serve-mcp.ts';
import { openAiRoutes } from '#server/http/api/serve-openai.ts';
import { WORKFLOW_MCP_PATH } from '#server/http/api/serve-workflow-mcp.ts';
import { HOOKS_PATH, TEST_HOOKS_PATH } from '#server/http/resources/trigger-resource.ts';
import { type AccessCase, type Expectation, isAsking, sees, targetsFor } from './access-case.ts';
import type { Belongings, Caller, World } from './access-world.ts';

type Ask = Pick<AccessCase, 'covers' | 'method' | 'path' | 'headers' | 'body'>;
/** What a key asks of its own endpoint, for an object of somebody. */
type Asked = Ask & { readonly target?: Belongings | undefined; readonly expected: Expectation };

/** The requests of all callers over the protocols of published workflows. */
export function protocolCases(world: World): AccessCase[] {
  const callers = world.callers.filter(isAsking);
  return [...callers.flatMap((caller) => askAll(caller, world)), ...openCases(world), ...workspaceMcp(world)];
}

function askAll(caller: Caller, world: World): AccessCase[] {
  const asOwn = (slug: string) => requestsAt(slug, caller, world);
  const toCase = ({ target, ...asked }: Asked): AccessCase => ({ ...asked, caller, target: target?.owner });
  if (caller.is === 'key' && caller.slug !== undefined) {
    const elsewhere = world.slugs.filter((slug) => slug !== caller.slug).flatMap(asOwn);
    // Of another endpoint everything is refused, whatever it names. One target is enough.
    return [...asOwn(caller.slug), ...oncePerMethod(elsewhere).map((asked) => ({ ...asked, expected: refusalOf(asked) }))].map(
      toCase,
    );
  }
  const [slug = ''] = caller.slug === undefined ? world.slugs : [caller.slug];
  const isMember = caller.is === 'member' || caller.is === 'workspace-key';
  return oncePerMethod(asOwn(slug)).map((asked) => {
    const isOpen = isMember && asked.covers.startsWith('GET /v1/models');
    return toCase({ ...asked, target: undefined, expected: isOpen ? 'any' : 'refused' });
  });
}

/** The models of a key are its own endpoint, wherever it asks. */
const refusalOf = ({ path }: Ask): Expectation => (path === '/v1/models' ? 'any' : 'refused');

function oncePerMethod(asked: readonly Asked[]): Asked[] {
  return [...new Map(asked.toReversed().map((one) => [one.covers, one])).values()];
}

function requestsAt(slug: string, caller: Caller, world: World): Asked[] {
  const targets = targetsFor(caller, world);
  return [
    ...openAi(slug, caller, { targets, world }),
    ...targets.flatMap((target) => [
      ...graph({ slug, caller, target }),
      ...a2a({ slug, caller, target }),
      ...agUi({ slug, caller, target }),
      ...mcp({ slug, caller, target }),
    ]),
  ];
}

type Target = { readonly slug: string; readonly caller: Caller; readonly target: Belongings };
type Aimable = Ask & { readonly isReading: boolean; readonly isAimed: boolean };

/** Another endpoint refuses everything. At one's own, objects of others are refused, and nothing is changed. */
function aimed(asks: readonly Aimable[], { slug, caller, target }: Target): Asked[] {
  return asks.flatMap(({ isReading, isAimed, ...ask }): Asked[] => {
    const isOwn = caller.is === 'key' && caller.slug === slug;
    if (!isOwn || (isAimed && !sees(caller, target))) return [{ ...ask, target, expected: 'refused' }];
    return isReading ? [{ ...ask, target, expected: 'any' }] : [];
  });
}

const saying = (content: string) => [{ role: 'user', content }];

function openAi(slug: string, caller: Caller, { targets, world }: { targets: readonly Belongings[]; world: World }): Asked[] {
  const other = world.slugs.find((one) => one !== slug) ?? '';
  const model = slug;
  const isForeign = caller.slug !== undefined && caller.slug !== slug;
  return openAiRoutes.flatMap(({ method, path }): Asked[] => {
    const covers = `${method} ${path}`;
    if (path === '/v1/models') return [{ covers, method, path, expected: 'any' }];
    if (path === '/v1/models/:model')
      return [{ covers, method, path: `/v1/models/${isForeign ? slug : other}`, expected: 'refused' }];
    if (path === '/v1/chat/completions') {
      const messages = [
        ...saying('x'),
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'call_act_1', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'call_act_1', content: 'given' },
      ];
      return [
        { covers, method, path, body: { model: isForeign ? slug : other, messages: saying('x') }, expected: 'refused' },
        // The result belongs to no call of this key: it starts a run of its own endpoint.
        { covers, method, path, body: { model, messages }, expected: caller.slug === slug ? 'any' : 'not-started' },
      ];
    }
    return targets.map((target) => ({
      covers,
      method,
      path,
      target,
      body: {
        model,
        previous_response_id: `resp_${target.waiting}`,
        input: [{ type: 'function_call_output', call_id: `call_${target.actionId}`, output: 'given' }],
      },
      expected: 'not-started',
    }));
  });
}

function graph({ slug, caller, target }: Target): Asked[] {
  const assistant = { assistant_id: slug, input: { messages: saying('x') } };
  const asks = langGraphRoutes.flatMap(({ method, path }) => {
    const covers = `${method} ${path}`;
    const fill = (threadId: string, runId: string) =>
      path
        .replace(':slug', slug)
        .replace(':threadId', threadId)
        .replace(':runId', runId)
        .replace(':assistantId', slug)
        .replace(':checkpointId', runId);
    const isThread = path.includes(':threadId');
    const isRun = path.includes(':runId');
    const isReading = method === 'GET' || /\/(?:search|count|history|checkpoint)$/.test(path);
    const isStart = method === 'POST' && /\/runs(?:\/wait|\/stream|\/batch)?$/.test(path);
    const body = bodyOf(path, { slug, assistant, target });
    const ask = (filled: string) => ({ covers, method, path: filled, isReading, ...(method === 'POST' && { body }) });
    // A thread of one's own that has no such run, and threads of others by their names.
    const threads = isThread ? [target.sessionName ?? target.canary] : ['none'];
    const named = threads.map((thread) => ({
      ...ask(fill(thread, target.waiting)),
      isAimed: (isThread || isRun) && !(isStart && !isThread),
    }));
    const ownThread = isThread && isRun ? [{ ...ask(fill(`chat-of-${caller.name}`, target.ended)), isAimed: true }] : [];
    return [...named, ...ownThread];
  });
  return aimed(asks, { slug, caller, target });
}

type Filling = { readonly slug: string; readonly assistant: object; readonly target: Belongings };

function bodyOf(path: string, { slug, assistant, target }: Filling): object {
  if (path.endsWith('/runs/batch')) return [assistant];
  if (/\/runs(?:\/wait|\/stream)?$/.test(path)) {
    // Decides what the thread waits for.
    const isThread = path.includes(':threadId');
    return isThread ? { assistant_id: slug, command: { resume: { approved: true } }, checkpoint_id: target.waiting } : assistant;
  }
  if (path.endsWith('/state/checkpoint')) return { checkpoint: { checkpoint_id: target.ended } };
  if (path.endsWith('/threads/search')) return { ids: [target.sessionName, target.sessionKey, target.canary].filter(Boolean) };
  return {};
}

function a2a({ slug, caller, target }: Target): Asked[] {
  const path = A2A_PATH.replace(':slug', slug);
  const { waiting: id, ended } = target;
  const message = { messageId: 'm1', taskId: id, role: 'ROLE_USER', parts: [{ data: { approved: true } }] };
  const legacy = {
    messageId: 'm1',
    kind: 'message',
    taskId: id,
    role: 'user',
    parts: [{ kind: 'data', data: { approved: true } }],
  };
  const config = { id: 'c1', url: 'https://a.example/push' };
  const paramsOf = (name: string): object => {
    if (/^Send|^message/.test(name)) return { message: name.startsWith('Send') ? message : legacy };
    if (name.endsWith('Config/set')) return { taskId: id, pushNotificationConfig: config };
    if (name.startsWith('tasks/pushNotificationConfig')) return { id, pushNotificationConfigId: 'c1' };
    if (name.includes('PushNotification')) return { taskId: id, ...config };
    if (name === 'ListTasks') return { pageSize: 100, includeArtifacts: true };
    return { id: name === 'GetTask' || name === 'tasks/get' ? ended : id };
  };
  const asks = Object.entries(a2aMethods).flatMap(([version, methods]) =>
    Object.keys(methods).map((name) => ({
      covers: `A2A ${version} ${name}`,
      method: 'POST',
      path,
      headers: { 'a2a-version': version },
      body: { jsonrpc: '2.0', id: 1, method: name, params: paramsOf(name) },
      isReading: /Get|List|get$|list$|Card$/.test(name),
      isAimed: !/ListTasks|Card$/.test(name),
    })),
  );
  const card = {
    covers: `GET ${A2A_CARD_PATH}`,
    method: 'GET',
    path: A2A_CARD_PATH.replace(':slug', slug),
    isReading: true,
    isAimed: false,
  };
  return aimed([...asks, card], { slug, caller, target });
}

function agUi({ slug, caller, target }: Target): Asked[] {
  const ask = (more: object) => ({
    covers: `POST ${AG_UI_PATH}`,
    method: 'POST',
    path: AG_UI_PATH.replace(':slug', slug),
    body: { threadId: target.sessionName ?? 'none', runId: 'client-run', messages: [], ...more },
    isReading: false,
    isAimed: true,
  });
  const resume = [{ interruptId: `${target.waiting}:${target.actionId}`, status: 'resolved', payload: { approved: true } }];
  const result = [{ id: 'm1', role: 'tool', toolCallId: `call_${target.actionId}`, content: 'given' }];
  return aimed([ask({ resume }), ask({ messages: result })], { slug, caller, target }).map((asked) =>
    'resume' in Object(asked.body) ? asked : { ...asked, expected: 'not-started' },
  );
}

const MCP_META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
};
const MCP_ACCEPT = { accept: 'application/json, text/event-stream' };
/** Methods of servers of both eras, with what they need. */
const mcpMethods: Readonly<Record<string, object>> = {
  initialize: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  'server/discover': { _meta: MCP_META },
  ping: {},
  'tools/list': {},
  'resources/list': {},
  'resources/templates/list': {},
  'prompts/list': {},
};

function mcp({ slug, caller, target }: Target): Asked[] {
  const path = WORKFLOW_MCP_PATH.replace(':slug', slug);
  const ask = (name: string, params: object, headers: Readonly<Record<string, string>> = {}) => ({
    covers: `MCP ${name}`,
    method: 'POST',
    path,
    headers: { ...MCP_ACCEPT, ...headers },
    body: { jsonrpc: '2.0', id: 1, method: name, params },
  });
  const reading = Object.entries(mcpMethods).map(([name, params]) => ({ ...ask(name, params), isReading: true, isAimed: false }));
  const decision = {
    name: slug,
    arguments: {},
    requestState: JSON.stringify({ runId: target.waiting, actionId: target.actionId }),
    inputResponses: { decision: { action: 'accept', content: { approve: true } } },
    _meta: MCP_META,
  };
  const era = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': slug };
  const sockets = ['GET', 'DELETE'].map((method) => ({
    covers: `MCP ${method}`,
    method,
    path,
    headers: MCP_ACCEPT,
    isReading: false,
    isAimed: false,
  }));
  return aimed([...reading, ...sockets, { ...ask('tools/call', decision, era), isReading: false, isAimed: true }], {
    slug,
    caller,
    target,
  });
}

/** Tools for coding agents: of the workspace, so keys of endpoints and those without a credential get none. */
function workspaceMcp({ callers }: World): AccessCase[] {
  const calls = { ...mcpMethods, 'tools/call': { name: 'list_workflows', arguments: {} } };
  return callers.flatMap((caller) =>
    Object.entries(calls).map(([name, params]): AccessCase => {
      const isOpen = caller.is === 'member' || caller.scopes?.includes('read') || caller.scopes?.includes('admin');
      return {
        covers: `workspace MCP ${name}`,
        caller,
        method: 'POST',
        path: MCP_PATH,
        headers: MCP_ACCEPT,
        body: { jsonrpc: '2.0', id: 1, method: name, params },
        expected: isOpen ? 'any' : 'refused',
      };
    }),
  );
}

/** Addresses that need no credential of ours, or one of their own. */
function openCases({ callers, slugs }: World): AccessCase[] {
  return callers.flatMap((caller) =>
    slugs.flatMap((slug): AccessCase[] => [
      {
        covers: `ALL ${HOOKS_PATH}/:slug/:triggerId`,
        caller,
        method: 'POST',
        path: `${HOOKS_PATH}/${slug}/hook`,
        body: { text: 'x' },
        expected: 'refused',
      },
      {
        covers: `ALL ${HOOKS_PATH}/:slug/:triggerId`,
        caller,
        method: 'GET',
        path: `${HOOKS_PATH}/${slug}/hook`,
        expected: 'not-started',
      },
      {
        covers: `ALL ${TEST_HOOKS_PATH}/:token`,
        caller,
        method: 'POST',
        path: `${TEST_HOOKS_PATH}/unknown`,
        body: {},
        expected: 'refused',
      },
      {
        covers: `ALL ${LANGGRAPH_PATH}/*`,
        caller,
        method: 'POST',
        path: `${LANGGRAPH_PATH.replace(':slug', slug)}/store/items`,
        body: {},
        expected: 'refused',
      },
      { covers: 'ALL /v1/*', caller, method: 'GET', path: '/v1/files', expected: 'refused' },
      {
        covers: `ALL ${HOOKS_PATH}/:slug/:triggerId/`,
        caller,
        method: 'POST',
        path: `${HOOKS_PATH}/${slug}/hook/`,
        body: { text: 'x' },
        expected: 'refused',
      },
      { covers: 'ALL /api/v1/run/:slug/*', caller, method: 'GET', path: `/api/v1/run/${slug}/nowhere`, expected: 'refused' },
      {
        covers: 'GET /api/v1/run/:slug/a2a/.well-known/agent.json',
        caller,
        method: 'GET',
        path: `/api/v1/run/${slug}/a2a/.well-known/agent.json`,
        expected: 'refused',
      },
      {
        covers: 'GET /.well-known/agent-card.json',
        caller,
        method: 'GET',
        path: '/.well-known/agent-card.json',
        expected: 'any',
      },
      { covers: 'GET /.well-known/agent.json', caller, method: 'GET', path: '/.well-known/agent.json', expected: 'refused' },
      { covers: 'ALL /.well-known/*', caller, method: 'GET', path: '/.well-known/nothing', expected: 'refused' },
      { covers: 'POST /register', caller, method: 'POST', path: '/register', body: {}, expected: 'not-started' },
      {
        covers: 'GET /metrics',
        caller,
        method: 'GET',
        path: '/metrics',
        expected: caller.is === 'member' || caller.scopes?.includes('admin') ? 'any' : 'refused',
      },
    ]),
  );
}

/** Every mounted route, and the cases that cover it. */
export function routeOfCase(covers: string): string {
  if (covers.startsWith('A2A')) return `POST ${A2A_PATH}`;
  if (covers.startsWith('workspace MCP')) return `ALL ${MCP_PATH}`;
  if (covers.startsWith('MCP')) return `ALL ${WORKFLOW_MCP_PATH}`;
  return covers;
}

/** Methods inside of one route. */
export const protocolMethods: readonly string[] = Object.entries(a2aMethods).flatMap(([version, methods]) =>
  Object.keys(methods).map((name) => `A2A ${version} ${name}`),
);
