import { type CallKind, chatBody, endpointUrl, indent, responseBody, type SnippetCall, WEBHOOK_PORT } from './snippet-call.ts';

/** For Node 22.18 and newer, Deno and Bun: nothing to install. */
export const typescriptSnippets: Readonly<Record<CallKind, (call: SnippetCall) => string>> = {
  sync: (call) => `const response = await fetch(${json(endpointUrl(call))}, {
  method: "POST",
  headers: ${headersOf(call)},
  body: JSON.stringify(${indent(json({ inputs: call.inputs }), 2)}),
});
const run = (await response.json()) as {
  status?: string;
  outputs?: Record<string, unknown>;
  error?: { code: string; message: string };
};
if (run.error) throw new Error(run.error.message);
console.log(run.status, run.outputs);`,
  stream: (call) => `const response = await fetch(${json(`${endpointUrl(call)}/stream`)}, {
  method: "POST",
  headers: ${headersOf(call)},
  body: JSON.stringify(${indent(json({ inputs: call.inputs }), 2)}),
});
if (!response.ok || !response.body) throw new Error(await response.text());
let rest = "";
for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
  const frames = (rest + chunk).split("\\n\\n");
  rest = frames.pop() ?? "";
  for (const frame of frames) {
    const data = frame.split("\\n").find((line) => line.startsWith("data: "));
    if (!data) continue;
    const event = JSON.parse(data.slice(6));
    if (event.type === "content") process.stdout.write(event.content);
    if (event.type === "done") console.log(event.status, event.outputs);
  }
}`,
  async: (call) => `${requestHelper(call)}
const { runId } = await send(${json(endpointUrl(call))}, ${json({ inputs: call.inputs, mode: 'async' })});
let run;
do {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  run = await send(\`${call.origin}/api/v1/runs/\${runId}\`);
} while (run.status === "queued" || run.status === "running");
console.log(run.status, run.outputs);`,
  webhook: (call) => `import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const secret = randomBytes(32).toString("hex");
const url = process.env.WEBHOOK_URL ?? "https://your-server.example/hook";

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const [, seconds = "", signature = ""] =
    /^t=(\\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers["x-threadloom-signature"])) ?? [];
  const expected = createHmac("sha256", secret).update(\`\${seconds}.\${body}\`).digest();
  const isFresh = Math.abs(Date.now() / 1000 - Number(seconds)) < 300;
  const isOurs = signature !== "" && timingSafeEqual(Buffer.from(signature, "hex"), expected);
  response.writeHead(isFresh && isOurs ? 204 : 401).end();
  if (!isFresh || !isOurs) return;
  const run = JSON.parse(body);
  console.log(run.status, run.outputs);
  server.close();
});
server.listen(Number(process.env.PORT ?? ${WEBHOOK_PORT}), async () => {
  const started = await fetch(${json(endpointUrl(call))}, {
    method: "POST",
    headers: ${indent(headersOf(call), 2)},
    body: JSON.stringify({ ...${indent(json({ inputs: call.inputs, mode: 'async' }), 4)}, webhook: { url, secret } }),
  });
  if (!started.ok) throw new Error(await started.text());
});`,
  approval: (call) => `// The deployment must allow keys to decide. Every approval of the run is confirmed.
${requestHelper(call)}
const { runId } = await send(${json(endpointUrl(call))}, ${json({ inputs: call.inputs, mode: 'async' })});
const runUrl = \`${call.origin}/api/v1/runs/\${runId}\`;
let run = await send(runUrl);
while (!["succeeded", "failed", "cancelled"].includes(run.status)) {
  for (const { actionId, description } of run.approvals ?? []) {
    console.log("Approved:", description);
    await send(\`\${runUrl}/approvals/\${actionId}\`, { confirmed: true });
  }
  await new Promise((resolve) => setTimeout(resolve, 1000));
  run = await send(runUrl);
}
console.log(run.status, run.outputs);`,
  openai: (call) => `${openAiClient(call)}
const stream = await client.chat.completions.create({
  ...${indent(json(chatBody(call)), 2)},
  stream: true,
} as OpenAI.ChatCompletionCreateParamsStreaming);
for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? "");`,
  responses: (call) => `${openAiClient(call)}
const stream = await client.responses.create({
  ...${indent(json(responseBody(call)), 2)},
  stream: true,
} as OpenAI.Responses.ResponseCreateParamsStreaming);
for await (const event of stream) if (event.type === "response.output_text.delta") process.stdout.write(event.delta);`,
};

function openAiClient({ origin, key }: SnippetCall): string {
  return `// npm install openai
import OpenAI from "openai";

const client = new OpenAI({
  baseURL: ${json(`${origin}/v1`)},
  apiKey: ${key === undefined ? 'process.env.THREADLOOM_KEY' : json(key)},
});`;
}

function requestHelper(call: SnippetCall): string {
  return `const headers = ${headersOf(call).replaceAll('\n  ', '\n')};
async function send(url: string, body?: object) {
  const response = await fetch(url, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}`;
}

/** As the second level of an object. */
function headersOf({ key }: SnippetCall): string {
  const bearer = key === undefined ? '"Bearer " + process.env.THREADLOOM_KEY' : json(`Bearer ${key}`);
  return `{
    authorization: ${bearer},
    "content-type": "application/json",
  }`;
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
