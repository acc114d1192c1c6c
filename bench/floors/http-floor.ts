import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handWrittenChain, handWrittenFetch } from './hand-written-graphs.ts';
import { plainStream } from './plain-stream.ts';

/*
 * The baseline server of the HTTP benches, in its own process: no keys, schemas or events.
 * `/langgraph` runs the same ten steps in hand-written LangGraph and saves nothing, `/one-step` invokes
 * a graph of one step, `/llm` makes one model call by `fetch`, `/stream` forwards a model's stream, `/echo`
 * returns the request body.
 */
const runChain = handWrittenChain(10);
const runOneStep = handWrittenChain(1);
const [modelUrl = '', modelId = ''] = process.argv.slice(2);
const askModel = handWrittenFetch(modelUrl, modelId);
const streamModel = plainStream(modelUrl);

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = JSON.parse(Buffer.concat(chunks).toString());
  if (request.url === '/stream') return streamModel(body.model, response);
  const answer = await answerTo(request.url, body);
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});
async function answerTo(url: string | undefined, body: unknown): Promise<unknown> {
  if (url === '/langgraph') return { outputs: await runChain() };
  if (url === '/one-step') return { outputs: await runOneStep() };
  if (url === '/llm') return { outputs: await askModel() };
  return body;
}

server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);
