import { AppError } from '#lib/errors/app-error.ts';
import { formatCount } from '#lib/text/format-count.ts';
import type { TriggerConfigOf } from '#lib/trigger-kit/define-trigger.ts';
import type trigger from '#triggers/webhook.trigger.ts';
import { defineTriggerHandler, type HookHead, type HookRequest } from '../define-trigger-handler.ts';
import { handshakeAnswer, validationToken } from '../handshake.ts';
import { assertNoPrototypeKey, isHookText, readHookBody } from '../read-hook-body.ts';
import { type BodyWithFiles, isMultipart, readFileBody, readMultipart } from '../read-hook-files.ts';
import { standardHeaders, verifyHead, verifyRequest } from '../signatures/verify-request.ts';

type Config = TriggerConfigOf<typeof trigger>;

/** They carry secrets, or what is made with them. */
const SECRET_HEADERS = [
  'authorization',
  'cookie',
  'proxy-authorization',
  'x-hub-signature',
  'x-hub-signature-256',
  'stripe-signature',
  'x-slack-signature',
  'x-twilio-signature',
  'webhook-signature',
  'svix-signature',
];
const MAX_KEY_CHARS = 500;
/** Of `ANY`. Link previews and monitors send HEAD, and start nothing. */
const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Parsing a larger one would block other requests. */
const MAX_TEXT_BYTES = 5_000_000;

export default defineTriggerHandler<typeof trigger>({
  admit(config, head, check) {
    const allow = methodsOf(config);
    if (handshakeOf(config, head) !== undefined) return 'open';
    if (!allow.includes(head.method))
      throw new AppError('method-not-allowed', `This webhook takes ${allow.join(', ')}, not ${head.method}.`, {
        details: { allow },
      });
    return verifyHead(config, head, check);
  },
  async receive(config, request, { secret, now }) {
    const handshake = handshakeOf(config, request);
    if (handshake !== undefined) return { answer: handshake };
    verifyRequest(config, request, { secret, now });
    const { method, query } = request;
    const token = config.auth === 'none' ? validationToken(request, request.body.byteLength) : undefined;
    if (token !== undefined) return { answer: token };
    const about = { method, headers: openHeaders(config, request.headers), query, receivedAt: now.toISOString() };
    assertNoPrototypeKey(query);
    const withFiles = await filesIn(config, request);
    if (withFiles) {
      const { files, guessedCharset, value: joined } = withFiles;
      return {
        files,
        withFiles: (stored) => {
          const body = joined(stored);
          assertNoPrototypeKey(body);
          return { ...about, body, ...(guessedCharset !== undefined && { guessedCharset }) };
        },
        key: deliveryKey(config, request.headers, null),
      };
    }
    if (request.body.byteLength > MAX_TEXT_BYTES)
      throw new AppError('body-too-large', `A body that is text has up to ${formatCount(MAX_TEXT_BYTES)} bytes.`);
    const { value, text, ...notes } = await readHookBody(request);
    const challenge = challengeOf(config, value);
    if (challenge !== undefined) return { answer: challenge };
    const event = { ...about, body: value, ...notes, ...(config.rawBody && { rawBody: text }) };
    return { event, key: deliveryKey(config, request.headers, value) };
  },
});

function methodsOf({ method }: Config): readonly string[] {
  return method === 'ANY' ? METHODS : [method];
}

function handshakeOf(config: Config, head: HookHead): string | undefined {
  return handshakeAnswer(head, { verifyToken: config.verifyToken, methods: methodsOf(config) });
}

/** The files of a form, or the body where it is no text; undefined for a text. */
async function filesIn({ files }: Config, request: HookRequest): Promise<BodyWithFiles | undefined> {
  if (isMultipart(request)) {
    const form = await readMultipart(request);
    if (files || form.files.length === 0) return form;
    throw new AppError('content-type-unsupported', 'The form has files, which this webhook does not take. Switch on Take files.');
  }
  if (!files) return undefined;
  if (request.body.byteLength === 0 || isHookText(request)) return undefined;
  return readFileBody(request);
}

function openHeaders({ header }: Config, headers: HookRequest['headers']): Readonly<Record<string, string>> {
  const secret = new Set([...SECRET_HEADERS, header?.toLowerCase()]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secret.has(name)));
}

/** Slack checks an address by a request that wants its challenge back. */
function challengeOf({ auth }: Config, body: unknown): string | undefined {
  if (auth !== 'slack' || fieldOf(body, 'type') !== 'url_verification') return undefined;
  return fieldOf(body, 'challenge');
}

/** How the sender names a delivery, which stays the same when it is sent again. */
function deliveryKey({ auth }: Config, headers: HookRequest['headers'], body: unknown): string | undefined {
  const named = {
    github: headers['x-github-delivery'],
    stripe: fieldOf(body, 'id'),
    slack: fieldOf(body, 'event_id'),
    standard: standardHeaders(headers).id,
  };
  const key = (Object.hasOwn(named, auth) ? named[auth as keyof typeof named] : undefined) ?? headers['idempotency-key'];
  return key === undefined || key === '' ? undefined : key.slice(0, MAX_KEY_CHARS);
}

function fieldOf(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const field = (value as Record<string, unknown>)[name];
  return typeof field === 'string' ? field : undefined;
}
