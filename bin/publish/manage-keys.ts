import type { Client } from '#lib/api/client.ts';
import type { KeyResource } from '#lib/api/keys.contract.ts';
import { exitCode } from '../exit-code.ts';
import { explainSilence, openServer } from '../run/server-client.ts';
import { printable, type Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

export type KeysCall = {
  /** What to do, the slug and, to revoke, the key's id. */
  readonly operands: readonly string[];
  readonly options: {
    readonly name: string | undefined;
    readonly expires: string | undefined;
    readonly rate: string | undefined;
    readonly json: boolean;
  };
};

/** `threadloom keys`: makes, lists and revokes the keys of an endpoint. @returns the exit code */
export async function manageKeys({ operands, options }: KeysCall, { server, terminal }: { server: string; terminal: Terminal }) {
  const [action = '', slug = '', keyId] = operands;
  const client = openServer(server, terminal);
  const act = actions[action];
  if (!act) throw new UsageError(`keys can create, list and revoke, not '${action}'`);
  if ((action === 'revoke') !== (keyId !== undefined))
    throw new UsageError(
      action === 'revoke'
        ? 'Name the key to revoke: threadloom keys revoke SLUG KEY_ID'
        : `keys ${action} takes a slug and nothing else`,
    );
  await act(client, { slug, keyId: keyId ?? '', options, terminal }).catch((error: unknown) => {
    throw explainSilence(error, { server });
  });
  return exitCode.ok;
}

type Act = { readonly slug: string; readonly keyId: string; readonly options: KeysCall['options']; readonly terminal: Terminal };
const actions: Readonly<Record<string, (client: Client, act: Act) => Promise<void>>> = { create, list, revoke };

async function create(client: Client, { slug, options, terminal }: Act): Promise<void> {
  const { name = 'cli', expires, rate } = options;
  const body = {
    name,
    ...(expires !== undefined && { expiresAt: readTime(expires) }),
    ...(rate !== undefined && { ratePerMinute: Number(rate) }),
  };
  const { id, key } = await client.createKey({ params: { slug }, body });
  if (options.json) terminal.out(`${JSON.stringify({ id, key })}\n`);
  else {
    terminal.out(`${key}\n`);
    terminal.err('Keep it now: it is not shown again.\n');
  }
}

async function list(client: Client, { slug, options, terminal }: Act): Promise<void> {
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await client.listKeys({ params: { slug }, query: { ...(cursor !== undefined && { cursor }) } });
    for (const key of items) terminal.out(`${options.json ? JSON.stringify(key) : toLine(key)}\n`);
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}

async function revoke(client: Client, { slug, keyId, terminal }: Act): Promise<void> {
  await client.revokeKey({ params: { slug, keyId } });
  terminal.err(`The key ${keyId} opens nothing any more.\n`);
}

function toLine({ id, name, prefix, last4, ratePerMinute, expiresAt, revokedAt, lastUsedAt }: KeyResource): string {
  const facts = [
    `${prefix}_…${last4}`,
    lastUsedAt === null ? 'never used' : `last used ${lastUsedAt}`,
    ...(ratePerMinute === null ? [] : [`${ratePerMinute} runs a minute`]),
    ...(expiresAt === null ? [] : [`expires ${expiresAt}`]),
    ...(revokedAt === null ? [] : [`revoked ${revokedAt}`]),
  ];
  return `${id}  ${printable(name)}  ${facts.join(', ')}`;
}

function readTime(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime()))
    throw new UsageError(`--expires ${text} is no time: write it as 2030-01-31 or 2030-01-31T12:00:00Z`);
  return at.toISOString();
}
