'use client';
import { type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { PortMark } from '#components/editor/canvas/port-mark.tsx';
import { portKindOf } from '#components/editor/document/port-kind.ts';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { useNodeName } from '#components/editor/document/use-node-name.ts';
import { knownSchemas } from '#components/inspector/expression/known-schemas.ts';
import { useLastValues } from '#components/inspector/expression/use-last-values.ts';
import { useFormScope } from '#components/inspector/field/form-scope.tsx';
import { previewOf } from '#components/ui/value-views.ts';
import { MISSING, type Path, readPath } from '#lib/expression/read-path.ts';
import { templateReferences } from '#lib/expression/template-references.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { schemaOfLiteral } from '#lib/json/schema-types.ts';
import { findInSchema } from '#lib/workflow/schema-path.ts';

const GAP_PX = 4;
const EDGE_PX = 8;

type Shown = { readonly text: string; readonly root: string; readonly path: Path; readonly index: number };

/** The reference under the pointer. The marked parts are in a layer behind the text, which gets no pointer events. */
export function useReferenceHint(layer: RefObject<HTMLElement | null>) {
  const [shown, setShown] = useState<Shown>();
  const hide = () => setShown(undefined);
  function onPointerMove({ clientX, clientY, buttons }: PointerEvent) {
    if (buttons !== 0) return hide();
    const pieces = layer.current?.querySelectorAll<HTMLElement>('[data-piece]') ?? [];
    const index = [...pieces].findIndex((piece) => isOn(piece, clientX, clientY));
    if (index === shown?.index) return;
    const piece = pieces[index]?.dataset.piece ?? '';
    // A marked part of an expression is one path, which reads the same in a template.
    const [reference] = templateReferences(/^\{[{%]/.test(piece) ? piece : `{{${piece}}}`).references;
    setShown(reference && { text: reference.text, root: reference.root, path: reference.path, index });
  }
  return { shown, hide, events: { onPointerMove, onPointerLeave: hide } };
}

function isOn(piece: HTMLElement, x: number, y: number): boolean {
  return [...piece.getClientRects()].some(({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom);
}

/** What a reference was in the run being shown, and of which kind it is. */
export function ReferenceHint({ text, root, path, index, layer }: Shown & { layer: RefObject<HTMLElement | null> }) {
  const t = useTranslations('inspector.completion');
  const noValue = useTranslations('codeEditor')('noValue');
  const nodeName = useNodeName();
  const store = useEditorStore();
  const { reader } = useFormScope();
  const value = readPath(useLastValues()(), [root, ...path]);
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const piece = layer.current?.querySelectorAll('[data-piece]')[index];
    if (piece && frame.current) positionBelow(frame.current, piece.getBoundingClientRect());
  });
  const schema = value === MISSING && reader !== undefined ? declaredAt() : schemaOfLiteral(value);
  const kind = portKindOf(schema);
  function declaredAt(): JsonSchema {
    const found = reader === undefined ? undefined : findInSchema(knownSchemas(store, reader).valueSeenBy(reader, root), path);
    return found?.kind === 'found' ? found.schema : {};
  }
  return createPortal(
    <div
      ref={frame}
      role="tooltip"
      className="pointer-events-none fixed z-3 grid max-w-80 gap-0.5 rounded-menu bg-raised px-2 py-1.5 shadow-menu"
    >
      <p className="flex min-w-0 items-center gap-1.5 text-meta text-ink-2">
        <PortMark kind={kind} />
        <code className="min-w-0 truncate text-ink-1">{text}</code>
        <span className="shrink-0">{t(`kinds.${kind}`)}</span>
      </p>
      <p className="line-clamp-4 text-meta wrap-anywhere">
        {value === MISSING ? (
          <span className="text-ink-3">
            {nodeName(root)}: {noValue}
          </span>
        ) : (
          <code>{typeof value === 'object' && value !== null ? JSON.stringify(value).slice(0, 300) : previewOf(value)}</code>
        )}
      </p>
    </div>,
    layer.current?.closest('aside') ?? document.body,
  );
}

function positionBelow(frame: HTMLElement, { left, top, bottom }: DOMRect): void {
  const { offsetWidth, offsetHeight } = frame;
  const hasRoom = bottom + GAP_PX + offsetHeight <= window.innerHeight - EDGE_PX;
  frame.style.left = `${Math.max(EDGE_PX, Math.min(left, window.innerWidth - offsetWidth - EDGE_PX))}px`;
  frame.style.top = `${hasRoom ? bottom + GAP_PX : top - GAP_PX - offsetHeight}px`;
}
