import { curlPost } from './curl-snippets.ts';
import { pythonImports, pythonRequest } from './python-snippets.ts';
import { chatBody, endpointUrl, indent, type SnippetCall, type SurfaceKind } from './snippet-call.ts';

type Snippet = (call: SnippetCall) => string;
type Surface = Readonly<Record<'curl' | 'typescript' | 'python', Snippet>>;

/** The address of a protocol, what is sent there, and headers besides the key. */
type Exchange = {
  readonly url: string;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
};

const mcp = (call: SnippetCall): Exchange => ({
  url: `${endpointUrl(call)}/mcp`,
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: call.slug, arguments: call.inputs } },
  headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
});
const a2a = (call: SnippetCall): Exchange => ({
  url: `${endpointUrl(call)}/a2a`,
  body: {
    jsonrpc: '2.0',
    id: 1,
    method: 'SendMessage',
    params: { message: { messageId: 'message-1', role: 'ROLE_USER', parts: [{ data: call.inputs }] } },
  },
  headers: { 'a2a-version': '1.0' },
});
const langgraph = (call: SnippetCall): Exchange => ({
  url: `${endpointUrl(call)}/langgraph/runs/wait`,
  body: { assistant_id: call.slug, input: call.inputs },
});
const agUi = (call: SnippetCall): Exchange => ({
  url: `${endpointUrl(call)}/ag-ui`,
  body: { threadId: 'thread-1', runId: 'run-1', state: {}, tools: [], context: [], ...conversationOf(call) },
});

/** The message, and the other inputs where AG-UI forwards them. */
function conversationOf(call: SnippetCall) {
  const { messages, inputs } = chatBody(call);
  return {
    messages: messages.map((message, index) => ({ id: `message-${index + 1}`, ...message })),
    forwardedProps: inputs ? { inputs } : {},
  };
}

/** A published workflow over other protocols: with the client of each, and as the plain request that it sends. */
export const surfaceSnippets: Readonly<Record<SurfaceKind, Surface>> = {
  mcp: {
    ...plain(mcp),
    typescript: (call) => `// npm install @modelcontextprotocol/client
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const client = new Client({ name: "example", version: "1.0.0" });
const transport = new StreamableHTTPClientTransport(new URL(${json(mcp(call).url)}), {
  requestInit: { headers: { authorization: ${bearerOf(call)} } },
});
await client.connect(transport);
const result = await client.callTool({
  name: ${json(call.slug)},
  arguments: ${indent(json(call.inputs), 2)},
});
console.log(result.structuredContent ?? result.content);
await client.close();`,
  },
  a2a: {
    ...plain(a2a),
    typescript: (call) => `// npm install @a2a-js/sdk
import { ClientFactory, ClientFactoryOptions, DefaultAgentCardResolver, JsonRpcTransportFactory } from "@a2a-js/sdk/client";

const fetchImpl: typeof fetch = (url, init) => {
  const headers = new Headers(init?.headers);
  headers.set("authorization", ${bearerOf(call)});
  return fetch(url, { ...init, headers });
};
const factory = new ClientFactory(
  ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    transports: [new JsonRpcTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  }),
);
const client = await factory.createFromUrl(${json(`${a2a(call).url}/`)});
const inputs = ${json(call.inputs)};
const task = await client.sendMessage({
  tenant: "",
  message: {
    messageId: crypto.randomUUID(),
    contextId: "",
    taskId: "",
    role: 1, // user
    parts: [{ content: { $case: "data", value: inputs }, metadata: undefined, filename: "", mediaType: "" }],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  },
  configuration: undefined,
  metadata: undefined,
});
console.log(JSON.stringify(task, null, 2));`,
  },
  langgraph: {
    ...plain(langgraph),
    typescript: (call) => `// npm install @langchain/langgraph @langchain/core
import { RemoteGraph } from "@langchain/langgraph/remote";

const graph = new RemoteGraph({
  graphId: ${json(call.slug)},
  url: ${json(`${endpointUrl(call)}/langgraph`)},
  apiKey: ${keyOf(call)},
});
const state = await graph.invoke(${json(call.inputs)}, { configurable: { thread_id: crypto.randomUUID() } });
console.log(state);`,
  },
  'ag-ui': {
    ...plain(agUi),
    typescript: (call) => `// npm install @ag-ui/client
import { HttpAgent } from "@ag-ui/client";

const agent = new HttpAgent({
  url: ${json(agUi(call).url)},
  headers: { authorization: ${bearerOf(call)} },
});
const { messages, forwardedProps } = ${json(conversationOf(call))};
for (const message of messages) agent.addMessage({ ...message, role: "user" });
const { newMessages } = await agent.runAgent({ forwardedProps });
console.log(newMessages);`,
  },
};

/** The request itself, for shells and for Python. */
function plain(exchange: (call: SnippetCall) => Exchange): Pick<Surface, 'curl' | 'python'> {
  return {
    curl: (call) => curlPost(call, exchange(call)),
    python: (call) => {
      const { url, body, headers } = exchange(call);
      return `${pythonImports(call, ['json', 'urllib.request'])}

request = ${pythonRequest(url, call, { body, headers })}
with urllib.request.urlopen(request) as response:
    for line in response:
        print(line.decode(), end="")`;
    },
  };
}

function bearerOf({ key }: SnippetCall): string {
  return key === undefined ? '"Bearer " + process.env.THREADLOOM_KEY' : json(`Bearer ${key}`);
}

function keyOf({ key }: SnippetCall): string {
  return key === undefined ? 'process.env.THREADLOOM_KEY' : json(key);
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
