import type { EditorStore } from '#components/editor/document/editor-store.ts';
import type { FieldReading } from '#components/inspector/field/field-text.ts';

/** What was typed into a field, as long as the document does not say it as well. */
export type FieldDraft = {
  readonly text: string;
  /** The document's value while the draft is shown. */
  readonly value: unknown;
  readonly problem: Extract<FieldReading, { problem: unknown }> | undefined;
};

const drafts = new WeakMap<EditorStore, Map<string, FieldDraft>>();

/** Texts that could not be read are kept here, so that looking at another node loses none. */
export function draftsOf(store: EditorStore): Map<string, FieldDraft> {
  const known = drafts.get(store) ?? new Map<string, FieldDraft>();
  drafts.set(store, known);
  return known;
}

/** Whether two JSON values say the same. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
}
