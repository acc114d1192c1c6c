import { randomUUID } from 'node:crypto';
import { AppError } from '#lib/errors/app-error.ts';
import type { SecretBox } from '../secrets/secret-box.ts';

/** Recognisable in a header, and no key. */
export const VISITOR_PREFIX = 'tlv_';
const DAY_MS = 86_400_000;
/** Twice as long as sessions are kept by default. */
const LIFETIME_MS = 180 * DAY_MS;
const PURPOSE = 'chat_pages/visitor';
/** `<time of expiry> <visitor> <slug>` */
const CONTENT = /^(\d{1,16}) ([0-9a-f-]{36}) ([a-z0-9-]{1,63})$/;
const MAX_CHARS = 500;

export type Visitor = { readonly visitorId: string; readonly slug: string };

/**
 * Tokens of visitors of public chat pages. The token is the visitor: sealed, so that nothing is stored until the first
 * message, and every process with the same secret key reads it.
 */
export class VisitorTokens {
  readonly #secrets: SecretBox;

  constructor(secrets: SecretBox) {
    this.#secrets = secrets;
  }

  issue(slug: string, nowMs: number): { readonly token: string; readonly expiresAt: Date } {
    const expiresAtMs = nowMs + LIFETIME_MS;
    const token = `${VISITOR_PREFIX}${this.#secrets.seal(`${expiresAtMs} ${randomUUID()} ${slug}`, PURPOSE)}`;
    return { token, expiresAt: new Date(expiresAtMs) };
  }

  /** Null for what was never issued, was changed, or has expired. */
  read(token: string, nowMs: number): Visitor | null {
    if (!token.startsWith(VISITOR_PREFIX) || token.length > MAX_CHARS) return null;
    const [, expiresAtMs, visitorId, slug] = CONTENT.exec(this.#open(token.slice(VISITOR_PREFIX.length))) ?? [];
    if (visitorId === undefined || slug === undefined || Number(expiresAtMs) <= nowMs) return null;
    return { visitorId, slug };
  }

  #open(sealed: string): string {
    try {
      return this.#secrets.open(sealed, PURPOSE);
    } catch (error) {
      if (AppError.is(error)) return '';
      throw error;
    }
  }
}
