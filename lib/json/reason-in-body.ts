import { isRecord } from './set-at-path.ts';

/** Members that name what went wrong, the likeliest first. */
const REASONS = ['message', 'msg', 'detail', 'error_description', 'error_msg', 'error_message', 'reason', 'title'] as const;
const ERRORS = ['error', 'errors', 'detail', 'error_msg', 'error_message', 'error_description'] as const;
const MAX_DEPTH = 4;

/** Whether a body of JSON reports an error: it has a member for one, or says that it is one. */
export function isErrorBody(body: unknown): boolean {
  if (Array.isArray(body)) return body.length > 0 && body.every(isErrorBody);
  if (!isRecord(body)) return false;
  if (ERRORS.some((key) => hasContent(body[key]))) return true;
  return body.object === 'error' || body.type === 'error' || body.success === false;
}

/** What an error in JSON says, in the forms that servers have for it; undefined when it says nothing. */
export function reasonInBody(body: unknown, depth = MAX_DEPTH): string | undefined {
  if (typeof body === 'string') return body.trim() || undefined;
  if (depth === 0) return undefined;
  if (Array.isArray(body)) {
    const reasons = body.slice(0, 3).flatMap((item) => reasonInBody(item, depth - 1) ?? []);
    return reasons.length > 0 ? reasons.join('; ') : undefined;
  }
  if (!isRecord(body)) return undefined;
  for (const key of [...ERRORS.slice(0, 2), ...REASONS, ...ERRORS.slice(2), 'code', 'type'] as const) {
    const reason = reasonInBody(body[key], depth - 1);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** The status or code of an error in JSON; undefined without one. */
export function codeInBody(body: unknown): string | number | undefined {
  const [first] = Array.isArray(body) ? body : [body];
  if (!isRecord(first)) return undefined;
  const inner = isRecord(first.error) ? first.error : first;
  const code = inner.code ?? inner.status ?? first.code;
  return typeof code === 'string' || typeof code === 'number' ? code : undefined;
}

function hasContent(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
}
