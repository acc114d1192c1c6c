'use client';
import { PanelLeftClose, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { NodeTypeList } from '#components/editor/node-type-list.tsx';
import { useAddNode } from '#components/editor/use-add-node.ts';
import { Button } from '#components/ui/button.tsx';

/** What a workflow is made of. Wide windows show it beside the canvas, narrow ones behind a plus. */
export function Palette() {
  const t = useTranslations('editor.palette');
  const addNode = useAddNode();
  const searchRef = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const onSlash = useEffectEvent((event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]');
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    setIsOpen(true);
    // Where it was folded away, it is there with the next frame.
    requestAnimationFrame(() => searchRef.current?.focus());
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onSlash(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <Button
        aria-label={t('open')}
        title={t('open')}
        aria-expanded={isOpen}
        size="icon"
        onClick={() => setIsOpen(true)}
        className={`absolute top-2 left-2 z-5 lg:hidden ${isOpen ? 'hidden' : ''}`}
      >
        <Plus size={14} aria-hidden="true" />
      </Button>
      <aside
        aria-label={t('title')}
        className={`z-6 flex min-h-0 w-(--palette) shrink-0 flex-col border-r border-line-1 bg-panel max-lg:absolute max-lg:inset-y-0 max-lg:left-0 max-lg:shadow-menu ${isOpen ? '' : 'max-lg:hidden'}`}
      >
        <header className="flex h-(--bar-panel) shrink-0 items-center border-b border-line-1 pr-1 pl-3">
          <h2 className="grow font-title">{t('title')}</h2>
          <Button
            look="quiet"
            size="icon"
            aria-label={t('close')}
            title={t('close')}
            onClick={() => setIsOpen(false)}
            className="lg:hidden"
          >
            <PanelLeftClose size={14} aria-hidden="true" />
          </Button>
        </header>
        <NodeTypeList onChoose={addNode} onEscape={() => setIsOpen(false)} searchRef={searchRef} />
      </aside>
    </>
  );
}
