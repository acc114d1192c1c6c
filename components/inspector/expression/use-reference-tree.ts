'use client';
import { useState } from 'react';
import { useEditor, useEditorStore } from '#components/editor/document/use-editor.tsx';
import { knownSchemas } from '#components/inspector/expression/known-schemas.ts';
import { findRows, rootsOf, rowsOf, type TreeRow } from '#components/inspector/expression/reference-tree.ts';
import { useSourceValues } from '#components/inspector/expression/use-source-values.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

/** State of the reference tree: open rows, the search, and the row with the keyboard focus. */
export function useReferenceTree(reader: NodeId) {
  const store = useEditorStore();
  const schemas = useEditor(() => knownSchemas(store, reader));
  const roots = rootsOf(schemas, reader);
  const values = useSourceValues(roots.map(({ root }) => root));
  const [wanted, setWanted] = useState('');
  // The nearest one is open from the start.
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(() => new Map([[roots[0]?.root ?? '', true]]));
  const [active, setActive] = useState<string>();
  const isSearching = wanted.trim() !== '';
  const rows = isSearching
    ? findRows(roots, wanted, values)
    : rowsOf(roots, { values, isOpen: (text) => toggled.get(text) ?? false });
  return {
    rows,
    wanted,
    setWanted,
    isSearching,
    setActive,
    activeRow: rows.find(({ text }) => text === active) ?? rows[0],
    setOpen: ({ text }: TreeRow, isOpen: boolean) => setToggled(new Map(toggled).set(text, isOpen)),
    /** The type of the row's node; undefined for a part of a value, or an iteration variable. */
    nodeTypeOf: ({ depth, root }: TreeRow) => (depth === 0 ? schemas.graph.nodes.get(root)?.type : undefined),
  };
}
