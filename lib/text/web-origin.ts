import { z } from 'zod';

export const MAX_ORIGINS = 50;

/** All names below a top-level domain, or below what is no name. This machine's own are harmless. */
const TOO_WIDE = /^https?:\/\/\*\.(?!localhost(?::|$))(?:[^.:]+|[^:]*\.[0-9-][^.:]*)(?::|$)/;

/** Scheme, host and port, as a browser writes an origin; `*.` covers the names below a domain. */
export const originSchema = z
  .string()
  .max(300)
  .regex(
    /^https?:\/\/(?:(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::[0-9]{1,5})?$/,
    'An origin is https://host or https://host:port in lower case, without a path, or https://*.host for all names below it',
  )
  .refine((origin) => !TOO_WIDE.test(origin), 'Name a domain: everybody can have a name below this one');
export const originsSchema = z.array(originSchema).max(MAX_ORIGINS);

/** True if an `Origin` header is one of the list. `null`, which sandboxed pages send, never is. */
export function isListedOrigin(origin: string, listed: readonly string[]): boolean {
  return listed.some((one) => {
    const [scheme = '', rest = ''] = one.split('://*');
    return rest === '' ? one === origin : origin.startsWith(`${scheme}://`) && origin.endsWith(rest);
  });
}
