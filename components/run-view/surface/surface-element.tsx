'use client';
import { A2uiSurface, basicCatalog } from '@a2ui/lit/v0_9';
import { MessageProcessor } from '@a2ui/web_core/v0_9';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Surface } from '#lib/surface/surface.ts';
import type { SurfaceAction } from './surface-action.ts';

const SURFACE_ID = 'answer';

type SurfaceElementProps = { readonly surface: Surface; readonly onAction: ((action: SurfaceAction) => void) | undefined };

/** Loads Lit and the catalog of A2UI, so it is a part of its own. */
export function SurfaceElement({ surface, onAction }: SurfaceElementProps) {
  const box = useRef<HTMLDivElement>(null);
  const act = useEffectEvent((action: SurfaceAction) => onAction?.(action));
  const json = JSON.stringify(surface);
  useEffect(() => {
    const names = new MutationObserver(() => nameFields(box.current?.firstElementChild?.shadowRoot));
    const { components, data } = JSON.parse(json) as Surface;
    const processor = new MessageProcessor([basicCatalog], ({ name, context }) => act({ name, context: context ?? {} }));
    const created = processor.onSurfaceCreated((model) => {
      const element = new A2uiSurface();
      element.surface = model;
      box.current?.replaceChildren(element);
      void element.updateComplete.then(() => {
        if (element.shadowRoot) names.observe(element.shadowRoot, { childList: true, subtree: true });
        nameFields(element.shadowRoot);
      });
    });
    processor.processMessages([
      { version: 'v0.9', createSurface: { surfaceId: SURFACE_ID, catalogId: basicCatalog.id } },
      { version: 'v0.9', updateDataModel: { surfaceId: SURFACE_ID, path: '/', value: data } },
      { version: 'v0.9', updateComponents: { surfaceId: SURFACE_ID, components } },
    ]);
    return () => {
      created.unsubscribe();
      names.disconnect();
    };
  }, [json]);
  return <div ref={box} className="a2ui" />;
}

/** The elements draw a label above a field, and do not connect the two. */
function nameFields(root: ShadowRoot | null | undefined) {
  for (const field of root?.querySelectorAll('input:not([type=radio], [type=checkbox]), textarea') ?? []) {
    const label = field.parentElement?.querySelector('label')?.textContent.trim();
    if (label && !field.hasAttribute('aria-label')) field.setAttribute('aria-label', label);
  }
}
