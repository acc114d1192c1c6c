/** The public numbers of errors, each with the codes that have it. */
export const errorNumbers = {
  1001: ['authentication-failed'],
  1002: ['permission-denied', 'host-refused', 'origin-refused'],
  2001: ['run-not-found'],
  2002: ['run-ended'],
  3001: [
    'tool-failed',
    'tool-unknown',
    'tool-not-enabled',
    'tool-arguments-invalid',
    'tool-call-cancelled',
    'tool-call-expired',
    'tool-call-rejected',
  ],
  3002: ['tool-timed-out'],
  4001: [
    'model-failed',
    'model-not-found',
    'model-auth-failed',
    'model-rate-limited',
    'model-timed-out',
    'model-called-no-tool',
    'model-without-vision',
    'model-without-reasoning',
  ],
  4002: ['token-limit', 'key-token-budget', 'day-token-budget', 'model-context-exceeded'],
  5001: ['sandbox-failed', 'sandbox-busy', 'code-failed', 'code-out-of-memory', 'code-result-invalid', 'code-files-invalid'],
  5002: ['code-timed-out'],
} as const satisfies Record<number, readonly string[]>;

const byCode: ReadonlyMap<string, number> = new Map(
  Object.entries(errorNumbers).flatMap(([number, codes]) => codes.map((code) => [code, Number(number)] as const)),
);

/** The number of an error of the API, of a run or of a node; undefined for a code without one. */
export function errorNumber(code: string): number | undefined {
  return byCode.get(code);
}
