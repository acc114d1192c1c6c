export type LoadTarget = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Processes whose CPU is measured, with their children. */
  readonly pids: readonly number[];
};

/** A published workflow over one protocol: a request for its whole answer, and one for a stream of its text. */
export type SurfaceTarget = {
  readonly name: string;
  readonly whole?: LoadTarget;
  readonly stream?: LoadTarget & {
    /** The text in one event of the stream; undefined for another event. */
    readonly textOf: (data: Data) => string | undefined;
  };
};
// biome-ignore lint/suspicious/noExplicitAny: events of seven protocols, each read by its own function
export type Data = any;

type Published = {
  readonly server: string;
  readonly slug: string;
  readonly key: string;
  readonly pids?: readonly number[];
  /** Of the surfaces that name one in each request. @defaultValue one of its own */
  readonly session?: string;
};

/** All surfaces of one workflow whose input is `message`; plain REST is the first. */
export function surfaceTargets(
  { server, slug, key, pids = [], session = crypto.randomUUID() }: Published,
  message: string,
): SurfaceTarget[] {
  const base = `${server}/api/v1/run/${slug}`;
  const target = (url: string, body: object, headers: Readonly<Record<string, string>> = {}): LoadTarget => ({
    url,
    headers: { authorization: `Bearer ${key}`, ...headers },
    body: JSON.stringify(body),
    pids,
  });
  const chat = { model: slug, messages: [{ role: 'user', content: message }] };
  // Turns of one session wait for each other.
  const said = { id: `${session}-chat`, messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: message }] }] };
  const response = { model: slug, input: message };
  const parts = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: message }] };
  const a2a = (method: string) =>
    target(`${base}/a2a`, { jsonrpc: '2.0', id: 1, method, params: { message: parts } }, { 'a2a-version': '1.0' });
  const mcp = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: slug, arguments: { message } } };
  const mcpHeaders = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };
  const graph = { assistant_id: slug, input: { message } };
  const agent = {
    threadId: session,
    runId: 'r',
    state: {},
    messages: [{ id: '1', role: 'user', content: message }],
    tools: [],
    context: [],
  };
  return [
    {
      name: 'rest',
      whole: target(base, { inputs: { message } }),
      stream: {
        ...target(base, { inputs: { message }, mode: 'stream' }),
        textOf: ({ type, content }) => (type === 'content' ? content : undefined),
      },
    },
    {
      name: 'chat',
      stream: {
        ...target(`${server}/api/v1/chat/${slug}`, said),
        textOf: ({ type, delta }) => (type === 'text-delta' ? delta : undefined),
      },
    },
    {
      name: 'openai-chat',
      whole: target(`${server}/v1/chat/completions`, chat),
      stream: {
        ...target(`${server}/v1/chat/completions`, { ...chat, stream: true }),
        textOf: ({ choices }) => choices?.[0]?.delta?.content || undefined,
      },
    },
    {
      name: 'openai-responses',
      whole: target(`${server}/v1/responses`, response),
      stream: {
        ...target(`${server}/v1/responses`, { ...response, stream: true }),
        textOf: ({ type, delta }) => (type === 'response.output_text.delta' ? delta : undefined),
      },
    },
    {
      name: 'a2a',
      whole: a2a('SendMessage'),
      stream: {
        ...a2a('SendStreamingMessage'),
        textOf: ({ result }) =>
          result?.artifactUpdate?.lastChunk === false ? result.artifactUpdate.artifact.parts[0].text : undefined,
      },
    },
    {
      name: 'langgraph',
      whole: target(`${base}/langgraph/runs/wait`, graph),
      stream: {
        ...target(`${base}/langgraph/runs/stream`, { ...graph, stream_mode: ['messages-tuple'] }),
        textOf: (data) => (Array.isArray(data) ? data[0]?.content : undefined),
      },
    },
    {
      name: 'ag-ui',
      stream: {
        ...target(`${base}/ag-ui`, agent),
        textOf: ({ type, delta }) => (type === 'TEXT_MESSAGE_CONTENT' ? delta : undefined),
      },
    },
    // The protocol answers a call as a whole.
    { name: 'mcp', whole: target(`${base}/mcp`, mcp, mcpHeaders) },
  ];
}
