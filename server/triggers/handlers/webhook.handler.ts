import { AppError } from '#lib/errors/app-error.ts';
import type { TriggerConfigOf } from '#lib/trigger-kit/define-trigger.ts';
import type trigger from '#triggers/webhook.trigger.ts';
import { defineTriggerHandler, type HookRequest } from '../define-trigger-handler.ts';
import { readHookBody } from '../read-hook-body.ts';
import { verifyRequest } from '../signatures/verify-request.ts';

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
  'webhook-signature',
];
const MAX_KEY_CHARS = 500;

export default defineTriggerHandler<typeof trigger>({
  receive(config, request, { secret, now }) {
    if (config.method !== 'ANY' && config.method !== request.method)
      throw new AppError('method-not-allowed', `This webhook takes ${config.method}, not ${request.method}.`);
    verifyRequest(config, request, { secret, now });
    const { value, text } = readHookBody(request);
    const challenge = challengeOf(config, value);
    if (challenge !== undefined) return { answer: challenge };
    const { method, query } = request;
    const event = {
      method,
      headers: openHeaders(config, request.headers),
      query,
      body: value,
      ...(config.rawBody && { rawBody: text }),
      receivedAt: now.toISOString(),
    };
    return { event, key: deliveryKey(config, request.headers, value) };
  },
});

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
    standard: headers['webhook-id'],
  };
  const key = (Object.hasOwn(named, auth) ? named[auth as keyof typeof named] : undefined) ?? headers['idempotency-key'];
  return key === undefined || key === '' ? undefined : key.slice(0, MAX_KEY_CHARS);
}

function fieldOf(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const field = (value as Record<string, unknown>)[name];
  return typeof field === 'string' ? field : undefined;
}
