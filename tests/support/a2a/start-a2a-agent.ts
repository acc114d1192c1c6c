import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Message, Role, type Task, TaskState } from '@a2a-js/sdk';
import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server';
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  type RequestContext,
  ServerCallContext,
} from '@a2a-js/sdk/server';
import { type LoopbackServer, startLoopbackServer } from '../loopback-server.ts';

export type A2aAgent = LoopbackServer & {
  readonly url: string;
  /** Ends the tasks of messages `gate`. */
  open(): void;
  /** What of it a test may change while it runs. */
  readonly live: {
    /** Replaces parts of its card. */
    card: Readonly<Record<string, unknown>>;
    /** Answers a request instead of the agent; true if it did. */
    hijack: (request: IncomingMessage, response: ServerResponse) => boolean;
  };
};

const part = (value: string) => ({
  content: { $case: 'text' as const, value },
  metadata: undefined,
  filename: '',
  mediaType: '',
});
const data = (value: unknown) => ({
  content: { $case: 'data' as const, value },
  metadata: undefined,
  filename: '',
  mediaType: '',
});

/**
 * An agent of the protocol's own SDK. It repeats its message, and its data as data; asks back when
 * that is `ask`, fails when it is `fail`, and works on `slow` until it is cancelled, on `gate` until it is opened.
 *
 * @param version of the protocol that its card offers
 */
export async function startA2aAgent(version: '1.0' | '0.3', { cardUrl }: { cardUrl?: string } = {}): Promise<A2aAgent> {
  const gate = Promise.withResolvers<void>();
  const live: A2aAgent['live'] = { card: {}, hijack: () => false };
  const executor: AgentExecutor = {
    async execute(asked, bus) {
      const { taskId, contextId } = asked;
      const { text, value } = contentOf(asked);
      const end = (state: TaskState, said?: string): Task => ({
        id: taskId,
        contextId,
        status: { state, message: said === undefined ? undefined : message(said, { taskId, contextId }), timestamp: undefined },
        artifacts: [],
        history: [],
        metadata: undefined,
      });
      bus.publish(AgentEvent.task(end(TaskState.TASK_STATE_WORKING)));
      if (text === 'slow') return;
      if (text === 'gate') await gate.promise;
      const status = (state: TaskState, said?: string) =>
        bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status: end(state, said).status, metadata: undefined }));
      if (text === 'ask') status(TaskState.TASK_STATE_INPUT_REQUIRED, 'Which order?');
      else if (text === 'fail') status(TaskState.TASK_STATE_FAILED, 'The shop is closed');
      else {
        const parts = [part(`You said: ${text}`), ...(value === undefined ? [] : [data(value)])];
        const artifact = { artifactId: 'a', name: 'answer', description: '', parts, metadata: undefined, extensions: [] };
        bus.publish(
          AgentEvent.artifactUpdate({ taskId, contextId, artifact, append: false, lastChunk: true, metadata: undefined }),
        );
        status(TaskState.TASK_STATE_COMPLETED);
      }
      bus.finished();
    },
    async cancelTask(taskId, bus) {
      const status = { state: TaskState.TASK_STATE_CANCELED, message: undefined, timestamp: undefined };
      bus.publish(AgentEvent.statusUpdate({ taskId, contextId: '', status, metadata: undefined }));
      bus.finished();
    },
  };
  const server = await startLoopbackServer((request, response) => {
    const send = (body: unknown) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (live.hijack(request, response)) return;
    if (request.method === 'GET') return send({ ...cardOf(version, cardUrl ?? `${server.origin}/rpc`), ...live.card });
    const { body = '{}' } = server.hits.at(-1) ?? {};
    const context = new ServerCallContext({ requestedVersion: version });
    const handler = version === '1.0' ? latest : legacy;
    handler.handle(JSON.parse(body) as Record<string, unknown>, context).then(send, (error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  const handler = new DefaultRequestHandler(
    {
      name: 'Echo',
      description: 'Repeats',
      supportedInterfaces: [{ url: `${server.origin}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: version, tenant: '' }],
      provider: undefined,
      version: '1',
      capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false, extensions: [] },
      securitySchemes: {},
      securityRequirements: [],
      defaultInputModes: ['text/plain'],
      defaultOutputModes: ['text/plain'],
      skills: [],
      signatures: [],
    },
    new InMemoryTaskStore(),
    executor,
  );
  const latest = new JsonRpcTransportHandler(handler);
  const legacy = new LegacyJsonRpcTransportHandler(handler);
  return { ...server, url: `${server.origin}/`, open: gate.resolve, live };
}

function contentOf({ userMessage }: RequestContext): { text: string; value: unknown } {
  const contents = userMessage.parts.map(({ content }) => content);
  return {
    text: contents.flatMap((content) => (content?.$case === 'text' ? content.value : [])).join(''),
    value: contents.find((content) => content?.$case === 'data')?.value,
  };
}

function message(text: string, names: { taskId: string; contextId: string }): Message {
  return {
    messageId: crypto.randomUUID(),
    ...names,
    role: Role.ROLE_AGENT,
    parts: [part(text)],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
}

function cardOf(version: '1.0' | '0.3', url: string): object {
  const about = { name: 'Echo', description: 'Repeats', version: '1', skills: [], capabilities: {} };
  if (version === '0.3') return { ...about, protocolVersion: '0.3.0', preferredTransport: 'JSONRPC', url };
  return { ...about, supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }] };
}
