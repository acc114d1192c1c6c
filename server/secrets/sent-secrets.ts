/** Names of headers that carry secrets: `Authorization`, `X-API-Key`, `Cookie`. */
const SECRET_HEADER = /auth|cookie|key|pass|secret|token/i;
/** Fields of a form that an authorization server is sent. */
const SECRET_FIELDS = ['refresh_token', 'client_secret', 'code', 'code_verifier', 'client_assertion', 'password'];

type Sent = { readonly headers: Readonly<Record<string, string>>; readonly body?: string | undefined };

/**
 * The secrets that a request carries, from a credential or a library: those of headers, also decoded and without their
 * scheme, and those of a form. What its server repeats of them is masked (`maskText`).
 */
export function sentSecrets({ headers, body }: Sent): string[] {
  const values = Object.entries(headers).flatMap(([name, value]) => (SECRET_HEADER.test(name) ? partsOf(value) : []));
  const isForm = Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === 'content-type' && value.startsWith('application/x-www-form-urlencoded'),
  );
  const form = isForm && body !== undefined ? new URLSearchParams(body) : undefined;
  return [...new Set([...values, ...SECRET_FIELDS.flatMap((name) => form?.getAll(name) ?? [])])];
}

/** `Bearer abc` and `abc`; of `Basic …` also the password. */
function partsOf(value: string): string[] {
  const word = value.slice(value.lastIndexOf(' ') + 1);
  if (!/^basic /i.test(value)) return [value, word];
  const decoded = Buffer.from(word, 'base64').toString();
  return [value, word, decoded.slice(decoded.indexOf(':') + 1)];
}
