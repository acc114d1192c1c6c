import { isSameText } from '../auth/is-same-text.ts';
import type { HookHead } from './define-trigger-handler.ts';

type HandshakeOptions = {
  /** Of Meta, where the trigger names one. */
  readonly verifyToken: string | undefined;
  /** Methods that start runs. */
  readonly methods: readonly string[];
};

/**
 * The text that a service wants back when it checks an address before it sends events there; undefined for any other
 * request. Such a request proves nothing, and starts nothing.
 * @see https://developers.facebook.com/docs/graph-api/webhooks/getting-started
 * @see https://www.w3.org/TR/websub/#hub-verifies-intent
 */
export function handshakeAnswer({ method, query }: HookHead, { verifyToken, methods }: HandshakeOptions): string | undefined {
  const textOf = (name: string) => {
    const value = Object.hasOwn(query, name) ? query[name] : undefined;
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  if (method !== 'GET') return undefined;
  if (textOf('hub.mode') === 'subscribe') {
    const isTheirs = verifyToken === undefined || isSameText(textOf('hub.verify_token') ?? '', verifyToken);
    return isTheirs ? textOf('hub.challenge') : undefined;
  }
  // Of Dropbox and others. Where GET starts runs, it may be a field of an event.
  return methods.includes(method) ? undefined : textOf('challenge');
}

/** The same of Microsoft Graph, which sends no body with it. */
export function validationToken({ method, query }: HookHead, sizeBytes: number): string | undefined {
  const token = method === 'POST' && sizeBytes === 0 ? query.validationToken : undefined;
  return typeof token === 'string' && token !== '' ? token : undefined;
}
