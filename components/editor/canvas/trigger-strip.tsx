'use client';
import { type ReactFlowState, useInternalNode, useStore, ViewportPortal } from '@xyflow/react';
import { Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useEditor, useEditorStore, useEditorUi, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { TriggerIcon } from '#components/ui/trigger-icon.tsx';
import { useTriggerWords } from '#components/ui/use-trigger-words.ts';
import type { WorkflowTrigger } from '#lib/workflow/workflow.ts';

/** Space between the chips and the start, where the line between them is drawn. */
const GAP_PX = 20;
/** Under this zoom the button that adds a trigger would be too small to hit; the panel of triggers adds them, too. */
const LARGE_FROM = 0.75;

const isLargeZoom = (state: ReactFlowState) => state.transform[2] >= LARGE_FROM;

/** What starts runs, above the start node. It follows the node while that is dragged. */
export function TriggerStrip() {
  const startId = useEditor(({ document }) => document.nodes.find(({ type }) => type === 'start')?.id);
  return startId === undefined ? null : <Strip startId={startId} />;
}

function Strip({ startId }: { startId: string }) {
  const t = useTranslations('triggers');
  const start = useInternalNode(startId);
  const triggers = useEditor(({ document }) => document.triggers);
  const isOpen = useEditorUi(({ panel }) => panel === 'triggers');
  const open = useOpenTrigger();
  const isLarge = useStore(isLargeZoom);
  if (!start || (!isLarge && !triggers?.length)) return null;
  const { x, y } = start.internals.positionAbsolute;
  const left = x + (start.measured.width ?? 0) / 2;
  return (
    <ViewportPortal>
      <div
        data-part="triggers"
        className="nopan absolute flex flex-col items-center"
        style={{ transform: `translate(-50%, -100%) translate(${left}px, ${y}px)`, pointerEvents: 'all' }}
      >
        <div className="flex items-center gap-1.5">
          {triggers?.map((trigger) => (
            <Chip key={trigger.id} trigger={trigger} onOpen={() => open(trigger.id)} />
          ))}
          {isLarge ? (
            <button
              type="button"
              aria-label={triggers?.length ? t('open') : undefined}
              title={t('open')}
              aria-expanded={isOpen}
              onClick={() => open(undefined)}
              className="inline-flex h-7 items-center gap-1 rounded-control border border-dashed border-line-3 bg-canvas px-1.5 text-meta text-ink-2 hover:border-accent-line hover:text-ink-1"
            >
              <Plus size={12} aria-hidden="true" />
              {triggers?.length ? null : t('one')}
            </button>
          ) : null}
        </div>
        <span aria-hidden="true" className="w-px bg-line-3" style={{ height: GAP_PX }} />
      </div>
    </ViewportPortal>
  );
}

function Chip({ trigger, onOpen }: { trigger: WorkflowTrigger; onOpen: () => void }) {
  const t = useTranslations('triggers');
  const words = useTriggerWords(trigger.type);
  const isShown = useEditorUi(({ panel, triggerId }) => panel === 'triggers' && triggerId === trigger.id);
  const hasError = useEditor(({ problems }) =>
    problems.some(({ triggerId, severity }) => triggerId === trigger.id && severity === 'error'),
  );
  return (
    <button
      type="button"
      data-trigger={trigger.id}
      data-disabled={trigger.disabled || undefined}
      aria-pressed={isShown}
      onClick={onOpen}
      className="inline-flex h-6.5 max-w-44 items-center gap-1.5 rounded-control border border-line-2 bg-raised px-2 text-ink-1 shadow-1 hover:border-line-3 aria-pressed:border-accent aria-pressed:outline-1 aria-pressed:outline-accent data-disabled:text-ink-3 data-disabled:line-through"
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
