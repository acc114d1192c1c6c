import { join } from 'node:path';
import { countFlattedNodes } from './flatted-nodes.ts';
import { MemberApi } from './member-api.ts';
import type { Endpoint, Product, Started } from './product.ts';
import { MEMBER, readRivalFolder } from './rival-folder.ts';

type Node = { readonly type: string; readonly version: number; readonly parameters: Record<string, unknown> };

const WAIT_SECONDS = 70;

/** n8n with its default database, SQLite. */
export function n8nProduct(folder: string): Product {
  const { version, node } = readRivalFolder(folder, 'n8n');
  // It allows few sign-ins a minute. Its cookie stays valid when the server starts again.
  const sessions = new Map<string, MemberApi>();
  return {
    name: 'n8n',
    version,
    command: [node, join(folder, 'node_modules', 'n8n', 'bin', 'n8n'), 'start'],
    folder,
    env: ({ port, folder: dataFolder }) => ({
      NODE_ENV: 'production',
      HOME: dataFolder,
      N8N_USER_FOLDER: dataFolder,
      N8N_PORT: String(port),
      N8N_LISTEN_ADDRESS: '127.0.0.1',
      N8N_RUNNERS_BROKER_PORT: String(port + 1),
      // The browser signs in over HTTP.
      N8N_SECURE_COOKIE: 'false',
      // @see https://docs.n8n.io/hosting/configuration/configuration-examples/isolation/
      N8N_DIAGNOSTICS_ENABLED: 'false',
      N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
      N8N_TEMPLATES_ENABLED: 'false',
      N8N_PERSONALIZATION_ENABLED: 'false',
      EXTERNAL_FRONTEND_HOOKS_URLS: '',
      N8N_DIAGNOSTICS_CONFIG_FRONTEND: '',
      N8N_DIAGNOSTICS_CONFIG_BACKEND: '',
    }),
    nodeSelector: '.vue-flow__node',
    setUp: async (started) => {
      const { slowOrigin } = started;
      const api = new MemberApi(started.url);
      await untilReady(api);
      await api.send('POST', '/rest/owner/setup', MEMBER);
      sessions.set(started.url, api);
      const small = await publish(api, started, 'small', chain(3));
      const large = await publish(api, started, 'large', chain(10));
      const slow = await publish(api, started, 'slow', around(requestNode(`${slowOrigin}/1`)));
      const waiting = await publish(api, started, 'waiting', around(waitNode));
      return {
        endpoints: { 3: small.endpoint, 10: large.endpoint },
        slow: slow.endpoint,
        waiting: waiting.endpoint,
        editorUrl: `${started.url}/workflow/${large.id}`,
        cookies: api.cookies,
      };
    },
    storedRuns: async ({ url }) => {
      const api = sessions.get(url);
      if (!api) throw new Error(`n8n has no member at ${url}`);
      await untilReady(api);
      const { data } = await api.send<{ data: { results: { id: string; status: string }[] } }>(
        'GET',
        '/rest/executions?limit=100',
      );
      return Promise.all(
        data.results.map(async ({ id, status }) => {
          const { data: run } = await api.send<{ data: { data: string } }>('GET', `/rest/executions/${id}`);
          return { status, nodesWithOutput: countFlattedNodes(run.data) };
        }),
      );
    },
  };
}

/** Its page is served before its API. */
async function untilReady(api: MemberApi): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await api.send('GET', '/healthz/readiness');
      await api.send('GET', '/rest/settings');
      return;
    } catch (error) {
      if (attempt === 300) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function publish(api: MemberApi, { url }: Started, path: string, middle: readonly Node[]) {
  const webhook: Node = {
    type: 'n8n-nodes-base.webhook',
    version: 2,
    parameters: { httpMethod: 'POST', path, responseMode: 'lastNode', options: {} },
  };
  const rows = [webhook, ...middle];
  const nodes = rows.map(({ type, version, parameters }, index) => ({
    id: `node-${index}`,
    name: `n${index}`,
    type,
    typeVersion: version,
    parameters,
    position: [index * 220, 0],
    ...(index === 0 && { webhookId: `bench-${path}` }),
  }));
  const links = nodes.slice(1).map(({ name }, index) => [`n${index}`, { main: [[{ node: name, type: 'main', index: 0 }]] }]);
  const workflow = { name: path, nodes, connections: Object.fromEntries(links), settings: { executionOrder: 'v1' } };
  const { data } = await api.send<{ data: { id: string; versionId: string } }>('POST', '/rest/workflows', workflow);
  await api.send('POST', `/rest/workflows/${data.id}/activate`, { versionId: data.versionId });
  const endpoint: Endpoint = { url: `${url}/webhook/${path}`, headers: {}, body: JSON.stringify({ name: 'Ada', n: 3 }) };
  return { id: data.id, endpoint };
}

/** After the webhook: texts, values and conditions in turn, as in the workflows of the others. */
function chain(count: number): Node[] {
  return Array.from({ length: count - 1 }, (_, at) => (at % 3 === 2 ? conditionNode : setNode(at + 1)));
}

function around(middle: Node): Node[] {
  return [setNode(1), middle, setNode(2)];
}

function setNode(step: number): Node {
  const text = `=Hello {{ $('n0').item.json.body.name }}, step ${step}!`;
  const assignments = [
    { id: 'text', name: 'text', type: 'string', value: text },
    { id: 'n', name: 'n', type: 'number', value: `={{ $('n0').item.json.body.n }}` },
  ];
  return { type: 'n8n-nodes-base.set', version: 3.4, parameters: { assignments: { assignments }, options: {} } };
}

const conditionNode: Node = {
  type: 'n8n-nodes-base.if',
  version: 2.2,
  parameters: {
    conditions: {
      options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
      combinator: 'and',
      conditions: [{ id: 'less', leftValue: '={{ $json.n }}', rightValue: 10, operator: { type: 'number', operation: 'lt' } }],
    },
    options: {},
  },
};

const waitNode: Node = { type: 'n8n-nodes-base.wait', version: 1.1, parameters: { amount: WAIT_SECONDS, unit: 'seconds' } };

function requestNode(url: string): Node {
  return { type: 'n8n-nodes-base.httpRequest', version: 4.2, parameters: { url, options: {} } };
}
