'use client';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import { useTranslations } from 'use-intl';
import type { TreeRow } from '#components/inspector/expression/reference-tree.ts';
import { ReferenceTreeRow } from '#components/inspector/expression/reference-tree-row.tsx';
import { useReferenceTree } from '#components/inspector/expression/use-reference-tree.ts';
import { controlLook } from '#components/ui/control-look.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

type ReferenceTreeViewProps = {
  reader: NodeId;
  /** What a click or Enter would do. */
  hintOf: (reference: string) => string;
  onInsert: (reference: string) => void;
};

/** All references of a node, with their values in the shown run. Computed only while visible. */
export function ReferenceTreeView({ reader, hintOf, onInsert }: ReferenceTreeViewProps) {
  const t = useTranslations('inspector.values');
  const model = useReferenceTree(reader);
  const { rows, wanted, setWanted, isSearching } = model;
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="relative shrink-0 px-3 pb-1">
        <Search size={12} aria-hidden="true" className="absolute top-1.5 left-5 text-ink-3" />
        <input
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          className={`${controlLook} h-6 pl-7`}
        />
      </div>
      {rows.length === 0 ? (
        <p className="px-3 py-2 text-ink-3">{isSearching ? t('notFound', { wanted }) : t('none')}</p>
      ) : (
        <Tree model={model} hintOf={hintOf} onInsert={onInsert} />
      )}
    </div>
  );
}

type TreeProps = Pick<ReferenceTreeViewProps, 'hintOf' | 'onInsert'> & { model: ReturnType<typeof useReferenceTree> };

function Tree({ model, hintOf, onInsert }: TreeProps) {
  const t = useTranslations('inspector.values');
  const treeId = useId();
  const { rows, activeRow, isSearching, setActive, setOpen, nodeTypeOf } = model;
  const idOf = (row: TreeRow) => `${treeId}-${rows.indexOf(row)}`;
  function insert(row: TreeRow) {
    setActive(row.text);
    onInsert(row.text);
  }
  function moveTo(row: TreeRow | undefined) {
    if (!row) return;
    setActive(row.text);
    document.getElementById(idOf(row))?.scrollIntoView({ block: 'nearest' });
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!activeRow || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!takesKey(event.key, activeRow)) return;
    event.preventDefault();
    event.stopPropagation();
  }
  /** @returns true when the key means something here */
  function takesKey(key: string, row: TreeRow): boolean {
    const index = rows.indexOf(row);
    if (key === 'ArrowDown' || (key === 'ArrowRight' && row.isOpen)) moveTo(rows[index + 1]);
    else if (key === 'ArrowUp') moveTo(rows[index - 1]);
    else if (key === 'Home') moveTo(rows[0]);
    else if (key === 'End') moveTo(rows.at(-1));
    else if (key === 'ArrowRight') setOpen(row, true);
    else if (key === 'ArrowLeft' && row.isOpen) setOpen(row, false);
    else if (key === 'ArrowLeft') moveTo(rows.slice(0, index).findLast(({ depth }) => depth < row.depth));
    else if (key === 'Enter') insert(row);
    else return false;
    return true;
  }
  return (
    <div
      role="tree"
      tabIndex={0}
      aria-label={t('title')}
      aria-activedescendant={activeRow && idOf(activeRow)}
      onKeyDown={onKeyDown}
      className="group/tree min-h-0 grow overflow-y-auto pb-1 focus-visible:-outline-offset-2"
    >
      {rows.map((row) => (
        <ReferenceTreeRow
          key={row.text}
          id={idOf(row)}
          row={row}
          nodeType={nodeTypeOf(row)}
          isActive={row === activeRow}
          isFound={isSearching}
          hint={hintOf(row.text)}
          onToggle={() => setOpen(row, !row.isOpen)}
          onInsert={() => insert(row)}
        />
      ))}
    </div>
  );
}
