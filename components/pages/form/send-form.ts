import type { OpenedForm } from '#lib/api/forms.contract.ts';
import { LANGUAGE_HEADER } from '#lib/i18n/language.ts';

export type FormAnswer =
  | { readonly is: 'result'; readonly outputs: Readonly<Record<string, unknown>> }
  /** The run continues, or its result is not shown. */
  | { readonly is: 'accepted' }
  /** Nothing was started, or the run failed. The same form may be sent again, under another key. */
  | { readonly is: 'refused'; readonly message: string };

/**
 * Sends a form. @param key the same for each try that got no answer, so that they start one run
 * @throws {TypeError} where no answer came
 */
export async function sendForm({ address }: OpenedForm, values: Record<string, unknown>, key: string): Promise<FormAnswer> {
  const language = { [LANGUAGE_HEADER]: document.documentElement.lang };
  const headers = { 'content-type': 'application/json', 'idempotency-key': key, ...language };
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ values }) });
  const body = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  if (answer.status === 202) return { is: 'accepted' };
  if (answer.ok) return { is: 'result', outputs: body };
  const { message } = (typeof body.error === 'object' && body.error !== null ? body.error : {}) as { message?: unknown };
  return { is: 'refused', message: typeof message === 'string' ? message : `${answer.status} ${answer.statusText}` };
}
