/** What a program wants of the endpoint. */
export const callKinds = ['sync', 'stream', 'async', 'webhook', 'approval', 'openai', 'responses'] as const;
export type CallKind = (typeof callKinds)[number];
/** Further protocols that the endpoint speaks. */
export const surfaceKinds = ['mcp', 'a2a', 'langgraph', 'ag-ui'] as const;
export type SurfaceKind = (typeof surfaceKinds)[number];
export const snippetKinds = [...callKinds, ...surfaceKinds] as const;
export type SnippetKind = (typeof snippetKinds)[number];
/** Those that begin with a message of a person. */
export const messageKinds: readonly SnippetKind[] = ['openai', 'responses', 'ag-ui'];

export type SnippetCall = {
  /** Address of the server, as `http://127.0.0.1:3000`. */
  readonly origin: string;
  readonly slug: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The name of the input that takes a message. */
  readonly messageInput?: string | undefined;
  /** Left out, the code reads the environment variable `THREADLOOM_KEY`. */
  readonly key?: string | undefined;
};

/** Where the webhook snippets listen, unless `PORT` is set. */
export const WEBHOOK_PORT = 8123;

/** Where the endpoint is called. */
export function endpointUrl({ origin, slug }: Pick<SnippetCall, 'origin' | 'slug'>): string {
  return `${origin}/api/v1/run/${slug}`;
}

/** The body of a chat completion: the message, and the other inputs in `inputs`. */
export function chatBody({ slug, inputs, messageInput = '' }: SnippetCall) {
  const { [messageInput]: message = 'Hello', ...others } = inputs;
  return {
    model: slug,
    messages: [{ role: 'user', content: String(message) }],
    ...(Object.keys(others).length > 0 && { inputs: others }),
  };
}

/** The same for the Responses API: the message as `input`. */
export function responseBody(call: SnippetCall) {
  const { model, messages, inputs } = chatBody(call);
  return { model, input: messages.map(({ content }) => content).join('\n'), ...(inputs && { inputs }) };
}

/** Further lines of a text by so many spaces to the right. */
export function indent(text: string, by: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(by)}`);
}
