import { z } from 'zod';

const id = z.string().min(1).max(200);
const MAX_SECRET_CHARS = 4000;
const url = z.url({ protocol: /^https?$/ }).max(2000);
/** A value of a header, which has one line of printable characters. */
const headerText = z
  .string()
  .max(MAX_SECRET_CHARS)
  .regex(/^[\x20-\x7e]*$/, 'Only printable ASCII characters can be sent');

/** Where a client is notified of the states of a task. */
export type PushConfig = {
  readonly id: string;
  readonly url: string;
  /** Sent as `X-A2A-Notification-Token`. Empty where there is none. */
  readonly token: string;
  readonly authentication?: { readonly scheme: string; readonly credentials: string } | undefined;
};

const fields = { id: z.string().max(200).default(''), url, token: headerText.default('') };

/** As `SendMessage` has it in its configuration. */
export const pushConfigSchema = z
  .looseObject({
    ...fields,
    authentication: z.looseObject({ scheme: headerText, credentials: headerText.default('') }).nullish(),
  })
  .transform(({ id: name, url: address, token, authentication }): PushConfig => {
    const auth = authentication && { scheme: authentication.scheme, credentials: authentication.credentials };
    return { id: name, url: address, token, ...(auth && { authentication: auth }) };
  });
/** As protocol 0.3 has it: of the schemes the first one is used. */
export const legacyPushConfigSchema = z
  .looseObject({
    ...fields,
    authentication: z.looseObject({ schemes: z.array(headerText), credentials: headerText.default('') }).nullish(),
  })
  .transform(({ id: name, url: address, token, authentication }): PushConfig => {
    const scheme = authentication?.schemes[0];
    const auth = scheme !== undefined && { authentication: { scheme, credentials: authentication?.credentials ?? '' } };
    return { id: name, url: address, token, ...auth };
  });

export const legacySetPushSchema = z.looseObject({ taskId: id, pushNotificationConfig: legacyPushConfigSchema });
export const onePushSchema = z.looseObject({ taskId: id, id });
export const legacyOnePushSchema = z.looseObject({ id, pushNotificationConfigId: id.optional() });
/** Also of a config that is created. */
export const ofTaskSchema = z.looseObject({ taskId: id });

export function toPush(taskId: string, { authentication, ...config }: PushConfig) {
  return { taskId, ...config, ...(authentication && { authentication }) };
}

export function toLegacyPush(taskId: string, { authentication, ...config }: PushConfig) {
  const legacy = authentication && { schemes: [authentication.scheme], credentials: authentication.credentials };
  return { taskId, pushNotificationConfig: { ...config, ...(legacy && { authentication: legacy }) } };
}

/** What is stored sealed: only the receiver and the client know it. */
export const pushSecretSchema = z.object({
  token: z.string(),
  authentication: z.object({ scheme: z.string(), credentials: z.string() }).optional(),
});

/** What is sealed of a config. */
export function pushSecretOf({ token, authentication }: PushConfig): string {
  return JSON.stringify({ token, ...(authentication && { authentication }) });
}

export function pushSecretAad(runId: string, configId: string): string {
  return `a2a_push_configs:${runId}:${configId}`;
}
