import type { z } from 'zod';

/** What JSON can hold. */
export type JsonValue = z.core.util.JSONType;

/** For a value that is JSON, but whose type does not say so: it was parsed, or is made of what JSON can hold. */
export function asJson(value: object): Record<string, JsonValue>;
export function asJson(value: unknown): JsonValue;
export function asJson(value: unknown): JsonValue {
  return value as JsonValue;
}
