import { jsonReason } from '#lib/i18n/json-reason.ts';

/** The value of a JSON text, or why it is not one, in the language of the page. */
export function readJson(text: string): { readonly value: unknown } | { readonly reason: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { reason: jsonReason(error, typeof document === 'undefined' ? 'en' : document.documentElement.lang) };
  }
}
