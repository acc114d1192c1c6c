'use client';
import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { type PickItem, searchItems } from '#components/ui/pick-list.ts';

type PickDialogProps<Item extends PickItem> = {
  title: string;
  placeholder: string;
  items: readonly Item[];
  /** What is typed, for items that a server finds. */
  onSearch?: (search: string) => void;
  /** Said when nothing fits what is searched for. */
  emptyText: (search: string) => string;
  icon?: (item: Item) => ReactNode;
  /** At the end of a row: its keys. */
  trailing?: (item: Item) => ReactNode;
  /** Stays open for further picks; each is applied at once. @defaultValue false */
  staysOpen?: boolean | undefined;
  onPick: (item: Item) => void;
  onClose: () => void;
};

/** A searchable list: arrow keys choose, Enter picks. The focus returns to where it was before the pick is applied. */
export function PickDialog<Item extends PickItem>({
  title,
  placeholder,
  items,
  onSearch,
  emptyText,
  staysOpen = false,
  onPick,
  onClose,
  ...row
}: PickDialogProps<Item>) {
  const listId = useId();
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const [before] = useState(() => document.activeElement);
  const picked = useRef<Item>(undefined);
  const found = searchItems(items, search);
  const activeIndex = Math.min(active, found.length - 1);

  function pick(item: Item | undefined) {
    if (!item) return;
    if (staysOpen) {
      onPick(item);
      setSearch('');
      setActive(0);
      return;
    }
    picked.current = item;
    onClose();
  }
  function activate(index: number) {
    setActive(index);
    document.getElementById(`${listId}-${index}`)?.scrollIntoView({ block: 'nearest' });
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      activate((activeIndex + step + found.length) % found.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      pick(found[activeIndex]);
    }
  }
  function onCloseAutoFocus(event: Event) {
    event.preventDefault();
    if (before instanceof HTMLElement) before.focus();
    if (picked.current) onPick(picked.current);
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-20 bg-(--scrim)" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={onCloseAutoFocus}
          className="fixed top-[12vh] left-1/2 z-20 flex max-h-[min(440px,76vh)] w-[min(560px,calc(100vw-32px))] -translate-x-1/2 flex-col overflow-hidden rounded-menu bg-raised [box-shadow:var(--shadow-dialog)]"
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          <div className="relative shrink-0 border-b border-line-1">
            <Search size={14} aria-hidden="true" className="absolute top-3 left-3 text-ink-3" />
            <input
              role="combobox"
              aria-label={placeholder}
              aria-expanded="true"
              aria-controls={listId}
              aria-activedescendant={found.length > 0 ? `${listId}-${activeIndex}` : undefined}
              placeholder={placeholder}
              autoComplete="off"
              spellCheck={false}
              value={search}
              onChange={(event) => {
                setSearch(event.target.value);
                onSearch?.(event.target.value);
                activate(0);
              }}
              onKeyDown={onKeyDown}
              className="h-10 w-full bg-transparent pr-3 pl-9 text-name outline-none placeholder:text-ink-3"
            />
          </div>
          <div id={listId} role="listbox" aria-label={title} className="min-h-0 grow overflow-y-auto py-1">
            {found.map((item, index) => (
              <PickRow
                key={item.id}
                id={`${listId}-${index}`}
                item={item}
                isActive={index === activeIndex}
                isFirst={search === '' && item.group !== found[index - 1]?.group}
                onPoint={() => setActive(index)}
                onPick={() => pick(item)}
                {...row}
              />
            ))}
          </div>
          <p role="status" className="px-3 text-ink-3 not-empty:py-3">
            {found.length === 0 ? emptyText(search) : ''}
          </p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type PickRowProps<Item> = Pick<PickDialogProps<Item & PickItem>, 'icon' | 'trailing'> & {
  id: string;
  item: Item & PickItem;
  isActive: boolean;
  /** The first of its group, which is then named over it. */
  isFirst: boolean;
  onPoint: () => void;
  onPick: () => void;
};

function PickRow<Item>({ id, item, isActive, isFirst, onPoint, onPick, icon, trailing }: PickRowProps<Item>) {
  return (
    <>
      {isFirst && item.group !== undefined ? (
        <div role="presentation" className="flex h-[26px] items-center px-3 pt-1 text-meta font-strong text-ink-3">
          {item.group}
        </div>
      ) : null}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys of the whole list */}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isActive}
        onMouseMove={isActive ? undefined : onPoint}
        onClick={onPick}
        className={`flex cursor-default items-center gap-2 px-3 text-body text-ink-1 select-none aria-selected:bg-accent-bg ${item.detail === undefined ? 'h-7' : 'h-10'}`}
      >
        {icon ? <span className="grid w-4 shrink-0 place-items-center text-ink-2">{icon(item)}</span> : null}
        <span className="grid min-w-0 grow">
          <span className="flex min-w-0 items-baseline gap-2">
            <span className="min-w-0 truncate">{item.label}</span>
            {item.hint === undefined ? null : <span className="min-w-0 truncate text-meta text-ink-3">{item.hint}</span>}
          </span>
          {item.detail === undefined ? null : <span className="truncate text-meta text-ink-3">{item.detail}</span>}
        </span>
        {trailing?.(item)}
      </div>
    </>
  );
}
