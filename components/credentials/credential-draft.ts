import type { NewCredentialBody } from '#lib/api/credentials.contract.ts';
import type { CredentialType } from '#lib/credentials/credential-type.ts';

export type CredentialField =
  | {
      readonly kind: 'text' | 'secret' | 'url' | 'number';
      readonly name: FieldName;
      readonly isOptional?: true;
      readonly placeholder?: string;
    }
  | { readonly kind: 'choice'; readonly name: FieldName; readonly options: readonly string[] }
  | { readonly kind: 'pairs'; readonly name: FieldName; readonly isSecret: boolean };

type FieldName =
  | 'token'
  | 'name'
  | 'value'
  | 'username'
  | 'password'
  | 'secret'
  | 'header'
  | 'algorithm'
  | 'encoding'
  | 'prefix'
  | 'timestampHeader'
  | 'headers'
  | 'query'
  | 'grant'
  | 'authorizationUrl'
  | 'tokenUrl'
  | 'clientId'
  | 'clientSecret'
  | 'clientAuthentication'
  | 'scope'
  | 'host'
  | 'port'
  | 'database'
  | 'user'
  | 'from'
  | 'tls'
  | 'parameters';

const account: readonly CredentialField[] = [
  { kind: 'text', name: 'user' },
  { kind: 'secret', name: 'password', isOptional: true },
];
const databaseFields = (host: string, port: string): readonly CredentialField[] => [
  { kind: 'text', name: 'host', placeholder: host },
  { kind: 'number', name: 'port', isOptional: true, placeholder: port },
  { kind: 'text', name: 'database' },
  ...account,
  { kind: 'choice', name: 'tls', options: ['verify', 'unverified', 'off'] },
];
/** As the server has them. */
const defaultPorts: Readonly<Partial<Record<CredentialType, string>>> = {
  postgres: '5432',
  mysql: '3306',
  smtp: '587',
  imap: '993',
};

/** What a person enters for each type. The first choice is the default. */
export const fieldsOfType: Readonly<Record<CredentialType, readonly CredentialField[]>> = {
  bearer: [{ kind: 'secret', name: 'token' }],
  header: [
    { kind: 'text', name: 'name', placeholder: 'X-Api-Key' },
    { kind: 'secret', name: 'value' },
  ],
  basic: [
    { kind: 'text', name: 'username', isOptional: true },
    { kind: 'secret', name: 'password', isOptional: true },
  ],
  query: [
    { kind: 'text', name: 'name', placeholder: 'api_key' },
    { kind: 'secret', name: 'value' },
  ],
  path: [{ kind: 'secret', name: 'value' }],
  oauth2: [
    { kind: 'choice', name: 'grant', options: ['authorization_code', 'client_credentials'] },
    { kind: 'url', name: 'authorizationUrl', placeholder: 'https://accounts.example.com/authorize' },
    { kind: 'url', name: 'tokenUrl', placeholder: 'https://accounts.example.com/token' },
    { kind: 'text', name: 'clientId' },
    { kind: 'secret', name: 'clientSecret', isOptional: true },
    { kind: 'text', name: 'scope', isOptional: true, placeholder: 'read write' },
    { kind: 'choice', name: 'clientAuthentication', options: ['basic', 'body'] },
    { kind: 'pairs', name: 'parameters', isSecret: false },
  ],
  hmac: [
    { kind: 'secret', name: 'secret' },
    { kind: 'text', name: 'header', isOptional: true, placeholder: 'x-signature' },
    { kind: 'choice', name: 'algorithm', options: ['sha256', 'sha512', 'sha1'] },
    { kind: 'choice', name: 'encoding', options: ['hex', 'base64'] },
    { kind: 'text', name: 'prefix', isOptional: true, placeholder: 'sha256=' },
    { kind: 'text', name: 'timestampHeader', isOptional: true, placeholder: 'x-timestamp' },
  ],
  custom: [
    { kind: 'pairs', name: 'headers', isSecret: true },
    { kind: 'pairs', name: 'query', isSecret: true },
  ],
  postgres: databaseFields('db.example.com', '5432'),
  mysql: databaseFields('db.example.com', '3306'),
  smtp: [
    { kind: 'text', name: 'host', placeholder: 'smtp.example.com' },
    { kind: 'number', name: 'port', isOptional: true, placeholder: '587' },
    { kind: 'text', name: 'from', placeholder: 'Ada <ada@example.com>' },
    { kind: 'text', name: 'user', isOptional: true },
    { kind: 'secret', name: 'password', isOptional: true },
    { kind: 'choice', name: 'tls', options: ['starttls', 'tls', 'off'] },
  ],
  imap: [
    { kind: 'text', name: 'host', placeholder: 'imap.example.com' },
    { kind: 'number', name: 'port', isOptional: true, placeholder: '993' },
    ...account,
    { kind: 'choice', name: 'tls', options: ['tls', 'starttls', 'off'] },
  ],
};

/** A pair with a number of its own, so that a row keeps its input while others are removed. */
export type Pair = { readonly row: number; readonly name: string; readonly value: string };

export type CredentialDraft = {
  readonly name: string;
  readonly type: CredentialType;
  /** As typed: separated by spaces, commas or lines. */
  readonly hosts: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly pairs: Readonly<Record<string, readonly Pair[]>>;
};

export const newCredentialDraft: CredentialDraft = { name: '', type: 'bearer', hosts: '', texts: {}, pairs: {} };

/** The fields of a draft that are shown: an OAuth client without people has no page where they sign in. */
export function shownFields({ type, texts }: Pick<CredentialDraft, 'type' | 'texts'>): readonly CredentialField[] {
  return fieldsOfType[type].filter(({ name }) => name !== 'authorizationUrl' || texts.grant !== 'client_credentials');
}

export type DraftProblems = Readonly<Record<string, 'missing'>>;

/** Required fields without a value, by the name of the field. */
export function missingFields(
  draft: CredentialDraft,
  asked: { readonly fields: boolean; readonly name: boolean },
): DraftProblems {
  const missing = [
    ...(asked.name && draft.name.trim() === '' ? ['name'] : []),
    ...(asked.name && hostsOf(draft).length === 0 && !hasHostField(draft) ? ['hosts'] : []),
    ...(asked.fields
      ? shownFields(draft)
          .filter((field) => isMissing(field, draft))
          .map(({ name }) => `fields.${name}`)
      : []),
  ];
  return Object.fromEntries(missing.map((name) => [name, 'missing'] as const));
}

function isMissing(field: CredentialField, { texts }: CredentialDraft): boolean {
  if (field.kind === 'choice' || field.kind === 'pairs' || field.isOptional) return false;
  return (texts[field.name] ?? '').trim() === '';
}

/** The field of the form that is sent at a path of the request: `name`, `hosts` or `fields.<name>`. */
export function fieldOfCredential(path: string): string | undefined {
  const [part, field, inside] = path.split('.');
  if (part !== 'body' || field === undefined) return undefined;
  if (field !== 'fields') return field;
  return inside === undefined ? undefined : `fields.${inside}`;
}

/** A connection: its host is one of its fields. */
export function hasHostField({ type }: Pick<CredentialDraft, 'type'>): boolean {
  return fieldsOfType[type].some(({ name }) => name === 'host');
}

export function hostsOf({ hosts, type, texts }: Pick<CredentialDraft, 'hosts' | 'type' | 'texts'>): string[] {
  const host = texts.host?.trim();
  if (hasHostField({ type }) && host) return [`${host}:${texts.port?.trim() || defaultPorts[type]}`];
  return hosts.split(/[\s,]+/).filter((host) => host !== '');
}

/** The fields as the API takes them; the server checks them. */
export function fieldsIn(draft: CredentialDraft): Record<string, string | number | Record<string, string>> {
  const values = shownFields(draft).flatMap((field): [string, string | number | Record<string, string>][] => {
    if (field.kind === 'pairs') {
      const pairs = (draft.pairs[field.name] ?? []).filter(({ name }) => name.trim() !== '');
      return [[field.name, Object.fromEntries(pairs.map(({ name, value }) => [name.trim(), value]))]];
    }
    const text = draft.texts[field.name] ?? (field.kind === 'choice' ? (field.options[0] ?? '') : '');
    if (field.kind === 'number') return text.trim() === '' ? [] : [[field.name, Number(text)]];
    const isPassword = field.name === 'password' && draft.type !== 'smtp';
    const mayBeEmpty = draft.type === 'basic' || field.kind === 'choice' || isPassword;
    return text === '' && !mayBeEmpty ? [] : [[field.name, field.kind === 'secret' ? text : text.trim()]];
  });
  return Object.fromEntries(values);
}

export function bodyOf(draft: CredentialDraft): NewCredentialBody {
  // The server checks the fields against the type.
  return { type: draft.type, name: draft.name.trim(), hosts: hostsOf(draft), fields: fieldsIn(draft) } as NewCredentialBody;
}
