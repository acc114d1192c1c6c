import { z } from 'zod';
import type { JsonSchema } from '../json/json-schema.ts';
import type { jsonValueSchema } from '../run/json-value.ts';
import { type SessionState, scopeOfSession } from '../run/session-state.ts';

/** `{{session.name}}` reads the session of a run. A node with this id hides it. */
export const SESSION_ROOT = 'session';
/** What every session has besides the variables of its workflow. */
export const SESSION_FIELDS = ['turn', 'messages'] as const;

const MAX_VARIABLES = 100;
const MAX_KEEP_DAYS = 3650;

export const sessionTypes = ['text', 'number', 'boolean', 'list', 'object'] as const;
export type SessionType = (typeof sessionTypes)[number];

export const sessionVariableSchema = z.looseObject({
  name: z
    .string()
    .max(64)
    .regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/, 'A name starts with a letter and holds only letters, digits and _')
    .refine((name) => !(SESSION_FIELDS as readonly string[]).includes(name), 'Every session has turn and messages already')
    .meta({ title: 'Name', description: 'Read as {{session.name}}.' }),
  type: z.enum(sessionTypes).meta({ title: 'Type', description: 'Type of the value.' }),
  default: z
    .json()
    .optional()
    .meta({ title: 'Default', description: 'The value in a new session. Empty: "", 0, false, [] or {} by its type.' }),
});
export type SessionVariable = z.output<typeof sessionVariableSchema>;

export const sessionSettingsSchema = z.looseObject({
  variables: z
    .array(sessionVariableSchema)
    .max(MAX_VARIABLES)
    .optional()
    .meta({ title: 'Variables', description: 'Values that last from turn to turn.' }),
  keepDays: z
    .int()
    .min(1)
    .max(MAX_KEEP_DAYS)
    .optional()
    .meta({ title: 'Keep for days', description: 'A session is deleted this many days after its last turn. Default: 90.' }),
});
export type SessionSettings = z.output<typeof sessionSettingsSchema>;

export const DEFAULT_KEEP_DAYS = 90;

/** Whether a value has the type of a variable. */
export function fitsSessionType(type: SessionType, value: unknown): boolean {
  switch (type) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return type satisfies never;
  }
}

type JsonValue = z.output<typeof jsonValueSchema>;
const EMPTY: Readonly<Record<SessionType, JsonValue>> = { text: '', number: 0, boolean: false, list: [], object: {} };

/** The value of a variable in a new session. */
export function initialValue({ type, default: initial }: Pick<SessionVariable, 'type' | 'default'>): JsonValue {
  return fitsSessionType(type, initial) ? (initial as JsonValue) : EMPTY[type];
}

/** What `{{session}}` reads: the variables of the workflow, `turn` and `messages`. */
export function sessionValue(
  state: SessionState,
  { variables = [] }: SessionSettings,
  callPath: string,
): Readonly<Record<string, unknown>> {
  const stored = scopeOfSession(state, callPath).variables;
  const values = variables.map(({ name, type, default: initial }): [string, unknown] => {
    // A version with another type begins anew instead of giving nodes what they do not expect.
    const isStored = Object.hasOwn(stored, name) && fitsSessionType(type, stored[name]);
    return [name, isStored ? stored[name] : initialValue({ type, default: initial })];
  });
  return { ...Object.fromEntries(values), turn: state.turn, messages: state.messages };
}

const TYPE_SCHEMA: Readonly<Record<SessionType, JsonSchema>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  list: { type: 'array' },
  object: { type: 'object' },
};

/** Schema of `{{session}}`. */
export function sessionSchema({ variables = [] }: SessionSettings = {}): JsonSchema {
  const message = {
    type: 'object',
    properties: { role: { type: 'string', enum: ['user', 'assistant'] }, content: { type: 'string' } },
    required: ['role', 'content'],
  };
  const own = Object.fromEntries(variables.map(({ name, type }) => [name, TYPE_SCHEMA[type]]));
  const properties = { ...own, turn: { type: 'integer' }, messages: { type: 'array', items: message } };
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
