'use client';
import { ChevronDown, ChevronRight, ChevronUp, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { DragHandle, OrderStatus, orderLook } from '#components/inspector/form/drag-handle.tsx';
import { moveItem } from '#components/inspector/form/drop-slot.ts';
import { type Reorder, useReorder } from '#components/inspector/form/use-reorder.ts';
import { Button } from '#components/ui/button.tsx';

type ItemListProps = {
  items: readonly unknown[];
  titleOf: (item: unknown, index: number) => ReactNode;
  /** Open from the start: the last that was added. */
  openIndex?: number | undefined;
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
  children: (item: unknown, index: number) => ReactNode;
};

/** Collapsible items that can be reordered. An expanded item stays expanded when it moves. */
export function ItemList({ items, openIndex, onMove, onRemove, titleOf, children }: ItemListProps) {
  const [opened, setOpened] = useState<readonly boolean[]>([]);
  const isOpen = (index: number) => opened[index] ?? index === openIndex;
  const known = () => items.map((_, index) => isOpen(index));
  const reorder = useReorder(items.length, (from, to) => {
    setOpened(moveItem(known(), from, to));
    onMove(from, to);
  });
  if (items.length === 0) return null;
  return (
    <>
      <ol className="grid rounded-control border border-line-2">
        {items.map((value, index) => (
          <Item
            // biome-ignore lint/suspicious/noArrayIndexKey: problems and drafts of an item are keyed by its index, too
            key={index}
            title={titleOf(value, index)}
            index={index}
            reorder={reorder}
            isOpen={isOpen(index)}
            onToggle={() => setOpened(known().with(index, !isOpen(index)))}
            onRemove={() => {
              setOpened(known().toSpliced(index, 1));
              onRemove(index);
            }}
          >
            {children(value, index)}
          </Item>
        ))}
      </ol>
      <OrderStatus reorder={reorder} />
    </>
  );
}

type ItemProps = {
  title: ReactNode;
  index: number;
  reorder: Reorder;
  isOpen: boolean;
  onToggle: () => void;
  onRemove: () => void;
  children: ReactNode;
};

function Item({ title, index, reorder, isOpen, onToggle, onRemove, children }: ItemProps) {
  const t = useTranslations('inspector');
  const number = index + 1;
  const { move, count } = reorder;
  return (
    <li className={`grid min-w-0 border-t border-line-1 first:border-t-0 ${orderLook(reorder, index)}`}>
      <div className="flex h-7 min-w-0 items-center pr-0.5">
        <DragHandle reorder={reorder} index={index} />
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          onKeyDown={(event) => event.altKey && reorder.handleEvents(index).onKeyDown(event)}
          className="flex h-full min-w-0 grow items-center gap-1 rounded-control pl-1 text-left hover:bg-hover"
        >
          <ChevronRight size={12} aria-hidden="true" className={`shrink-0 text-ink-3 ${isOpen ? 'rotate-90' : ''}`} />
          {title}
        </button>
        <ItemButton label={t('moveUp', { number })} isOff={index === 0} onPress={() => move(index, index - 1)}>
          <ChevronUp size={12} aria-hidden="true" />
        </ItemButton>
        <ItemButton label={t('moveDown', { number })} isOff={number === count} onPress={() => move(index, index + 1)}>
          <ChevronDown size={12} aria-hidden="true" />
        </ItemButton>
        <ItemButton label={t('removeItem', { number })} onPress={onRemove}>
          <Trash2 size={12} aria-hidden="true" />
        </ItemButton>
      </div>
      {isOpen ? <div className="grid gap-3 px-2 pt-1 pb-3">{children}</div> : null}
    </li>
  );
}

type ItemButtonProps = { label: string; isOff?: boolean; onPress: () => void; children: ReactNode };

function ItemButton({ label, isOff = false, onPress, children }: ItemButtonProps) {
  return (
    <Button
      look="quiet"
      size="icon"
      aria-label={label}
      title={label}
      aria-disabled={isOff || undefined}
      className="aria-disabled:border-transparent!"
      onClick={() => !isOff && onPress()}
    >
      {children}
    </Button>
  );
}
