'use client';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { NODE_TYPE_MEDIUM } from '#components/editor/palette/drop-zone.tsx';
import { type ListedType, searchNodeTypes } from '#components/editor/palette/find-node-types.ts';
import { useNodeTypes } from '#components/editor/palette/use-node-types.ts';
import { controlLook } from '#components/ui/control-look.ts';
import { NodeIcon } from '#components/ui/node-icon.tsx';
import type { NodeTypeId } from '#nodes/registry.gen.ts';

type NodeTypeListProps = {
  onChoose: (type: NodeTypeId, how: { keepsFocus: boolean }) => void;
  /** Without one Escape only empties the search. */
  onEscape?: () => void;
  isFocused?: boolean;
  /** Types to exclude. @defaultValue none */
  isOffered?: (type: NodeTypeId) => boolean;
  searchId?: string;
};

/**
 * All node types with a search: arrow keys choose, Enter adds, with Shift to fill it in. Entries can be clicked or
 * dragged onto the canvas.
 */
export function NodeTypeList({ onChoose, onEscape, isFocused = false, isOffered, searchId }: NodeTypeListProps) {
  const t = useTranslations('editor.palette');
  const listId = useId();
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const { types, isUsedUp } = useNodeTypes();
  const found = searchNodeTypes(isOffered ? types.filter(({ id }) => isOffered(id)) : types, search);
  const activeType = found[Math.min(active, found.length - 1)];

  function onKeyDown(event: KeyboardEvent) {
    // Shortcuts of the page, such as that of Run.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      const next = (Math.min(active, found.length - 1) + step + found.length) % found.length;
      setActive(next);
      const row = document.getElementById(`${listId}-${found[next]?.id}`);
      if (next === 0) document.getElementById(listId)?.scrollTo({ top: 0 });
      else row?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && activeType && !event.nativeEvent.isComposing) {
      event.preventDefault();
      // With Shift the form of the new node gets the focus.
      choose(activeType.id, { keepsFocus: !event.shiftKey });
    } else if (event.key === 'Escape') {
      if (search === '') onEscape?.();
      change('');
    }
  }
  /** Empties the search, so that the next word starts afresh. */
  function choose(type: NodeTypeId, how: { keepsFocus: boolean }) {
    if (isUsedUp(type)) return;
    change('');
    onChoose(type, how);
  }
  function change(text: string) {
    // The list that follows is another one, and begins with a heading.
    if (text !== search) document.getElementById(listId)?.scrollTo({ top: 0 });
    setSearch(text);
    setActive(0);
  }

  return (
    <div className="group/types flex min-h-0 grow flex-col">
      <div className="relative p-2 pb-0.5">
        <Search size={13} aria-hidden="true" className="absolute top-[13.5px] left-4 text-ink-3" />
        <input
          id={searchId}
          role="combobox"
          aria-label={t('search')}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={activeType && `${listId}-${activeType.id}`}
          placeholder={t('search')}
          value={search}
          // biome-ignore lint/a11y/noAutofocus: it was opened to be typed into
          autoFocus={isFocused}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          className={`${controlLook} h-6 pl-7`}
        />
      </div>
      <div id={listId} role="listbox" aria-label={t('title')} className="min-h-0 grow overflow-y-auto pt-0.5 pb-2">
        {search.trim() === '' ? (
          <Groups types={found} row={(type) => <Row key={type.id} {...rowProps(type)} />} />
        ) : (
          found.map((type) => <Row key={type.id} {...rowProps(type)} />)
        )}
      </div>
      <p role="status" className="px-3 text-ink-3 not-empty:pb-3">
        {found.length === 0 ? t('none', { search }) : ''}
      </p>
    </div>
  );

  function rowProps(type: ListedType): RowProps {
    const shared = { isActive: type === activeType, isUsedUp: isUsedUp(type.id) };
    return { id: `${listId}-${type.id}`, type, ...shared, onChoose: (chosen) => choose(chosen, { keepsFocus: false }) };
  }
}

type GroupsProps = { types: readonly ListedType[]; row: (type: ListedType) => React.ReactNode };

function Groups({ types, row }: GroupsProps) {
  const t = useTranslations('editor.categories');
  const groups = Map.groupBy(types, ({ category }) => category);
  return [...groups].map(([category, members]) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
    <div key={category} role="group" aria-label={t(category)}>
      <div aria-hidden="true" className="flex h-[26px] items-center px-3 pt-1 text-meta font-strong text-ink-3">
        {t(category)}
      </div>
      {members.map(row)}
    </div>
  ));
}

type RowProps = { id: string; type: ListedType; isActive: boolean; isUsedUp: boolean; onChoose: (type: NodeTypeId) => void };

function Row({ id, type, isActive, isUsedUp, onChoose }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field above handles the keys of the list
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={isUsedUp}
      title={type.summary}
      draggable={!isUsedUp}
      data-node-type={type.id}
      onDragStart={(event) => {
        event.dataTransfer.setData(NODE_TYPE_MEDIUM, type.id);
        event.dataTransfer.effectAllowed = 'copy';
      }}
      onClick={() => onChoose(type.id)}
      className="flex h-(--row) cursor-default items-center gap-2 px-3 text-body text-ink-1 select-none hover:bg-hover aria-disabled:text-ink-4 group-focus-within/types:aria-selected:bg-press"
    >
      <NodeIcon type={type.id} />
      <span className="min-w-0 truncate">{type.title}</span>
    </div>
  );
}
