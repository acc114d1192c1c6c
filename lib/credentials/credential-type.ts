import { z } from 'zod';
import { hostPatternSchema } from '../tools/granted-hosts.ts';

const MAX_SECRET_CHARS = 10_000;
const MAX_VALUES = 20;

const secret = z.string().min(1).max(MAX_SECRET_CHARS);
const headerName = z
  .string()
  .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, 'Write the name of a header, such as X-Api-Key')
  .max(200);
/** Those of the connection and of the request itself are not for a credential to send. */
const OWN_HEADERS = [
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'expect',
];
const isSendable = (name: string) => !OWN_HEADERS.includes(name.toLowerCase());
const OWN_HEADER = 'No credential can send this header: it belongs to the connection';
/** What a header can carry: the characters of Latin-1 without control characters. */
const headerValue = secret.regex(
  /^[\x20-\x7e\xa0-\xff]+$/,
  'It holds a line break or another character that no header can carry',
);
const parameterName = z.string().min(1).max(200);

const endpoint = z.url({ protocol: /^https?$/ }).max(10_000);

const host = z
  .string()
  .regex(/^(?:[a-z0-9._-]+|\[[0-9a-f:]+\])$/, 'Write a host in lowercase letters, such as db.example.com')
  .max(253)
  .meta({ description: 'The credential names it with its port in its hosts: `db.example.com:5432`.' });
const tcpPort = z.int().min(1).max(65_535);
const account = z.string().min(1).max(MAX_SECRET_CHARS);
const password = z.string().max(MAX_SECRET_CHARS);
const databaseTls = z.enum(['verify', 'unverified', 'off']).default('verify').meta({
  description: '`unverified`: encrypted, and the certificate of the server is not checked. `off`: not encrypted.',
});

const connectionFields = {
  postgres: z.strictObject({ host, port: tcpPort.default(5432), database: account, user: account, password, tls: databaseTls }),
  mysql: z.strictObject({ host, port: tcpPort.default(3306), database: account, user: account, password, tls: databaseTls }),
  smtp: z.strictObject({
    host,
    port: tcpPort.default(587),
    user: account.optional(),
    password: password.optional(),
    from: z
      .string()
      .max(500)
      .regex(/^(?:[^<>\r\n]{0,200}<)?[^\s<>@]{1,200}@[^\s<>@]{1,200}>?$/, 'Write ada@example.com, or Ada <ada@example.com>')
      .meta({ description: 'Sender of the mails.' }),
    tls: z.enum(['starttls', 'tls', 'off']).default('starttls').meta({ description: '`starttls` on port 587, `tls` on 465.' }),
  }),
  imap: z.strictObject({
    host,
    port: tcpPort.default(993),
    user: account,
    password,
    tls: z.enum(['tls', 'starttls', 'off']).default('tls').meta({ description: '`tls` on port 993, `starttls` on 143.' }),
  }),
} as const;

/** The fields of each type of credential, all of which are stored encrypted. */
export const credentialFields = {
  bearer: z.strictObject({ token: headerValue }),
  header: z.strictObject({ name: headerName.refine(isSendable, OWN_HEADER), value: headerValue }),
  basic: z.strictObject({ username: z.string().max(MAX_SECRET_CHARS), password: z.string().max(MAX_SECRET_CHARS) }),
  query: z.strictObject({ name: parameterName, value: secret }),
  path: z.strictObject({
    value: secret.regex(/^[^\s/?#]+$/, 'It holds a character that no part of a path can have').meta({
      description: 'Takes the place of `{credential}` in the path of the address.',
    }),
  }),
  hmac: z.strictObject({
    secret,
    header: headerName.default('x-signature'),
    algorithm: z.enum(['sha256', 'sha512', 'sha1']).default('sha256'),
    encoding: z.enum(['hex', 'base64']).default('hex'),
    prefix: z.string().max(100).default(''),
    timestampHeader: headerName.optional(),
  }),
  custom: z
    .strictObject({
      headers: z
        .record(headerName, headerValue)
        .refine((headers) => Object.keys(headers).every(isSendable), OWN_HEADER)
        .default({}),
      query: z.record(parameterName, secret).default({}),
    })
    .refine(
      ({ headers, query }) => countOf(headers) + countOf(query) > 0 && countOf(headers) + countOf(query) <= MAX_VALUES,
      `Give 1 to ${MAX_VALUES} headers and query parameters`,
    ),
  oauth2: z
    .strictObject({
      grant: z.enum(['authorization_code', 'client_credentials']).meta({
        description:
          '`authorization_code`: a person signs in once, with PKCE. `client_credentials`: the client signs in by itself.',
      }),
      authorizationUrl: endpoint.optional().meta({ description: 'Required by `authorization_code`.' }),
      tokenUrl: endpoint,
      clientId: z.string().min(1).max(MAX_SECRET_CHARS),
      clientSecret: z.string().max(MAX_SECRET_CHARS).optional(),
      clientAuthentication: z.enum(['basic', 'body']).default('basic').meta({
        description: 'How the client secret is sent to the token URL: in the Authorization header, or in the body.',
      }),
      scope: z.string().max(2000).default('').meta({ description: 'Scopes, separated by spaces.' }),
      parameters: z.record(parameterName, z.string().max(1000)).default({}).meta({
        description: 'Further parameters, such as `access_type` or `audience`.',
      }),
    })
    .refine(({ grant, authorizationUrl }) => grant === 'client_credentials' || authorizationUrl !== undefined, {
      message: 'Enter the URL where people sign in',
      path: ['authorizationUrl'],
    })
    .refine(({ grant, clientSecret }) => grant === 'authorization_code' || !!clientSecret, {
      message: 'Enter the client secret',
      path: ['clientSecret'],
    }),
  ...connectionFields,
} as const;

export type ConnectionType = keyof typeof connectionFields;
export type ConnectionFields = { [T in ConnectionType]: z.output<(typeof connectionFields)[T]> };

function countOf(values: object): number {
  return Object.keys(values).length;
}

/** Types that open a connection of their own protocol instead of being sent with an HTTP request. */
const connectionTypes = ['postgres', 'mysql', 'smtp', 'imap'] as const;
export const credentialTypes = [
  'bearer',
  'header',
  'basic',
  'query',
  'path',
  'hmac',
  'custom',
  'oauth2',
  ...connectionTypes,
] as const;
/** Types that are sent with HTTP requests. */
export const requestCredentialTypes = credentialTypes.filter((type) => !isConnectionType(type));
export const credentialTypeSchema = z.enum(credentialTypes);
export type CredentialType = (typeof credentialTypes)[number];

/** A type with its fields. */
export type CredentialValue = {
  [T in CredentialType]: { readonly type: T; readonly fields: z.output<(typeof credentialFields)[T]> };
}[CredentialType];

export type ConnectionValue = {
  [T in ConnectionType]: { readonly type: T; readonly fields: ConnectionFields[T] };
}[ConnectionType];

/** Whether credentials of this type open a connection instead of being sent with an HTTP request. */
export function isConnectionType(type: CredentialType): type is ConnectionType {
  return (connectionTypes as readonly string[]).includes(type);
}

/** Whether it opens a connection, as `isConnectionType` says. */
export function isConnection<T extends { readonly type: CredentialType }>(
  value: T,
): value is Extract<T, { readonly type: ConnectionType }> {
  return isConnectionType(value.type);
}

/** What a request carries: the fields of a credential, or for `oauth2` the access token that they gave. */
export type SentCredential =
  | Exclude<CredentialValue, { type: 'oauth2' | ConnectionType }>
  | { readonly type: 'oauth2'; readonly fields: { readonly accessToken: string } };
export type OAuthFields = z.output<(typeof credentialFields)['oauth2']>;

/** Hosts to which a credential may be sent, as `isOnGrantedHost` reads them. */
export const credentialHostsSchema = z.array(hostPatternSchema).min(1, 'Name at least one host').max(50);

/** What a document says of a credential that it needs: never a value. */
export const credentialSlotSchema = z.looseObject({
  type: credentialTypeSchema.meta({ title: 'Type', description: 'How the credential is sent.' }),
  hosts: credentialHostsSchema.meta({ title: 'Hosts', description: 'The only hosts to which it is sent.' }),
});
export type CredentialSlot = z.output<typeof credentialSlotSchema>;

export const slotNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9_-]*$/, 'A name begins with a lowercase letter and has only lowercase letters, digits, - and _')
  .max(64);

/** Slots of a document, by name. */
export const credentialSlotsSchema = z.record(slotNameSchema, credentialSlotSchema);
export type CredentialSlots = Readonly<Record<string, CredentialSlot>>;
