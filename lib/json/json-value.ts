import type { z } from 'zod';

/** What JSON can hold. */
export type JsonValue = z.core.util.JSONType;

/** For a value that is JSON by its origin and not by its type: it was parsed, or made of what JSON can hold. */
export function asJson(value: object): Record<string, JsonValue>;
export function asJson(value: unknown): JsonValue;
export function asJson(value: unknown): JsonValue {
  return value as JsonValue;
}
