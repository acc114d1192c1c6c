import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Exchange, type RequestBody, sendJson } from './answer.ts';
import { answerMessages } from './anthropic-messages.ts';
import { answerSpeech, answerTranscription, readForm } from './audio.ts';
import { type Behaviour, readBehaviour } from './behaviour.ts';
import { answerChat } from './chat-completions.ts';
import { answerGenerate } from './google-generate.ts';
import { answerResponses } from './openai-responses.ts';
import { PromptCache } from './prompt-cache.ts';

export type RecordedRequest = {
  readonly path: string;
  readonly body: RequestBody;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The client disconnected before the end of the answer. */
  isClosedEarly: boolean;
};

export type FakeModel = {
  /** Base URL for an OpenAI-compatible client, ending in `/v1`. */
  readonly url: string;
  /** Every model call, in order of arrival. */
  readonly requests: readonly RecordedRequest[];
  /** Number of answers whose clients disconnected early. */
  readonly closedEarly: number;
  /** Ends the server and every open answer. */
  stop(): Promise<void>;
};

export type FakeModelOptions = {
  /** @defaultValue 0, any free one */
  readonly port?: number;
  /** Behaviour of the first requests, one entry each. Overrides their model names. */
  readonly script?: readonly Partial<Behaviour>[];
  /** Behaviour of a request by its content. Overrides its model name; `script` overrides it. */
  readonly reply?: (body: RequestBody) => Partial<Behaviour>;
  /** Whether `requests` keeps them. @defaultValue true */
  readonly isRecording?: boolean;
};

const routes: Readonly<Record<string, (exchange: Exchange) => Promise<void>>> = {
  '/v1/chat/completions': answerChat,
  '/v1/messages': answerMessages,
  '/v1/responses': answerResponses,
  '/v1/audio/speech': answerSpeech,
  '/v1/audio/transcriptions': answerTranscription,
  '/v1/models/generateContent': answerGenerate,
};

const models = ['fake', 'fake-t200-d5', 'fake-reasoning', 'fake-drop1', 'fake-rate1', 'fake-tool'];

/** A model server over real HTTP on loopback: the APIs of OpenAI, Anthropic and Google, with failures on demand. */
export async function startFakeModel({
  port = 0,
  script = [],
  reply,
  isRecording = true,
}: FakeModelOptions = {}): Promise<FakeModel> {
  const requests: RecordedRequest[] = [];
  const seen = new Map<string, number>();
  const promptCache = new PromptCache();
  let received = 0;
  const server = createServer(async (request, response) => {
    const { path, fromPath } = readPath(request.url ?? '/');
    if (path === '/v1/models')
      return sendJson(response, 200, {
        object: 'list',
        data: models.map((id) => ({ id, object: 'model', created: 0, owned_by: 'fake' })),
      });
    const answer = routes[path];
    if (!answer) return sendJson(response, 404, { error: { message: `The fake model does not know ${path}` } });
    const sent = await readBody(request);
    if (!sent) return sendJson(response, 400, { error: { message: 'The body is neither JSON nor a form' } });
    const body = { ...sent, ...fromPath };
    const record: RecordedRequest = { path, body, headers: request.headers, isClosedEarly: false };
    const model = String(body.model);
    const before = seen.get(path + model) ?? 0;
    seen.set(path + model, before + 1);
    received++;
    if (isRecording) requests.push(record);
    const behaviour = { ...readBehaviour(model, before), ...reply?.(body), ...script[received - 1] };
    watch(response, { record, behaviour });
    if (behaviour.isSilent) return;
    if (behaviour.status !== undefined) return refuse(request, response, behaviour);
    await answer({ body, response, behaviour, id: String(received), promptCache });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    get closedEarly() {
      return requests.filter(({ isClosedEarly }) => isClosedEarly).length;
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Google has the model and the response mode in the path, the others in the body. */
function readPath(url: string): { path: string; fromPath: RequestBody } {
  const path = new URL(url, 'http://localhost').pathname;
  const [, model, method] = /^\/v1\/models\/([^/:]+):(generateContent|streamGenerateContent)$/.exec(path) ?? [];
  if (model === undefined) return { path, fromPath: {} };
  return { path: '/v1/models/generateContent', fromPath: { model, ...(method === 'streamGenerateContent' && { stream: true }) } };
}

function watch(response: ServerResponse, { record, behaviour }: { record: RecordedRequest; behaviour: Behaviour }): void {
  response.on('close', () => {
    record.isClosedEarly = !response.writableFinished && behaviour.dropAfter === undefined;
  });
}

function refuse(request: IncomingMessage, response: ServerResponse, { status = 500, retryAfterS }: Behaviour): void {
  const messages: Record<number, string> = {
    401: `Incorrect API key provided: ${request.headers.authorization ?? request.headers['x-api-key']}`,
    404: 'The model does not exist',
    429: 'Rate limit reached',
  };
  const error = { message: messages[status] ?? 'The server had an error', type: 'fake_error', code: null };
  sendJson(response, status, { error }, retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) });
}

async function readBody(request: IncomingMessage): Promise<RequestBody | undefined> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const { 'content-type': type = '' } = request.headers;
  try {
    if (type.startsWith('multipart/form-data')) return await readForm(Buffer.concat(parts), type);
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    return undefined;
  }
}
