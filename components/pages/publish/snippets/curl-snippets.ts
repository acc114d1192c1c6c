import { type CallKind, chatBody, endpointUrl, indent, responseBody, type SnippetCall } from './snippet-call.ts';

/** For a POSIX shell, with curl, sed and grep. */
export const curlSnippets: Readonly<Record<CallKind, (call: SnippetCall) => string>> = {
  sync: (call) => post(call, { url: shellText(endpointUrl(call)), body: { inputs: call.inputs } }),
  stream: (call) => post(call, { url: shellText(`${endpointUrl(call)}/stream`), body: { inputs: call.inputs }, flags: '-sSN' }),
  async: (call) => `${start(call)}\n${untilEnded(call)}`,
  webhook: (call) =>
    `# The URL that gets the result. The response has the webhookSecret that its signature is made with.
WEBHOOK_URL="\${WEBHOOK_URL:-https://your-server.example/hook}"
${post(call, { url: shellText(endpointUrl(call)), body: { inputs: call.inputs, mode: 'async', webhook: { url: WEBHOOK } } }).replace(WEBHOOK, `'"$WEBHOOK_URL"'`)}`,
  approval: (call) =>
    `# The deployment must allow keys to decide. Every approval of the run is confirmed.
${start(call)}
while
  RESULT=$(curl -sS ${inRun(call, '')} \\
    -H ${bearerOf(call)})
  ! printf '%s' "$RESULT" | grep -qE '"status":"(succeeded|failed|cancelled)"'
do
  for ACTION in $(printf '%s' "$RESULT" | grep -oE '"actionId":"[^"]+"' | cut -d '"' -f 4)
  do
    ${indent(post(call, { url: inRun(call, '/approvals/$ACTION'), body: { confirmed: true } }), 4)}
  done
  sleep 1
done
printf '%s\\n' "$RESULT"`,
  openai: (call) => post(call, { url: shellText(`${call.origin}/v1/chat/completions`), body: chatBody(call) }),
  responses: (call) => post(call, { url: shellText(`${call.origin}/v1/responses`), body: responseBody(call) }),
};

/** Stands for the shell's variable in the JSON of a body. */
const WEBHOOK = 'the webhook';

type Post = {
  readonly url: string;
  readonly body: unknown;
  readonly flags?: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/** One request; `url` is the address itself. */
export function curlPost(call: SnippetCall, { url, ...request }: Post): string {
  return post(call, { url: shellText(url), ...request });
}

function post(call: SnippetCall, { url, body, flags = '-sS', headers = {} }: Post): string {
  return [
    `curl ${flags} ${url} \\`,
    `  -H ${bearerOf(call)} \\`,
    `  -H 'Content-Type: application/json' \\`,
    ...Object.entries(headers).map(([name, value]) => `  -H ${shellText(`${name}: ${value}`)} \\`),
    `  -d ${shellText(JSON.stringify(body, null, 2))}`,
  ].join('\n');
}

function start(call: SnippetCall): string {
  return `RUN=$(${post(call, { url: shellText(endpointUrl(call)), body: { inputs: call.inputs, mode: 'async' } })} \\
  | sed -E 's/.*"runId":"([^"]+)".*/\\1/')`;
}

function untilEnded(call: SnippetCall): string {
  return `while
  RESULT=$(curl -sS ${inRun(call, '')} \\
    -H ${bearerOf(call)})
  printf '%s' "$RESULT" | grep -qE '"status":"(queued|running)"'
do sleep 1; done
printf '%s\\n' "$RESULT"`;
}

/** In double quotes, for the variables of the shell. */
function inRun({ origin }: SnippetCall, path: string): string {
  return `"${origin}/api/v1/runs/$RUN${path}"`;
}

function bearerOf({ key }: SnippetCall): string {
  return key === undefined ? '"Authorization: Bearer $THREADLOOM_KEY"' : shellText(`Authorization: Bearer ${key}`);
}

/** Inside single quotes a shell reads nothing but the quote itself. */
function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
