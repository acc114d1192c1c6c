'use client';
import { ChevronRight } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { entriesOf, isCut, previewOf, type TreeEntry } from '#components/ui/value-views.ts';
import type { Path } from '#lib/expression/read-path.ts';

/** Entries drawn at once; more of them on demand. */
const ENTRIES_STEP = 100;

type DragPart = ((event: DragEvent, path: Path) => void) | undefined;

/** An object or list as entries that open; with `onDragPart` each can be dragged out. */
export function ValueTree({ label, value, onDragPart }: { label: string; value: object; onDragPart?: DragPart }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form fields to group, only a name for what can be scrolled
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable elements must be reachable by keyboard
      tabIndex={0}
      role="group"
      aria-label={label}
      className="max-h-72 overflow-auto rounded-control border border-line-1 bg-sunken py-1 pr-2 pl-1 font-mono text-meta"
    >
      <Entries entries={entriesOf(value) ?? []} path={[]} isList={Array.isArray(value)} onDragPart={onDragPart} />
    </div>
  );
}

type EntriesProps = { entries: readonly TreeEntry[]; path: Path; isList: boolean; onDragPart: DragPart };

function Entries({ entries, path, isList, onDragPart }: EntriesProps) {
  const t = useTranslations('values');
  const [count, setCount] = useState(ENTRIES_STEP);
  const hiddenCount = entries.length - count;
  return (
    <>
      {entries.length === 0 ? <p className="pl-4 text-ink-3">{t('empty')}</p> : null}
      <ul>
        {entries.slice(0, count).map((entry) => (
          <Entry
            key={entry.name}
            entry={entry}
            path={[...path, isList ? Number(entry.name) : entry.name]}
            onDragPart={onDragPart}
          />
        ))}
      </ul>
      {hiddenCount > 0 ? (
        <Button look="quiet" onClick={() => setCount(count + ENTRIES_STEP)}>
          {t('more', { count: Math.min(hiddenCount, ENTRIES_STEP) })}
        </Button>
      ) : null}
    </>
  );
}

type EntryProps = { entry: TreeEntry; path: Path; onDragPart: DragPart };

function Entry({ entry: { name, value }, path, onDragPart }: EntryProps) {
  const [isOpen, setIsOpen] = useState(false);
  const entries = entriesOf(value);
  const drag = onDragPart && { draggable: true, onDragStart: (event: DragEvent) => onDragPart(event, path) };
  const line = (
    <>
      <span className="text-code-key">{name}</span>
      <span className="text-ink-3">: </span>
      <span className={colourOf(value)}>{previewOf(value)}</span>
    </>
  );
  if (!entries && !isCut(value))
    return (
      <li {...drag} className={`py-0.5 pl-4 leading-[17px] wrap-anywhere ${drag ? 'cursor-grab hover:bg-hover' : ''}`}>
        {line}
      </li>
    );
  return (
    <li>
      <button
        {...drag}
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-6 w-full items-start rounded-control py-[3px] text-left leading-[17px] outline-offset-[-2px] wrap-anywhere hover:bg-hover"
      >
        <ChevronRight
          size={12}
          aria-hidden="true"
          className={`mt-0.5 mr-1 shrink-0 text-ink-3 transition-transform duration-(--t-2) ${isOpen ? 'rotate-90' : ''}`}
        />
        <span>{line}</span>
      </button>
      {isOpen ? (
        <div className="ml-1.5 border-l border-line-1 pl-1.5">
          {entries ? (
            <Entries entries={entries} path={path} isList={Array.isArray(value)} onDragPart={onDragPart} />
          ) : (
            <p className="whitespace-pre-wrap text-code-text">{String(value)}</p>
          )}
        </div>
      ) : null}
    </li>
  );
}

function colourOf(value: unknown): string {
  if (typeof value === 'string') return 'text-code-text';
  if (typeof value === 'number') return 'text-code-number';
  return typeof value === 'object' && value !== null ? 'text-ink-3' : 'text-code-word';
}
