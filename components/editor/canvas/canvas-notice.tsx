'use client';
import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { CanvasNotice as Notice } from '#components/editor/document/editor-ui.ts';
import { useEditorUi, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { useNodeName } from '#components/editor/document/use-node-name.ts';
import { canvasBox } from '#components/editor/elements/canvas-focus.ts';
import { Button } from '#components/ui/button.tsx';

/** Distance from the pointer. */
const OFFSET_PX = 12;
const WIDTH_PX = 320;
/** Upper bound of the usual height. */
const HEIGHT_PX = 80;
/** `top-10` of the wrapper, which starts below the toolbar. */
const WRAPPER_TOP_PX = 40;

/** Explains why an action was refused and what to do, next to the pointer, until the next action. */
export function CanvasNotice() {
  const notice = useEditorUi((ui) => ui.notice);
  const ui = useEditorUiStore();
  const t = useTranslations('editor.notice');
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 top-10 z-10 grid justify-items-center px-2">
      {notice ? (
        <div
          key={notice.key}
          data-part="notice"
          style={positionOf(notice)}
          className="pointer-events-auto flex max-w-80 items-start gap-1 rounded-control border border-failed-line bg-failed-bg py-1 pr-1 pl-2 shadow-menu"
        >
          <NoticeText notice={notice} />
          <Button
            look="quiet"
            size="icon"
            aria-label={t('close')}
            title={t('close')}
            onClick={() => ui.getState().notify(undefined)}
          >
            <X size={13} aria-hidden="true" />
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function NoticeText({ notice }: { notice: Notice }) {
  const t = useTranslations('editor.notice');
  const refusals = useTranslations('editor.refusals');
  const nameOf = useNodeName();
  if (notice.kind === 'connection') {
    const names = { source: nameOf(notice.source), target: nameOf(notice.target) };
    return <NoticeLines text={refusals(notice.reason, names)} help={t(`connection.${notice.reason}`)} />;
  }
  if (notice.kind === 'nesting')
    return <NoticeLines text={t(`nesting.${notice.reason}`, { count: notice.count })} help={t(`nesting.${notice.reason}Help`)} />;
  if (notice.kind === 'loading') return <NoticeLines text={t('loading.failed')} help={t('loading.help')} />;
  if (notice.kind === 'run')
    return <NoticeLines text={t(`run.${notice.reason}`)} help={notice.detail ?? t(`run.${notice.reason}-help`)} />;
  if (notice.kind === 'clipboard') return <NoticeLines text={t('clipboard.blocked')} help={t('clipboard.help')} />;
  const detail = notice.detail ? t('paste.detail', { detail: notice.detail }) : t('paste.help');
  return <NoticeLines text={t(`paste.${notice.reason}`)} help={detail} />;
}

function NoticeLines({ text, help }: { text: string; help: string }) {
  return (
    <p className="min-w-0 grow py-1 text-body wrap-anywhere">
      <span className="block text-failed">{text}</span>
      <span className="block text-ink-2">{help}</span>
    </p>
  );
}

/** Next to the pointer, clamped to the canvas; undefined for the default position at the top. */
function positionOf(notice: Notice) {
  if ((notice.kind !== 'connection' && notice.kind !== 'nesting') || !notice.at) return undefined;
  const { left, top, width, height } = canvasBox();
  const x = Math.max(0, Math.min(notice.at.clientX - left + OFFSET_PX, width - WIDTH_PX - OFFSET_PX));
  const y = Math.max(0, Math.min(notice.at.clientY - top + OFFSET_PX, height - HEIGHT_PX));
  return { position: 'absolute', left: x, top: y - WRAPPER_TOP_PX } as const;
}
