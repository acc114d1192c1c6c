'use client';
import { useReactFlow } from '@xyflow/react';
import { type CSSProperties, type RefObject, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import type { AddTarget } from '#components/editor/document/editor-ui.ts';
import { useEditCommands } from '#components/editor/document/use-edit-commands.ts';
import { useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { onGrid } from '#components/editor/elements/snap-move.ts';
import { NodeTypeList } from '#components/editor/palette/node-type-list.tsx';
import { useShowAdded } from '#components/editor/palette/use-show-added.ts';
import { type NodeTypeId, nodeRegistry } from '#nodes/registry.gen.ts';

const GAP_PX = 4;
/** Distance to the edge of the window. */
const MARGIN_PX = 8;
const HEIGHT_PX = 360;
/** With less room below, it is placed where there is more. */
const ROOM_PX = 240;

/** After an edge is dropped on the empty canvas: a list of nodes to add there, those with an input. */
export function QuickAdd({ target }: { target: AddTarget }) {
  const t = useTranslations('editor.palette');
  const commands = useEditCommands();
  const ui = useEditorUiStore();
  const { screenToFlowPosition } = useReactFlow();
  const showAdded = useShowAdded();
  const box = useRef<HTMLDivElement>(null);
  const focused = useRef(document.activeElement);
  const close = () => ui.getState().addAt(undefined);
  function goBack() {
    close();
    if (focused.current instanceof HTMLElement) focused.current.focus();
  }
  function choose(type: NodeTypeId) {
    const { x, y } = screenToFlowPosition({ x: target.clientX, y: target.clientY });
    if (target.inside === undefined) commands.addAfter(type, target.after, { x: onGrid(x), y: onGrid(y) });
    else commands.addInside(type, target.inside);
    close();
    showAdded('field');
  }
  useLeaving(box, close);
  return createPortal(
    <div
      ref={box}
      role="dialog"
      aria-label={t('addHere')}
      style={placeAt(target)}
      onKeyDown={(event) => event.key === 'Escape' && goBack()}
      className="fixed z-20 flex w-(--palette) flex-col overflow-hidden rounded-menu bg-raised shadow-menu"
    >
      <NodeTypeList onChoose={choose} onEscape={goBack} isFocused isOffered={(type) => nodeRegistry[type].inputs.length > 0} />
    </div>,
    document.body,
  );
}

/** Below the point, or above it where more room is there. */
function placeAt({ clientX, clientY }: AddTarget): CSSProperties {
  const below = window.innerHeight - clientY - GAP_PX - MARGIN_PX;
  const above = clientY - GAP_PX - MARGIN_PX;
  const left = `max(${MARGIN_PX}px, min(${clientX}px, calc(100vw - var(--palette) - ${MARGIN_PX}px)))`;
  return below >= Math.min(ROOM_PX, above)
    ? { left, top: clientY + GAP_PX, maxHeight: Math.min(HEIGHT_PX, below) }
    : { left, bottom: window.innerHeight - clientY + GAP_PX, maxHeight: Math.min(HEIGHT_PX, above) };
}

/** Closes when the pointer or the focus goes elsewhere. */
function useLeaving(box: RefObject<HTMLElement | null>, onLeave: () => void): void {
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) onLeave();
    };
    document.addEventListener('pointerdown', leave, true);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave, true);
      document.removeEventListener('focusin', leave);
    };
  });
}
