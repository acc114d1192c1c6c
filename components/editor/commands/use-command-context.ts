'use client';
import { useReactFlow } from '@xyflow/react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import type { CommandContext } from '#components/editor/commands/command.ts';
import { useEditCommands } from '#components/editor/document/use-edit-commands.ts';
import { useAutosave, useEditorStore, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import type { DrawnNode } from '#components/editor/elements/drawn-nodes.ts';
import type { FlowEdge } from '#components/editor/elements/flow-elements.ts';
import { useAutoLayout } from '#components/editor/elements/use-auto-layout.ts';
import { useFit } from '#components/editor/elements/use-fit.ts';
import { useRevealSelection } from '#components/editor/elements/use-reveal-node.ts';
import { useShowProblem } from '#components/editor/problems/use-show-problem.ts';
import { useShownRun } from '#components/editor/run/run-overlay.ts';
import { useForkCommands } from '#components/editor/run/use-fork-commands.ts';

/** What commands work with, here and now. */
export function useCommandContext(): CommandContext {
  const store = useEditorStore();
  const ui = useEditorUiStore();
  const edit = useEditCommands();
  const fork = useForkCommands();
  const autosave = useAutosave();
  const shown = useShownRun();
  const flow = useReactFlow<DrawnNode, FlowEdge>();
  const { layOut } = useAutoLayout();
  const showAll = useFit();
  const { showNext } = useShowProblem();
  const revealSelection = useRevealSelection();
  const router = useRouter();
  const t = useTranslations('editor.groups');
  return {
    store,
    ui,
    edit,
    fork,
    autosave,
    flow,
    readOutput: (nodeId) => shown.readNode(nodeId)?.output,
    layOut,
    fit: showAll,
    showNextProblem: showNext,
    revealSelection,
    goTo: (path) => router.push(path),
    groupTitle: t('untitled'),
    isShifted: false,
  };
}
