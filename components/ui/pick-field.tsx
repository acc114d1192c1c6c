'use client';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import type { PickDialog } from '#components/ui/pick-dialog.tsx';
import type { PickItem } from '#components/ui/pick-list.ts';

const LazyPickDialog = lazyPart(async () => (await import('#components/ui/pick-dialog.tsx')).PickDialog) as typeof PickDialog;

type PickFieldProps<Item extends PickItem> = {
  id?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
  'aria-required'?: boolean | undefined;
  /** What is chosen, or what to do. */
  text: ReactNode;
  /** What is chosen, for programs that look at the page. */
  value: string;
  /** Of the list. */
  title: string;
  placeholder: string;
  items: readonly Item[];
  emptyText: (search: string) => string;
  icon?: (item: Item) => ReactNode;
  trailing?: (item: Item) => ReactNode;
  className?: string;
  /** Stays open for further picks. @defaultValue false */
  staysOpen?: boolean | undefined;
  /** The list is about to be shown. */
  onOpen?: () => void;
  onPick: (id: string) => void;
};

/** A choice of many: a button that opens a list with search. For a few short options there is `Select`. */
export function PickField<Item extends PickItem>({
  text,
  value,
  title,
  placeholder,
  items,
  emptyText,
  icon,
  trailing,
  className = '',
  staysOpen,
  onOpen,
  onPick,
  ...control
}: PickFieldProps<Item>) {
  const [isOpen, setIsOpen] = useState(false);
  function open() {
    onOpen?.();
    setIsOpen(true);
  }
  return (
    <>
      <button
        {...control}
        type="button"
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={undefined}
        value={value}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open();
        }}
        className={`flex h-7 w-full min-w-0 items-center gap-1.5 rounded-control border border-line-2 bg-raised px-2 text-left text-body text-ink-1 hover:bg-hover aria-invalid:border-failed ${className}`}
      >
        <span className="min-w-0 grow truncate">{text}</span>
        <ChevronDown size={12} aria-hidden="true" className="shrink-0 text-ink-3" />
      </button>
      {isOpen ? (
        <Suspense>
          <LazyPickDialog
            title={title}
            placeholder={placeholder}
            items={items}
            emptyText={emptyText}
            {...(icon && { icon })}
            {...(trailing && { trailing })}
            staysOpen={staysOpen}
            onPick={(item: Item) => onPick(item.id)}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
