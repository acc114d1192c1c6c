import { z } from 'zod';
import { A2aError, toRpcError } from './a2a-error.ts';
import type { Message } from './a2a-types.ts';
import { type StreamResponse, taskStates } from './a2a-types.ts';
import { LATEST_VERSION, LEGACY_VERSION } from './agent-card.ts';
import { legacyMessageSchema, toLegacyEvent, toLegacyTask } from './legacy-format.ts';
import {
  legacyOnePushSchema,
  legacyPushConfigSchema,
  legacySetPushSchema,
  ofTaskSchema,
  onePushSchema,
  type PushConfig,
  pushConfigSchema,
  toLegacyPush,
  toPush,
} from './push-config.ts';
import type { WantedPush, WorkflowAgent } from './workflow-agent.ts';

type RpcId = string | number | null;
export type RpcResponse = { readonly jsonrpc: '2.0'; readonly id: RpcId; readonly result?: unknown; readonly error?: object };

const id = z.string().min(1).max(200);
const rpcSchema = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).default(null),
  method: z.string().max(100),
  params: z.unknown(),
});
const partSchema = z.looseObject({
  text: z.string().optional(),
  data: z.unknown().optional(),
  raw: z.base64().optional(),
  url: z.string().optional(),
  filename: z.string().max(200).optional(),
  mediaType: z.string().max(200).optional(),
});
const messageSchema = z.looseObject({
  messageId: id,
  contextId: z.string().max(200).optional(),
  taskId: z.string().max(200).optional(),
  role: z.enum(['ROLE_USER', 'ROLE_AGENT']),
  parts: z.array(partSchema).max(200),
});
const sendSchema = z.looseObject({
  message: messageSchema,
  configuration: z
    .looseObject({ returnImmediately: z.boolean().optional(), taskPushNotificationConfig: pushConfigSchema.nullish() })
    .optional(),
});
const legacySendSchema = z.looseObject({
  message: legacyMessageSchema,
  configuration: z
    .looseObject({ blocking: z.boolean().optional(), pushNotificationConfig: legacyPushConfigSchema.nullish() })
    .optional(),
});
const taskSchema = z.looseObject({ id });
const listSchema = z.looseObject({
  contextId: z.string().max(200).optional(),
  status: z.enum(taskStates).optional(),
  pageSize: z.int().min(1).max(100).default(50),
  pageToken: z.string().max(500).optional(),
  statusTimestampAfter: z.iso.datetime({ offset: true }).optional(),
  includeArtifacts: z.boolean().default(false),
});

type Answer = Promise<unknown> | AsyncGenerator<unknown, void, undefined>;
type Method = (params: unknown, agent: WorkflowAgent) => Answer;

const methods: Readonly<Record<string, Method>> = {
  SendMessage: async (params, agent) => {
    const { message, configuration } = read(sendSchema, params);
    const push = pushOf(configuration?.taskPushNotificationConfig, LATEST_VERSION);
    const isBlocking = configuration?.returnImmediately !== true;
    return { task: await agent.sendMessage(message as Message, { isBlocking, push }) };
  },
  SendStreamingMessage: (params, agent) => {
    const { message, configuration } = read(sendSchema, params);
    return agent.sendMessageStream(message as Message, pushOf(configuration?.taskPushNotificationConfig, LATEST_VERSION));
  },
  GetTask: (params, agent) => agent.getTask(read(taskSchema, params).id),
  ListTasks: (params, agent) => agent.listTasks(read(listSchema, params ?? {})),
  CancelTask: (params, agent) => agent.cancelTask(read(taskSchema, params).id),
  SubscribeToTask: (params, agent) => agent.subscribe(read(taskSchema, params).id),
  CreateTaskPushNotificationConfig: async (params, agent) => {
    const { taskId } = read(ofTaskSchema, params);
    return toPush(taskId, await agent.savePush(taskId, { config: read(pushConfigSchema, params), protocol: LATEST_VERSION }));
  },
  GetTaskPushNotificationConfig: async (params, agent) => {
    const { taskId, id: configId } = read(onePushSchema, params);
    return toPush(taskId, await agent.getPush(taskId, configId));
  },
  ListTaskPushNotificationConfigs: async (params, agent) => {
    const { taskId } = read(ofTaskSchema, params);
    return { configs: (await agent.listPushes(taskId)).map((config) => toPush(taskId, config)), nextPageToken: '' };
  },
  DeleteTaskPushNotificationConfig: async (params, agent) => {
    const { taskId, id: configId } = read(onePushSchema, params);
    await agent.removePush(taskId, configId);
    return {};
  },
  GetExtendedAgentCard: (_params, agent) => agent.extendedCard(),
};

const legacyMethods: Readonly<Record<string, Method>> = {
  'message/send': async (params, agent) => {
    const { message, configuration } = read(legacySendSchema, params);
    const push = pushOf(configuration?.pushNotificationConfig, LEGACY_VERSION);
    return toLegacyTask(await agent.sendMessage(message, { isBlocking: configuration?.blocking !== false, push }));
  },
  'message/stream': (params, agent) => {
    const { message, configuration } = read(legacySendSchema, params);
    return asLegacy(agent.sendMessageStream(message, pushOf(configuration?.pushNotificationConfig, LEGACY_VERSION)));
  },
  'tasks/get': async (params, agent) => toLegacyTask(await agent.getTask(read(taskSchema, params).id)),
  'tasks/cancel': async (params, agent) => toLegacyTask(await agent.cancelTask(read(taskSchema, params).id)),
  'tasks/resubscribe': (params, agent) => asLegacy(agent.subscribe(read(taskSchema, params).id)),
  'tasks/pushNotificationConfig/set': async (params, agent) => {
    const { taskId, pushNotificationConfig: config } = read(legacySetPushSchema, params);
    return toLegacyPush(taskId, await agent.savePush(taskId, { config, protocol: LEGACY_VERSION }));
  },
  'tasks/pushNotificationConfig/get': async (params, agent) => {
    const { id: taskId, pushNotificationConfigId } = read(legacyOnePushSchema, params);
    return toLegacyPush(taskId, await agent.getPush(taskId, pushNotificationConfigId ?? taskId));
  },
  'tasks/pushNotificationConfig/list': async (params, agent) => {
    const { id: taskId } = read(taskSchema, params);
    return (await agent.listPushes(taskId)).map((config) => toLegacyPush(taskId, config));
  },
  'tasks/pushNotificationConfig/delete': async (params, agent) => {
    const { id: taskId, pushNotificationConfigId } = read(legacyOnePushSchema, params);
    await agent.removePush(taskId, pushNotificationConfigId ?? taskId);
    return null;
  },
  'agent/getAuthenticatedExtendedCard': (_params, agent) => agent.extendedCard(),
};

const streamedMethods: ReadonlySet<string> = new Set([
  'SendStreamingMessage',
  'SubscribeToTask',
  'message/stream',
  'tasks/resubscribe',
]);

/** Whether a request of A2A is answered with a stream, in any version. */
export function isStreamed(body: unknown): boolean {
  const rpc = rpcSchema.safeParse(body);
  return rpc.success && streamedMethods.has(rpc.data.method);
}

function pushOf(config: PushConfig | null | undefined, protocol: string): WantedPush | undefined {
  return config ? { config, protocol } : undefined;
}

/** By the version of the protocol, by name. */
export const a2aMethods: Readonly<Record<string, Readonly<Record<string, Method>>>> = {
  [LATEST_VERSION]: methods,
  [LEGACY_VERSION]: legacyMethods,
};

type Call = {
  readonly version: string;
  readonly agent: WorkflowAgent;
  /** For defects, which clients do not see. */
  readonly onDefect: (error: unknown) => void;
};

/**
 * One JSON-RPC request of A2A.
 * @param body the parsed JSON of the request
 * @returns a response, or those of a stream as they come
 */
export async function callAgent(body: unknown, call: Call): Promise<RpcResponse | AsyncGenerator<RpcResponse, void, undefined>> {
  const rpc = rpcSchema.safeParse(body);
  const rpcId = rpc.success ? rpc.data.id : null;
  try {
    if (!rpc.success) throw new A2aError('invalid-request', 'This is no JSON-RPC request');
    const known = a2aMethods[call.version];
    if (!known) throw new A2aError('version-not-supported', `A2A-Version must be 1.0 or 0.3, not ${call.version}`);
    const method = Object.hasOwn(known, rpc.data.method) ? known[rpc.data.method] : undefined;
    if (!method) throw new A2aError('method-not-found', `There is no method ${rpc.data.method} in A2A ${call.version} here`);
    const answer = method(rpc.data.params, call.agent);
    if (!(Symbol.asyncIterator in answer)) return { jsonrpc: '2.0', id: rpcId, result: await answer };
    // A refusal before the first event is a single response.
    const first = await answer.next();
    return stream(first, answer, { rpcId, call });
  } catch (error) {
    return failure(rpcId, error, call);
  }
}

type Streaming = { readonly rpcId: RpcId; readonly call: Call };

async function* stream(
  first: IteratorResult<unknown, void>,
  rest: AsyncGenerator<unknown, void, undefined>,
  { rpcId, call }: Streaming,
): AsyncGenerator<RpcResponse, void, undefined> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield { jsonrpc: '2.0', id: rpcId, result: next.value };
  } catch (error) {
    yield failure(rpcId, error, call);
  } finally {
    await rest.return();
  }
}

function failure(rpcId: RpcId, error: unknown, { onDefect }: Call): RpcResponse {
  const known = toRpcError(error);
  if (!known) onDefect(error);
  return { jsonrpc: '2.0', id: rpcId, error: known ?? { code: -32603, message: 'Something went wrong on the server.' } };
}

async function* asLegacy(events: AsyncGenerator<StreamResponse, void, undefined>): AsyncGenerator<object, void, undefined> {
  for await (const event of events) yield toLegacyEvent(event);
}

/** @throws {A2aError} `invalid-params`, naming the field */
function read<T extends z.ZodType>(schema: T, params: unknown): z.output<T> {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new A2aError('invalid-params', `${issue?.path.join('.')}: ${issue?.message}`);
}
