'use client';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { findNodes } from '#components/editor/canvas/find-nodes.ts';
import { useEditor, useEditorStore, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { focusNode } from '#components/editor/elements/canvas-focus.ts';
import { useRevealNode } from '#components/editor/elements/use-reveal-node.ts';
import { useNames } from '#components/run-view/use-names.ts';
import { Button } from '#components/ui/button.tsx';
import { controlLook } from '#components/ui/control-look.ts';
import { flowOrder } from '#lib/workflow/flow-order.ts';

/** At this zoom names and marks of a node are drawn in full. */
const READABLE_ZOOM = 0.75;

/** Finds nodes by their name, id, type or anything in their config; Enter leads from one to the next. */
export function FindBar() {
  const t = useTranslations('editor.find');
  const store = useEditorStore();
  const ui = useEditorUiStore();
  const workflow = useEditor((state) => state.document);
  const reveal = useRevealNode();
  const { labelOf, typeTitle } = useNames();
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const find = (text: string) => findNodes(flowOrder(workflow), text, (node) => `${labelOf(node)} ${typeTitle(node.type)}`);
  const found = find(search);

  function show(ids: readonly string[], index: number) {
    const next = ids.length === 0 ? 0 : (index + ids.length) % ids.length;
    const nodeId = ids[next];
    setAt(next);
    if (nodeId === undefined) return;
    store.getState().select({ nodes: [nodeId] });
    reveal(nodeId, { leastZoom: READABLE_ZOOM });
  }
  function close() {
    ui.getState().set({ isFinding: false });
    const nodeId = found[at];
    if (nodeId !== undefined) focusNode(nodeId);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') show(found, at + (event.shiftKey ? -1 : 1));
    if (event.key === 'Escape') close();
  }
  return (
    <search
      data-canvas-bar=""
      aria-label={t('title')}
      className="absolute top-2 right-2 z-10 flex items-center gap-1 rounded-control border border-line-2 bg-raised p-1 shadow-menu"
    >
      <input
        aria-label={t('title')}
        placeholder={t('title')}
        // biome-ignore lint/a11y/noAutofocus: it was opened to be typed into
        autoFocus
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          show(find(event.target.value), 0);
        }}
        onKeyDown={onKeyDown}
        className={`${controlLook} h-6 w-44`}
      />
      <span role="status" className="num min-w-12 text-center text-meta text-ink-3">
        {search.trim() === '' ? '' : t('count', { at: found.length === 0 ? 0 : at + 1, count: found.length })}
      </span>
      <Button look="quiet" size="icon" aria-label={t('previous')} title={t('previous')} onClick={() => show(found, at - 1)}>
        <ChevronUp size={14} aria-hidden="true" />
      </Button>
      <Button look="quiet" size="icon" aria-label={t('next')} title={t('next')} onClick={() => show(found, at + 1)}>
        <ChevronDown size={14} aria-hidden="true" />
      </Button>
      <Button look="quiet" size="icon" aria-label={t('close')} title={t('close')} onClick={close}>
        <X size={14} aria-hidden="true" />
      </Button>
    </search>
  );
}
