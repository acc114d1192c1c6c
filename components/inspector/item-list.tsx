'use client';
import { ChevronDown, ChevronRight, ChevronUp, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
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

/** Items that unfold, in an order that can be changed. */
export function ItemList({ items, openIndex, children, ...item }: ItemListProps) {
  if (items.length === 0) return null;
  return (
    <ol className="grid rounded-control border border-line-2">
      {items.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the problems and drafts of an item go by its place, too
        <Item key={index} {...item} value={value} index={index} count={items.length} isOpenAtFirst={index === openIndex}>
          {children(value, index)}
        </Item>
      ))}
    </ol>
  );
}

type ItemProps = Pick<ItemListProps, 'titleOf' | 'onMove' | 'onRemove'> & {
  value: unknown;
  index: number;
  count: number;
  isOpenAtFirst: boolean;
  children: ReactNode;
};

function Item({ value, index, count, isOpenAtFirst, titleOf, onMove, onRemove, children }: ItemProps) {
  const t = useTranslations('inspector');
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const number = index + 1;
  return (
    <li className="grid min-w-0 border-t border-line-1 first:border-t-0">
      <div className="flex h-7 min-w-0 items-center gap-0.5 pr-0.5">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="flex h-full min-w-0 grow items-center gap-1 rounded-control pl-1 text-left hover:bg-hover"
        >
          <ChevronRight size={12} aria-hidden="true" className={`shrink-0 text-ink-3 ${isOpen ? 'rotate-90' : ''}`} />
          {titleOf(value, index)}
        </button>
        <ItemButton label={t('moveUp', { number })} isOff={index === 0} onPress={() => onMove(index, index - 1)}>
          <ChevronUp size={12} aria-hidden="true" />
        </ItemButton>
        <ItemButton label={t('moveDown', { number })} isOff={number === count} onPress={() => onMove(index, index + 1)}>
          <ChevronDown size={12} aria-hidden="true" />
        </ItemButton>
        <ItemButton label={t('removeItem', { number })} onPress={() => onRemove(index)}>
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

/** The items with one of them at another place. */
export function moveItem(items: readonly unknown[], from: number, to: number): readonly unknown[] {
  const [moved] = items.slice(from, from + 1);
  return items.toSpliced(from, 1).toSpliced(to, 0, moved);
}
