import { AppError } from '#lib/errors/app-error.ts';

/** Codes of JSON-RPC and of A2A. */
const codes = {
  'invalid-request': -32600,
  'method-not-found': -32601,
  'invalid-params': -32602,
  internal: -32603,
  'task-not-found': -32001,
  'task-not-cancelable': -32002,
  'push-notification-not-supported': -32003,
  'unsupported-operation': -32004,
  'extended-agent-card-not-configured': -32007,
  'version-not-supported': -32009,
} as const;
export type A2aErrorCode = keyof typeof codes;

/** An error of the protocol. */
export class A2aError extends Error {
  override readonly name = 'A2aError';
  readonly code: A2aErrorCode;

  constructor(code: A2aErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

const knownCodes: Readonly<Record<string, A2aErrorCode>> = {
  'run-not-found': 'task-not-found',
  'run-ended': 'task-not-cancelable',
  'inputs-invalid': 'invalid-params',
  'body-invalid': 'invalid-params',
  'permission-denied': 'unsupported-operation',
};

/** The error of a JSON-RPC response; undefined for a defect, which the caller logs. */
export function toRpcError(error: unknown): { code: number; message: string; data?: readonly object[] } | undefined {
  const code = error instanceof A2aError ? error.code : AppError.is(error) ? (knownCodes[error.code] ?? 'internal') : undefined;
  if (code === undefined) return undefined;
  const reason = code.toUpperCase().replaceAll('-', '_');
  const data = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'a2a-protocol.org' }];
  const { message } = error as Error;
  return { code: codes[code], message, ...(codes[code] > -32100 && { data }) };
}
