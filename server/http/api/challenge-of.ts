import type { ReadTrigger } from '../../triggers/trigger-kinds.ts';

const REALM = 'realm="Threadloom"';
const CHARSET = 'charset="UTF-8"';

/**
 * What the API wants of a request without valid credentials.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1
 */
export const BEARER_CHALLENGE = `Bearer ${REALM}`;

/** The challenge of a trigger, by how it checks requests. */
export function challengeOf({ config }: Pick<ReadTrigger, 'config'>): string {
  const { auth, header } = config as { readonly auth?: unknown; readonly header?: unknown };
  if (auth === 'basic') return `Basic ${REALM}, ${CHARSET}`;
  // A signature, or a token in a header of its own, has no scheme that is registered.
  return auth === 'token' && header === undefined ? BEARER_CHALLENGE : `Signature ${REALM}`;
}
