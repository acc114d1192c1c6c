'use client';
import { ChevronRight } from 'lucide-react';
import { PortMark } from '#components/editor/canvas/port-mark.tsx';
import { portKindOf } from '#components/editor/document/port-kind.ts';
import { useNodeName } from '#components/editor/document/use-node-name.ts';
import type { TreeRow } from '#components/inspector/expression/reference-tree.ts';
import { startReferenceDrag } from '#components/ui/drag-reference.ts';
import { NodeIcon } from '#components/ui/node-icon.tsx';
import { previewOf } from '#components/ui/value-views.ts';
import { MISSING } from '#lib/expression/read-path.ts';
import { schemaOfLiteral } from '#lib/json/schema-types.ts';

const INDENT_PX = 12;

type ReferenceTreeRowProps = {
  id: string;
  row: TreeRow;
  /** Its type, when it is a node. */
  nodeType: string | undefined;
  isActive: boolean;
  /** Shown with all of its path. */
  isFound: boolean;
  hint: string;
  onToggle: () => void;
  onInsert: () => void;
};

/** A value that can be dragged into a text, or put there. */
export function ReferenceTreeRow(props: ReferenceTreeRowProps) {
  const { id, row, nodeType, isActive, isFound, hint, onToggle, onInsert } = props;
  const { text, name, depth, schema, value, hasMore, isOpen } = row;
  const nodeName = useNodeName();
  const kind = portKindOf(value === MISSING ? schema : schemaOfLiteral(value));
  const label = nodeType === undefined ? undefined : nodeName(row.root);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it keeps the focus and has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: as said, the tree names it by aria-activedescendant
    <div
      id={id}
      role="treeitem"
      aria-level={isFound ? 1 : depth + 1}
      aria-expanded={hasMore ? isOpen : undefined}
      aria-selected={isActive}
      draggable
      title={hint}
      data-reference={text}
      onDragStart={(event) => startReferenceDrag(event, text)}
      onMouseDown={(event) => event.detail > 1 && event.preventDefault()}
      onClick={onInsert}
      className="group/row flex h-6 min-w-0 cursor-grab items-center gap-1.5 pr-3 select-none hover:bg-hover group-focus-visible/tree:aria-selected:bg-accent-bg"
      style={{ paddingLeft: 8 + (isFound ? 0 : depth * INDENT_PX) }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what it does, the arrow keys of the tree do */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as said */}
      <span
        data-part="toggle"
        className={`-m-1 grid size-6 shrink-0 place-items-center text-ink-3 ${hasMore ? 'hover:text-ink-1' : 'invisible'}`}
        onClick={(event) => {
          event.stopPropagation();
          onToggle();
        }}
      >
        <ChevronRight size={12} aria-hidden="true" className={isOpen ? 'rotate-90' : ''} />
      </span>
      <span className="grid w-4 shrink-0 place-items-center">
        {nodeType === undefined ? <PortMark kind={kind} /> : <NodeIcon type={nodeType} />}
      </span>
      {label === undefined || label === name ? null : <span className="min-w-0 truncate font-strong">{label}</span>}
      <code className="min-w-0 shrink-0 truncate text-meta text-ink-1 max-w-3/5">{isFound ? text : name}</code>
      <span className="min-w-8 grow truncate text-right font-mono text-meta text-ink-3">
        {value === MISSING ? '' : previewOf(value)}
      </span>
    </div>
  );
}
