'use client';
import { SquareFunction } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { PortMark } from '#components/editor/canvas/port-mark.tsx';
import { portKindOf } from '#components/editor/document/port-kind.ts';
import { useNodeName } from '#components/editor/document/use-node-name.ts';
import type { ReferenceItem } from '#components/inspector/expression/list-references.ts';
import { useLastValues } from '#components/inspector/expression/use-last-values.ts';
import { previewOf } from '#components/ui/value-views.ts';
import { MISSING, readPath, type Scope } from '#lib/expression/read-path.ts';

type SuggestionListProps = {
  id: string;
  items: readonly ReferenceItem[];
  query: string;
  index: number;
  /** The layer that shows the same text, and where in it the list belongs. */
  layer: RefObject<HTMLElement | null>;
  offset: number;
  onChoose: (item: ReferenceItem) => void;
  onPoint: (index: number) => void;
};

const GAP_PX = 4;
const EDGE_PX = 8;

export function suggestionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** What can be referred to, under the word that is being written; above it where there is no room. */
export function SuggestionList({ id, items, query, index, layer, offset, onChoose, onPoint }: SuggestionListProps) {
  const t = useTranslations('inspector.completion');
  const nodeName = useNodeName();
  const values = useLastValues()();
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const reposition = () => frame.current && layer.current && positionFrame(frame.current, rectAt(layer.current, offset));
    reposition();
    window.addEventListener('scroll', reposition, true);
    window.addEventListener('resize', reposition);
    return () => {
      window.removeEventListener('scroll', reposition, true);
      window.removeEventListener('resize', reposition);
    };
  });
  useEffect(() => {
    // Some browsers return a promise here, which React would call as the effect's cleanup.
    document.getElementById(suggestionId(id, index))?.scrollIntoView({ block: 'nearest' });
  }, [id, index]);
  return createPortal(
    <div ref={frame} className="fixed z-3 grid w-72 rounded-menu bg-raised shadow-menu">
      {/* What scrolls can be reached by Tab, though the text has the keys. */}
      <div id={id} role="listbox" tabIndex={0} aria-label={t('title')} className="max-h-52 overflow-y-auto py-1">
        {items.map((item, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text it belongs to keeps the focus and has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: as said, the text names the option by aria-activedescendant
          <div
            key={item.text}
            id={suggestionId(id, at)}
            role="option"
            aria-selected={at === index}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => at !== index && onPoint(at)}
            onClick={() => onChoose(item)}
            className="flex h-6 items-center gap-2 px-2 aria-selected:bg-accent-bg"
          >
            <span className="grid w-3 shrink-0 place-items-center">
              {item.call ? (
                <SquareFunction size={12} aria-hidden="true" className="text-ink-3" />
              ) : (
                <PortMark kind={portKindOf(item.schema)} />
              )}
            </span>
            <code className="min-w-0 grow truncate text-meta text-ink-1">{item.text}</code>
            <span className="max-w-28 shrink-0 truncate text-meta text-ink-3">
              {item.call?.form ??
                lastValue(item, values) ??
                (item.depth === 0 ? nodeName(item.nodeId) : t(`kinds.${portKindOf(item.schema)}`))}
            </span>
          </div>
        ))}
      </div>
      <p className="flex h-6 items-center gap-2 border-t border-line-1 px-2 text-meta text-ink-3">
        <code className="min-w-0 grow truncate">{query}</code>
        {t('keys')}
      </p>
    </div>,
    // Inside of the panel its text is in, so that it is found with it.
    layer.current?.closest('aside') ?? document.body,
  );
}

/** What it was in the run being shown; a node itself is named, not shown. */
function lastValue({ nodeId, path, depth }: ReferenceItem, values: Scope): string | undefined {
  const value = depth === 0 ? MISSING : readPath(values, [nodeId, ...path]);
  return value === MISSING ? undefined : previewOf(value);
}

function positionFrame(frame: HTMLElement, word: DOMRect) {
  const { offsetWidth, offsetHeight } = frame;
  const below = word.bottom + GAP_PX;
  const hasRoom = below + offsetHeight <= window.innerHeight - EDGE_PX;
  const left = Math.max(EDGE_PX, Math.min(word.left, window.innerWidth - offsetWidth - EDGE_PX));
  frame.style.left = `${left}px`;
  frame.style.top = `${hasRoom ? below : Math.max(EDGE_PX, word.top - GAP_PX - offsetHeight)}px`;
}

/** The position of the letter at this offset of the layer's text. */
function rectAt(layer: HTMLElement, offset: number): DOMRect {
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
  let left = offset;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0;
    if (left < length) {
      const range = document.createRange();
      range.setStart(node, left);
      range.setEnd(node, left + 1);
      return range.getBoundingClientRect();
    }
    left -= length;
  }
  return layer.getBoundingClientRect();
}
