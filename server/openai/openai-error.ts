import type { ErrorBody } from '#lib/api/error-body.ts';

/** An error as clients of OpenAI read it. */
export type OpenAiError = {
  readonly error: {
    readonly message: string;
    readonly type: string;
    /** The parameter that is wrong. */
    readonly param: string | null;
    readonly code: string;
  };
};

/** Codes that clients of OpenAI know; others keep ours. */
const knownCodes: Readonly<Record<string, string>> = {
  'authentication-failed': 'invalid_api_key',
  'rate-limited': 'rate_limit_exceeded',
  'key-token-budget': 'insufficient_quota',
  'day-token-budget': 'insufficient_quota',
  'inputs-invalid': 'invalid_value',
  'model-not-found': 'model_not_found',
};

/** The answer of a request that was refused. */
export function toOpenAiError(
  { code, message, details }: ErrorBody['error'],
  status: number,
): { status: number; body: OpenAiError } {
  const [problem] = (details?.problems ?? []) as readonly { readonly path?: string }[];
  const type = status === 429 ? 'rate_limit_error' : status >= 500 ? 'server_error' : 'invalid_request_error';
  const param = problem?.path?.replace(/^body\./, '') ?? null;
  return {
    status: code === 'model-not-found' ? 404 : status,
    body: { error: { message, type, param, code: knownCodes[code] ?? code } },
  };
}

/** The error of a run that failed. */
export function failedRunError({ code, message }: { readonly code: string; readonly message: string }): OpenAiError {
  return { error: { message, type: 'server_error', param: null, code } };
}
