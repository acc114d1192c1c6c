/** What a program wants of the endpoint. */
export const snippetKinds = ['sync', 'stream', 'async', 'webhook', 'approval'] as const;
export type SnippetKind = (typeof snippetKinds)[number];

export type SnippetCall = {
  /** Address of the server, as `http://127.0.0.1:3000`. */
  readonly origin: string;
  readonly slug: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Left out, the code reads the environment variable `THREADLOOM_KEY`. */
  readonly key?: string | undefined;
};

/** Where the webhook snippets listen, unless `PORT` is set. */
export const WEBHOOK_PORT = 8123;

/** Where the endpoint is called. */
export function endpointUrl({ origin, slug }: Pick<SnippetCall, 'origin' | 'slug'>): string {
  return `${origin}/api/v1/run/${slug}`;
}

/** Further lines of a text by so many spaces to the right. */
export function indent(text: string, by: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(by)}`);
}
