import { AppError } from '#lib/errors/app-error.ts';
import type { SecretBox } from '../secrets/secret-box.ts';

const MARK = 'sealed:';

/** Binds a sealed value to its key path, so that it cannot be opened under another key. */
const aadOf = (path: readonly string[]) => `config/${path.join('/')}`;

/** A secret as the override file holds it. */
export function sealValue(secret: string, path: readonly string[], secrets: Pick<SecretBox, 'seal'>): string {
  return MARK + secrets.seal(secret, aadOf(path));
}

type OpenOptions = {
  readonly secrets: Pick<SecretBox, 'open'>;
  /** A secret that cannot be opened counts as missing, so that the server starts and shows it on its page. */
  readonly onUnreadable: (path: readonly string[]) => void;
};

/** The same values with every sealed one opened. */
export function openValues(value: unknown, options: OpenOptions, path: readonly string[] = []): unknown {
  if (typeof value === 'string') return value.startsWith(MARK) ? openValue(value, options, path) : value;
  if (Array.isArray(value)) return value.map((item, index) => openValues(item, options, [...path, String(index)]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, openValues(item, options, [...path, key])]));
}

function openValue(value: string, { secrets, onUnreadable }: OpenOptions, path: readonly string[]): string {
  try {
    return secrets.open(value.slice(MARK.length), aadOf(path));
  } catch (error) {
    if (!AppError.is(error)) throw error;
    onUnreadable(path);
    return '';
  }
}
