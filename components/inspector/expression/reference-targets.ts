'use client';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EditorStore } from '#components/editor/document/editor-store.ts';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';

/** A text that takes references. */
export type ReferenceTarget = {
  /** What its field is called. */
  readonly title: string;
  /** Writes the reference where the caret is, or was. */
  insert(reference: string): void;
  /** Writes a call there, and selects what it is to work on. */
  insertFunction(form: string): void;
};

const targets = new WeakMap<EditorStore, StoreApi<{ readonly last: ReferenceTarget | undefined }>>();

function storeOf(editor: EditorStore) {
  const known = targets.get(editor) ?? createStore(() => ({ last: undefined as ReferenceTarget | undefined }));
  targets.set(editor, known);
  return known;
}

/** The text field that had the caret last; undefined if there is none or it was removed. */
export function useLastTarget(): ReferenceTarget | undefined {
  return useStore(storeOf(useEditorStore()), ({ last }) => last);
}

/** How a text says that it has the caret, and that it is gone. */
export function useReferenceTargets() {
  const store = storeOf(useEditorStore());
  return {
    take: (target: ReferenceTarget) => store.setState({ last: target }),
    leave: (target: ReferenceTarget | undefined) => {
      if (store.getState().last === target) store.setState({ last: undefined });
    },
  };
}
