'use client';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { type Completion, completeReference, completionAt } from '#components/inspector/expression/complete-reference.ts';
import { knownSchemas } from '#components/inspector/expression/known-schemas.ts';
import { listReferences, matchReferences, type ReferenceItem } from '#components/inspector/expression/list-references.ts';
import { functionsFor } from '#components/inspector/expression/loaded-functions.ts';
import { useFormScope } from '#components/inspector/field/form-scope.tsx';

type Shown = {
  readonly at: Completion;
  /** All there is to refer to, found out once while the list is open. */
  readonly items: readonly ReferenceItem[];
  readonly matches: readonly ReferenceItem[];
  readonly index: number;
};

/** What can be referred to at the caret: opened by writing, moved through by keys. */
export function useCompletion(area: RefObject<HTMLTextAreaElement | null>, mode: 'template' | 'cel') {
  const store = useEditorStore();
  const { reader } = useFormScope();
  const [shown, setShown] = useState<Shown>();
  /** Position where the list was dismissed; cleared by typing another reference, or after a choice by typing. */
  const away = useRef<{ from: number; query?: string }>(undefined);

  const isOpen = shown !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    store.setState({ isCompleting: true });
    return () => store.setState({ isCompleting: false });
  }, [store, isOpen]);

  function look({ isExplicit = false } = {}) {
    const element = area.current;
    if (!element || reader === undefined) return;
    const isCaret = element.selectionStart === element.selectionEnd;
    const at = isCaret ? completionAt(element.value, element.selectionStart, { mode, isExplicit }) : undefined;
    if (!at || isPutAway(at, isExplicit)) return setShown(undefined);
    away.current = undefined;
    const items = shown?.items ?? listReferences(knownSchemas(store, reader), reader);
    const matches = [...matchReferences(items, at.query), ...(at.isCel ? functionsFor(at.query) : [])];
    const isWritten = matches.length === 1 && matches[0]?.text === at.query && !at.needsEnd;
    const isSamePosition = shown?.at.from === at.from && shown.at.query === at.query;
    setShown(matches.length === 0 || isWritten ? undefined : { at, items, matches, index: isSamePosition ? shown.index : 0 });
  }
  function isPutAway(at: Completion, isExplicit: boolean): boolean {
    const put = away.current;
    return !isExplicit && put !== undefined && put.from === at.from && (put.query === undefined || put.query === at.query);
  }
  function close() {
    setShown(undefined);
  }
  function point(index: number) {
    if (shown) setShown({ ...shown, index });
  }
  function choose(item: ReferenceItem) {
    const element = area.current;
    if (!element || !shown) return;
    const { from, to, typed } = completeReference(element.value, shown.at, item.call?.typed ?? item.text);
    away.current = { from, query: item.call?.typed ?? item.text };
    element.focus();
    element.setSelectionRange(from, to);
    // The only way to change a text that the browser's undo includes.
    document.execCommand('insertText', false, typed);
    close();
  }
  /** @returns true when the key was meant for the list */
  function takesKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
    if (key === ' ' && ctrlKey) {
      look({ isExplicit: true });
      return true;
    }
    if (!shown || ctrlKey || metaKey) return false;
    const { matches, index, at } = shown;
    if (key === 'ArrowDown') point((index + 1) % matches.length);
    else if (key === 'ArrowUp') point((index + matches.length - 1) % matches.length);
    else if (key === 'Enter' && matches[index]) choose(matches[index]);
    else if (key === 'Escape') {
      away.current = { from: at.from };
      close();
    } else return false;
    return true;
  }
  return { shown, look, close, point, choose, takesKey };
}
