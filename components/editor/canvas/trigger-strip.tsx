'use client';
import { type ReactFlowState, useInternalNode, useStore, ViewportPortal } from '@xyflow/react';
import { Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useEditor, useEditorStore, useEditorUi, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { useRunOutline } from '#components/editor/run/run-overlay.ts';
import { TriggerIcon } from '#components/ui/trigger-icon.tsx';
import { useTriggerWords } from '#components/ui/use-trigger-words.ts';
import { problemLevel } from '#lib/workflow/problem-level.ts';
import type { WorkflowTrigger } from '#lib/workflow/workflow.ts';

/** Space between the start and the chips, where the line between them is drawn. */
const GAP_PX = 16;
/** Under this zoom the button would be less than 24 px high; the panel of triggers adds triggers, too. */
const LARGE_FROM = 0.75;

const isLargeZoom = (state: ReactFlowState) => state.transform[2] >= LARGE_FROM;

/** What starts runs, next to the start node. It follows the node while that is dragged. */
export function TriggerStrip() {
  const startId = useEditor(({ document }) => document.nodes.find(({ type }) => type === 'start')?.id);
  return startId === undefined ? null : <Strip startId={startId} />;
}

function Strip({ startId }: { startId: string }) {
  const start = useInternalNode(startId);
  const triggers = useEditor(({ document }) => document.triggers);
  const open = useOpenTrigger();
  const isLarge = useStore(isLargeZoom);
  // Nothing is added to the past of a run.
  const isPast = useRunOutline()?.moment !== undefined;
  const canAdd = isLarge && !isPast;
  if (!start || (!canAdd && !triggers?.length)) return null;
  const { x, y } = start.internals.positionAbsolute;
  const { width = 0, height = 0 } = start.measured;
  return (
    <ViewportPortal>
      <div
        data-part="triggers"
        className="nopan absolute flex items-center"
        style={{ transform: `translate(0, -50%) translate(${x + width}px, ${y + height / 2}px)`, pointerEvents: 'all' }}
      >
        <span aria-hidden="true" className="h-px bg-line-3" style={{ width: GAP_PX }} />
        <div className="flex items-center gap-1.5">
          {triggers?.map((trigger) => (
            <Chip key={trigger.id} trigger={trigger} onOpen={() => open(trigger.id)} />
          ))}
          {canAdd ? <AddButton hasTriggers={Boolean(triggers?.length)} onOpen={() => open(undefined)} /> : null}
        </div>
      </div>
    </ViewportPortal>
  );
}

function AddButton({ hasTriggers, onOpen }: { hasTriggers: boolean; onOpen: () => void }) {
  const t = useTranslations('triggers');
  const isOpen = useEditorUi(({ panel }) => panel === 'triggers');
  return (
    <button
      type="button"
      aria-label={hasTriggers ? t('open') : undefined}
      title={t('open')}
      aria-expanded={isOpen}
      onClick={onOpen}
      className="inline-flex h-8 items-center gap-1 rounded-control border border-dashed border-line-3 bg-canvas px-1.5 text-meta text-ink-2 hover:border-accent-line hover:text-ink-1"
    >
      <Plus size={12} aria-hidden="true" />
      {hasTriggers ? null : t('one')}
    </button>
  );
}

function Chip({ trigger, onOpen }: { trigger: WorkflowTrigger; onOpen: () => void }) {
  const t = useTranslations('triggers');
  const words = useTriggerWords(trigger.type);
  const isShown = useEditorUi(({ panel, triggerId }) => panel === 'triggers' && triggerId === trigger.id);
  // A field that is still empty is not a mistake.
  const hasError = useEditor(({ problems }) =>
    problems.some((problem) => problem.triggerId === trigger.id && problemLevel(problem) === 'error'),
  );
  return (
    <button
      type="button"
      data-trigger={trigger.id}
      data-disabled={trigger.disabled || undefined}
      aria-pressed={isShown}
      onClick={onOpen}
      className="inline-flex h-8 max-w-44 items-center gap-1.5 rounded-control border border-line-2 bg-raised px-2 text-ink-1 shadow-1 hover:border-line-3 aria-pressed:border-accent aria-pressed:outline-1 aria-pressed:outline-accent data-disabled:text-ink-3 data-disabled:line-through"
    >
      <TriggerIcon type={trigger.type} />
      <span className="truncate">{trigger.label || words.title}</span>
      {hasError ? (
        <span data-state="failed" className="size-2 shrink-0 rounded-full bg-failed">
          <span className="sr-only">{t('hasErrors')}</span>
        </span>
      ) : null}
    </button>
  );
}

/** Shows a trigger in the side panel; undefined for all of them. */
function useOpenTrigger(): (triggerId: string | undefined) => void {
  const ui = useEditorUiStore();
  const store = useEditorStore();
  return (triggerId) => {
    store.getState().select({});
    ui.getState().set({ panel: 'triggers', triggerId });
  };
}
