import type { DocumentWarning, DocumentWarningCode } from '#lib/documents/document-warning.ts';

/** Different ones of one document; more of them tell a reader nothing. */
const MAX_WARNINGS = 100;
const MAX_DETAIL_CHARS = 200;

/** Collects what the reader of one document leaves out; the same thing at the same place is counted. */
export class Warnings {
  readonly #warnings = new Map<string, DocumentWarning>();

  /** @param place as `page 3`; empty for the document as a whole */
  add(
    code: DocumentWarningCode,
    { place = '', detail = '', count = 1 }: { readonly place?: string; readonly detail?: string; readonly count?: number } = {},
  ): void {
    const brief = detail.slice(0, MAX_DETAIL_CHARS).toWellFormed();
    const key = JSON.stringify([code, place, brief]);
    const known = this.#warnings.get(key);
    if (known === undefined && this.#warnings.size >= MAX_WARNINGS) return;
    this.#warnings.set(key, { code, place, detail: brief, count: (known?.count ?? 0) + count });
  }

  get all(): readonly DocumentWarning[] {
    return [...this.#warnings.values()];
  }
}
