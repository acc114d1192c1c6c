/**
 * Structured log: one line an entry, `fields` as JSON. Never given request bodies, keys or what a
 * workflow computed.
 */
export interface Logger {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** `fields.error` may be an Error: its stack and causes are written. */
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}
