'use client';
import { useState } from 'react';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { draftsOf, isSameValue } from '#components/inspector/field/field-drafts.ts';
import type { FieldReading } from '#components/inspector/field/field-text.ts';
import { useFormScope } from '#components/inspector/field/form-scope.tsx';
import type { FieldPath } from '#lib/json/set-at-path.ts';

type FieldTextOptions = {
  readonly path: FieldPath;
  readonly value: unknown;
  readonly toText: (value: unknown) => string;
  readonly read: (text: string) => FieldReading;
  /** Takes the value over. @defaultValue sets it at the path */
  readonly onValue?: (value: unknown) => void;
};

/**
 * The text of a field. Valid text is applied with each letter; invalid text stays here with its problem. A change from
 * elsewhere, such as undo, replaces it.
 */
export function useFieldText({ path, value, toText, read, onValue }: FieldTextOptions) {
  const { formId, edit } = useFormScope();
  const drafts = draftsOf(useEditorStore());
  const [, setTyped] = useState(0);
  const redraw = () => setTyped((count) => count + 1);
  const key = JSON.stringify([formId, ...path]);
  const kept = drafts.get(key);
  const draft = kept && isSameValue(kept.value, value) ? kept : undefined;

  function setText(text: string) {
    const reading = read(text);
    const isRead = 'value' in reading;
    drafts.set(key, { text, value: isRead ? reading.value : value, problem: isRead ? undefined : reading });
    redraw();
    if (!isRead) return;
    if (onValue) onValue(reading.value);
    else edit(path, reading.value, { isTyping: true });
  }
  /** Afterwards the text is written as the field writes it, unless it cannot be read. */
  function leave() {
    if (drafts.get(key)?.problem === undefined && drafts.delete(key)) redraw();
  }
  return { text: draft ? draft.text : toText(value), problem: draft?.problem, setText, leave };
}
