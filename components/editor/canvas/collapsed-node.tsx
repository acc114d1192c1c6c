'use client';
import './collapsed-node.css';
import type { NodeProps } from '@xyflow/react';
import { ChevronsUpDown } from 'lucide-react';
import { memo, type MouseEvent as ReactMouseEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { CollapsedGroup, CollapsedPort } from '#components/editor/document/collapsed-groups.ts';
import { PORT_SIZE_PX } from '#components/editor/document/node-face.ts';
import { levelOfNode } from '#components/editor/document/problems-by-node.ts';
import { useEditCommands } from '#components/editor/document/use-edit-commands.ts';
import { useEditor, useEditorStore } from '#components/editor/document/use-editor.tsx';
import type { CollapsedNode as Collapsed } from '#components/editor/elements/collapsed-nodes.ts';
import { useCombinedRun } from '#components/editor/run/use-combined-run.ts';
import { useNames } from '#components/run-view/use-names.ts';
import { ProblemMark } from '#components/ui/problem-mark.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { problemLevels } from '#lib/workflow/problem-level.ts';

/** A group as one box: the combined state of its nodes, their worst problem, and a port for each crossing edge. */
export const CollapsedNode = memo(function CollapsedNode({ data: { collapsed }, selected }: NodeProps<Collapsed>) {
  const t = useTranslations('editor.groups');
  const store = useEditorStore();
  const commands = useEditCommands();
  const { group, hidden, inputs, outputs, widthPx } = collapsed;
  const run = useCombinedRun(hidden);
  const title = group.title === '' ? t('untitled') : group.title;
  const expand = () => commands.setCollapsed(group.id, false);
  function select({ shiftKey, ctrlKey, metaKey }: ReactMouseEvent) {
    const { selectedNodes, selectedEdges, selectedNotes, select: choose } = store.getState();
    if (!shiftKey && !ctrlKey && !metaKey) return choose({ nodes: group.nodeIds });
    choose({ nodes: new Set([...selectedNodes, ...group.nodeIds]), edges: selectedEdges, notes: selectedNotes });
  }
  return (
    <section
      aria-label={t('name', { title })}
      data-collapsed={group.id}
      data-state={run?.state}
      data-selected={selected || undefined}
      className="collapsed-box relative size-full"
    >
      <div className="collapsed-face">
        <button type="button" title={t('collapsedHelp')} onClick={select} onDoubleClick={expand} className="min-w-0 grow">
          <span className="collapsed-name">{title}</span>
          <Count count={hidden.size} run={run} />
        </button>
        <Marks collapsed={collapsed} run={run} />
        <button
          type="button"
          aria-label={t('expand')}
          title={t('expand')}
          onClick={expand}
          className="nodrag grid size-6 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-hover hover:text-ink-1"
        >
          <ChevronsUpDown size={14} aria-hidden="true" />
        </button>
      </div>
      <Ports ports={inputs} widthPx={widthPx} side="top" />
      <Ports ports={outputs} widthPx={widthPx} side="bottom" />
    </section>
  );
});

type Run = ReturnType<typeof useCombinedRun>;

function Count({ count, run }: { count: number; run: Run }) {
  const t = useTranslations('editor.groups');
  return (
    <span className="num block text-left text-meta text-ink-3">
      {run ? t('ended', { ended: run.ended, count }) : t('nodes', { count })}
    </span>
  );
}

function Marks({ collapsed: { hidden }, run }: { collapsed: CollapsedGroup; run: Run }) {
  const t = useTranslations();
  const level = useEditor(({ problems }) =>
    problemLevels.find((one) => [...hidden].some((id) => levelOfNode(problems, id) === one)),
  );
  return (
    <span className="flex shrink-0 items-center gap-1">
      {level ? (
        <span role="img" aria-label={t(`editor.problems.${level}`)} title={t(`editor.problems.${level}`)}>
          <ProblemMark level={level} />
        </span>
      ) : null}
      {run ? (
        <span data-state={run.state} data-part="run-mark" className="text-state">
          <StatusMark state={run.state} label={t(`status.${run.state}`)} />
        </span>
      ) : null}
    </span>
  );
}

type PortsProps = { ports: readonly CollapsedPort[]; widthPx: number; side: 'top' | 'bottom' };

function Ports({ ports, widthPx, side }: PortsProps) {
  const nodes = useEditor(({ document }) => document.nodes);
  const { labelOf } = useNames();
  const half = PORT_SIZE_PX / 2;
  return ports.map(({ id, nodeId, port }, index) => {
    const node = nodes.find((one) => one.id === nodeId);
    return (
      <span
        key={id}
        title={node && `${labelOf(node)} · ${port}`}
        className="collapsed-port"
        style={{ left: Math.round((widthPx * (index + 0.5)) / ports.length) - half, [side]: -half }}
      />
    );
  });
}
