import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type WorkspaceId, workspaceId } from '#lib/ports/run-store.ts';

export type FileLink = { readonly workspaceId: WorkspaceId; readonly fileId: string; readonly revision: number };

const claimSchema = z.tuple([z.string(), z.string(), z.int(), z.int()]);
const KEY_BYTES = 32;

/**
 * Tokens that give access to one revision of one file until they expire: `<claim>.<HMAC-SHA-256 of
 * it>`, both in base64url. Nothing is stored of them; the key is derived from the master key of the
 * installation.
 */
export class FileLinks {
  readonly #key: Buffer;

  constructor(masterKey: Buffer) {
    this.#key = Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), 'threadloom/file-links/v1', KEY_BYTES));
  }

  sign({ workspaceId, fileId, revision }: FileLink, expiresAtMs: number): string {
    const claim = Buffer.from(JSON.stringify([workspaceId, fileId, revision, expiresAtMs])).toString('base64url');
    return `${claim}.${this.#mac(claim).toString('base64url')}`;
  }

  /** Null for a token that is forged or has expired. */
  open(token: string, nowMs: number): FileLink | null {
    const [claim = '', mac = ''] = token.split('.');
    const expected = this.#mac(claim);
    const given = Buffer.from(mac, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const [workspace, fileId, revision, expiresAtMs] = claimSchema.parse(JSON.parse(Buffer.from(claim, 'base64url').toString()));
    return expiresAtMs > nowMs ? { workspaceId: workspaceId(workspace), fileId, revision } : null;
  }

  #mac(claim: string): Buffer {
    return createHmac('sha256', this.#key).update(claim).digest();
  }
}
