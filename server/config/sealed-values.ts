import { AppError } from '#lib/errors/app-error.ts';
import type { SecretBox } from '../secrets/secret-box.ts';

/** Of values that are bound to their key path alone, which earlier versions wrote. */
const UNBOUND_MARK = 'sealed:';
// A build without it takes the value for one that it cannot open, not for a key.
const MARK = 'sealed:host:';

/** Where a secret is sent to. */
export type SecretAddress = { readonly provider?: unknown; readonly base_url?: unknown };

const unboundAad = (path: readonly string[]) => `config/${path.join('/')}`;

/** Binds a value to its key path and address: under another key, or sent elsewhere, it cannot be opened. */
function aadOf(path: readonly string[], { provider, base_url: url }: SecretAddress): string {
  const origin = typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : '';
  return `${unboundAad(path)} for ${provider ?? ''} ${origin}`;
}

type SealOptions = {
  readonly path: readonly string[];
  readonly address: SecretAddress;
  readonly secrets: Pick<SecretBox, 'seal'>;
};

/** A secret as the override holds it. */
export function sealValue(secret: string, { path, address, secrets }: SealOptions): string {
  return MARK + secrets.seal(secret, aadOf(path, address));
}

type OpenOptions = {
  readonly secrets: Pick<SecretBox, 'open'>;
  /** Where the secret at a key path is sent to. @defaultValue nowhere */
  readonly addressOf?: (path: readonly string[]) => SecretAddress;
  /** A secret that cannot be opened counts as missing, so that the server starts and shows it on its page. */
  readonly onUnreadable: (path: readonly string[]) => void;
};

/** The same values with every sealed one opened. */
export function openValues(value: unknown, options: OpenOptions, path: readonly string[] = []): unknown {
  if (typeof value === 'string') return value.startsWith(UNBOUND_MARK) ? openValue(value, options, path) : value;
  if (Array.isArray(value)) return value.map((item, index) => openValues(item, options, [...path, String(index)]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, openValues(item, options, [...path, key])]));
}

function openValue(value: string, { secrets, addressOf, onUnreadable }: OpenOptions, path: readonly string[]): string {
  try {
    if (value.startsWith(MARK)) return secrets.open(value.slice(MARK.length), aadOf(path, addressOf?.(path) ?? {}));
    return secrets.open(value.slice(UNBOUND_MARK.length), unboundAad(path));
  } catch (error) {
    if (!AppError.is(error)) throw error;
    onUnreadable(path);
    return '';
  }
}
