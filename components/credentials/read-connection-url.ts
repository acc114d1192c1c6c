import type { CredentialType } from '#lib/credentials/credential-type.ts';

/** The type of connection that each scheme opens. */
const schemes: Readonly<Record<string, CredentialType>> = {
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
  'mysql:': 'mysql',
  'mariadb:': 'mysql',
  'smtp:': 'smtp',
  'smtps:': 'smtp',
  'imap:': 'imap',
  'imaps:': 'imap',
};

/** Of schemes that have another port than the default of their type. */
const ownPorts: Readonly<Record<string, string>> = { 'smtps:': '465', 'imap:': '143' };

/**
 * @see https://www.postgresql.org/docs/current/libpq-ssl.html
 * @see https://dev.mysql.com/doc/refman/8.4/en/connection-options.html
 */
const databaseTls: Readonly<Record<string, string>> = {
  disable: 'off',
  disabled: 'off',
  allow: 'unverified',
  prefer: 'unverified',
  preferred: 'unverified',
  require: 'unverified',
  required: 'unverified',
  'verify-ca': 'verify',
  verify_ca: 'verify',
  'verify-full': 'verify',
  verify_identity: 'verify',
};

export type ConnectionUrl = {
  readonly type: CredentialType;
  /** What the fields of the type hold. */
  readonly texts: Readonly<Record<string, string>>;
  /** A name for the credential: that of the database, or of the server. */
  readonly name: string;
};

/**
 * The connection that an address such as `postgres://ada:secret@db.example.com/shop` names; undefined for other
 * texts.
 */
export function readConnectionUrl(text: string): ConnectionUrl | undefined {
  const address = text.trim();
  const scheme = /^[a-z]+:(?=\/\/)/i.exec(address)?.[0].toLowerCase() ?? '';
  const type = Object.hasOwn(schemes, scheme) ? schemes[scheme] : undefined;
  // Parsed as that of a web page: for other schemes hosts are not read alike everywhere.
  const url = type && parse(`http://${address.slice(scheme.length + 2)}`);
  if (!type || !url || url.hostname === '') return undefined;
  const user = decode(url.username);
  const database = decode(url.pathname.slice(1));
  const texts = {
    host: url.hostname,
    port: url.port || (ownPorts[scheme] ?? ''),
    user,
    password: decode(url.password),
    ...(type === 'postgres' || type === 'mysql' ? { database, ...tlsOfDatabase(url.searchParams) } : {}),
    ...(type === 'smtp' ? { ...senderOf(user), ...tlsOfMail(scheme, url.searchParams) } : {}),
    ...(type === 'imap' ? { tls: scheme === 'imaps:' ? 'tls' : 'starttls' } : {}),
  };
  return { type, texts, name: nameOf(database || (type === 'smtp' || type === 'imap' ? 'mail' : type)) };
}

/** A name for a credential from the first host that it is sent to: `example` for `api.example.com`. */
export function nameOfHost(host: string, type: string): string {
  const labels = host.toLowerCase().replace(/:\d+$/, '').split('.');
  const own = labels.length > 1 && !/^\d+$/.test(labels.at(-1) ?? '') ? labels.at(-2) : undefined;
  return nameOf(own ?? type);
}

/** The name, with a number behind it if another credential has it. */
export function freeCredentialName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name}-${number}`;
    if (!taken.includes(free)) return free;
  }
}

/** As names of credentials are: lowercase letters, digits, `-` and `_`, beginning with a letter. */
function nameOf(text: string): string {
  const name = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40)
    .replace(/-$/, '');
  return name || 'connection';
}

function tlsOfDatabase(parameters: URLSearchParams): { tls?: string } {
  const mode = (parameters.get('sslmode') ?? parameters.get('ssl-mode') ?? '').toLowerCase();
  return Object.hasOwn(databaseTls, mode) ? { tls: databaseTls[mode] ?? '' } : {};
}

/** @see https://nodemailer.com/smtp for `ignoreTLS` */
function tlsOfMail(scheme: string, parameters: URLSearchParams): { tls: string } {
  if (scheme === 'smtps:') return { tls: 'tls' };
  return { tls: parameters.get('ignoreTLS') === 'true' ? 'off' : 'starttls' };
}

/** Accounts of mail servers are mostly addresses. */
function senderOf(user: string): { from?: string } {
  return user.includes('@') ? { from: user } : {};
}

function parse(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
