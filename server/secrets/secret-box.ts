import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from '#lib/errors/app-error.ts';

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const KEY_ID_CHARS = 8;

/**
 * Encrypts small texts for the database: AES-256-GCM, a new IV each time, `v1.<key id>.<base64url of
 * iv, tag and text>`. `aad` (additional authenticated data) names the row and column, so that a
 * sealed text cannot be opened as the value of another one.
 *
 * @see https://csrc.nist.gov/pubs/sp/800/38/d/final for lengths of IV and tag
 */
export class SecretBox {
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly #current: string;

  /** @param masterKeys 32 bytes each; the first encrypts, all of them decrypt, for key rotation */
  constructor(masterKeys: readonly [Buffer, ...Buffer[]]) {
    const keys = masterKeys.map((master) =>
      Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), 'threadloom/secrets/v1', KEY_BYTES)),
    );
    const idOf = (key: Buffer) => createHash('sha256').update(key).digest('base64url').slice(0, KEY_ID_CHARS);
    this.#keys = new Map(keys.map((key) => [idOf(key), key]));
    this.#current = idOf(keys[0] as Buffer);
  }

  /** Fingerprint of the key that encrypts; it does not reveal the key. */
  get keyId(): string {
    return this.#current;
  }

  seal(text: string, aad: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#keys.get(this.#current) as Buffer, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(aad));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${VERSION}.${this.#current}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
  }

  /** @throws {AppError} `secret-unreadable`: another key, another `aad`, or modified data */
  open(sealed: string, aad: string): string {
    const [version, keyId = '', data = ''] = sealed.split('.');
    const key = this.#keys.get(keyId);
    if (version !== VERSION || !key)
      throw new AppError('secret-unreadable', 'A stored secret was sealed with a key that is not here any more');
    const bytes = Buffer.from(data, 'base64url');
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(aad));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    } catch (cause) {
      throw new AppError('secret-unreadable', 'A stored secret was changed, or belongs to another row', { cause });
    }
  }
}
