import { join } from 'node:path';
import { callEndpoint } from './calls.ts';
import { MemberApi } from './member-api.ts';
import type { Endpoint, Product, Started } from './product.ts';
import { MEMBER, readRivalFolder } from './rival-folder.ts';

type NodeType = {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly version: number;
  readonly outputs?: readonly { readonly label: string }[];
  readonly inputs?: readonly unknown[];
  readonly [field: string]: unknown;
};
type Step = { readonly type: string; readonly inputs: Record<string, unknown> };
type Execution = { readonly state: string; readonly executionData: string };

const INTERNAL = { 'x-request-from': 'internal' };
const CHAT_ID = 'bench-waiting';
const HUMAN = 'humanInputAgentflow';

/** Flowise with its default database, SQLite. */
export function flowiseProduct(folder: string): Product {
  const { version, node } = readRivalFolder(folder, 'flowise');
  return {
    name: 'flowise',
    version,
    command: [node, join(folder, 'node_modules', 'flowise', 'bin', 'run'), 'start'],
    folder,
    env: ({ port, folder: dataFolder }) => ({
      // Unset as by default: its cookies are for HTTPS alone in production, and the browser signs in over HTTP.
      NODE_ENV: '',
      HOME: dataFolder,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_PATH: dataFolder,
      SECRETKEY_PATH: dataFolder,
      LOG_PATH: join(dataFolder, 'logs'),
      BLOB_STORAGE_PATH: join(dataFolder, 'storage'),
      JWT_AUTH_TOKEN_SECRET: 'bench-auth',
      JWT_REFRESH_TOKEN_SECRET: 'bench-refresh',
      EXPRESS_SESSION_SECRET: 'bench-session',
      TOKEN_HASH_SECRET: 'bench-hash',
      DISABLE_FLOWISE_TELEMETRY: 'true',
      // The slow server of the benchmark is on loopback.
      HTTP_SECURITY_CHECK: 'false',
    }),
    nodeSelector: '.react-flow__node',
    setUp: async (started) => {
      const { slowOrigin } = started;
      const { api, member } = await register(started);
      const types = new Map<string, NodeType>();
      for (const name of ['start', 'condition', 'directReply', 'http', 'humanInput']) {
        const type = await api.send<NodeType>('GET', `/api/v1/nodes/${name}Agentflow`);
        types.set(type.name, type);
      }
      const store = (name: string, steps: readonly Step[]) => publish(api, started, name, drawFlow(types, steps));
      const small = await store('small', chain(3));
      const large = await store('large', chain(10));
      const slow = await store('slow', [
        start,
        condition,
        { type: 'httpAgentflow', inputs: { method: 'GET', url: `${slowOrigin}/1` } },
        reply,
      ]);
      const person = { humanInputDescriptionType: 'fixed', humanInputDescription: 'Go on?', humanInputEnableFeedback: true };
      const waiting = await store('waiting', [start, condition, { type: HUMAN, inputs: person }, reply]);
      return {
        endpoints: { 3: small.endpoint, 10: large.endpoint },
        slow: slow.endpoint,
        waiting: { ...waiting.endpoint, body: bodyOf({ chatId: CHAT_ID }) },
        editorUrl: `${started.url}/v2/agentcanvas/${large.id}`,
        cookies: api.cookies,
        storage: storageOf(member),
      };
    },
    storedRuns: async ({ url }) => {
      const api = new MemberApi(url, INTERNAL);
      await api.send('POST', '/api/v1/auth/login', { email: MEMBER.email, password: MEMBER.password });
      const { data } = await api.send<{ data: Execution[] }>('GET', '/api/v1/executions?page=1&limit=100');
      return data.map(({ state, executionData }) => ({ status: state, nodesWithOutput: countOutputs(executionData) }));
    },
    decide: async (_, waiting) => {
      const humanInput = { type: 'proceed', startNodeId: `${HUMAN}_2`, feedback: '' };
      await callEndpoint({ ...waiting, body: bodyOf({ chatId: CHAT_ID, humanInput }) }, 'Hello');
    },
  };
}

function countOutputs(executionData: string): number {
  const nodes = JSON.parse(executionData) as readonly { data?: { output?: unknown }; status?: string }[];
  return nodes.filter(({ data, status }) => status === 'FINISHED' && data?.output !== undefined).length;
}

const start: Step = { type: 'startAgentflow', inputs: { startInputType: 'chatInput' } };
const condition: Step = {
  type: 'conditionAgentflow',
  inputs: { conditions: [{ type: 'number', value1: '3', operation: 'smaller', value2: '10' }] },
};
const reply: Step = { type: 'directReplyAgentflow', inputs: { directReplyMessage: 'Hello {{ question }}' } };

/** Its nodes that neither call a model nor leave the process are conditions and replies. */
function chain(count: number): Step[] {
  return [start, ...Array.from({ length: count - 2 }, () => condition), reply];
}

function bodyOf(more: Record<string, unknown> = {}): string {
  return JSON.stringify({ question: 'Ada', streaming: false, ...more });
}

type Member = { readonly permissions?: unknown; readonly features?: unknown };

async function register({ url }: Started): Promise<{ api: MemberApi; member: Member }> {
  const api = new MemberApi(url, INTERNAL);
  const { email, password, firstName } = MEMBER;
  await api.send('POST', '/api/v1/account/register', { user: { name: firstName, email, type: 'pro', credential: password } });
  return { api, member: await api.send<Member>('POST', '/api/v1/auth/login', { email, password }) };
}

/** What its sign-in page keeps for the other pages. */
function storageOf(member: Member): Record<string, string> {
  const { permissions = [], features = {} } = member;
  const flags = { isAuthenticated: 'true', isGlobal: 'true', isSSO: 'false' };
  const values = { user: member, permissions, features };
  return Object.assign(flags, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)])));
}

async function publish(api: MemberApi, { url }: Started, name: string, flow: object) {
  const body = { name, type: 'AGENTFLOW', deployed: true, isPublic: true, flowData: JSON.stringify(flow) };
  const { id } = await api.send<{ id: string }>('POST', '/api/v1/chatflows', body);
  const endpoint: Endpoint = { url: `${url}/api/v1/prediction/${id}`, headers: {}, body: bodyOf() };
  return { id, endpoint };
}

/** The steps from left to right as its editor stores them. The first output of each leads to the next. */
function drawFlow(types: ReadonlyMap<string, NodeType>, steps: readonly Step[]): object {
  const nodes = steps.map(({ type, inputs }, index) => {
    const definition = types.get(type);
    if (!definition) throw new Error(`Flowise has no node ${type}`);
    const { inputs: inputParams = [], outputs = [{ label: '' }], ...rest } = definition;
    const id = `${type}_${index}`;
    const isLast = index === steps.length - 1;
    const outputAnchors = isLast
      ? []
      : outputs.map(({ label }, at) => ({ id: `${id}-output-${at}`, label: label || String(at), name: `${id}-output-${at}` }));
    const data = { ...rest, id, inputParams, inputAnchors: [], inputs, outputAnchors, outputs: {}, selected: false };
    const box = { position: { x: index * 260, y: 100 }, width: 200, height: 70, selected: false, dragging: false };
    return { id, type: 'agentFlow', data, ...box, positionAbsolute: box.position };
  });
  const edges = nodes.slice(1).map(({ id }, index) => {
    const source = nodes[index]?.id ?? '';
    const isPlain = outputsOf(types, steps[index]) === 0;
    const sourceHandle = isPlain ? `${source}-output-${steps[index]?.type}` : `${source}-output-0`;
    const edge = { source, sourceHandle, target: id, targetHandle: id, type: 'agentFlow' };
    return { ...edge, id: `${source}-${sourceHandle}-${id}-${id}`, data: { isHumanInput: false } };
  });
  return { nodes, edges, viewport: { x: 0, y: 0, zoom: 0.5 } };
}

function outputsOf(types: ReadonlyMap<string, NodeType>, step: Step | undefined): number {
  return types.get(step?.type ?? '')?.outputs?.length ?? 0;
}
