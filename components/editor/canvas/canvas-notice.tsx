'use client';
import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { CanvasNotice as Notice } from '#components/editor/document/editor-ui.ts';
import { useEditorUi, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { useNodeName } from '#components/editor/document/use-node-name.ts';
import { canvasBox } from '#components/editor/elements/canvas-focus.ts';
import { Button } from '#components/ui/button.tsx';

/** Of the place where something was tried: not under the pointer. */
const BESIDE_PX = 12;
const WIDTH_PX = 320;

/** Why something that was just tried is not so, and what to do; where it was tried, until the next thing is. */
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
          style={placeFor(notice)}
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
    return <Words text={refusals(notice.reason, names)} help={t(`connection.${notice.reason}`)} />;
  }
  if (notice.kind === 'nesting')
    return <Words text={t(`nesting.${notice.reason}`, { count: notice.count })} help={t(`nesting.${notice.reason}Help`)} />;
  if (notice.kind === 'loading') return <Words text={t('loading.failed')} help={t('loading.help')} />;
  if (notice.kind === 'run')
    return <Words text={t(`run.${notice.reason}`)} help={notice.detail ?? t(`run.${notice.reason}-help`)} />;
  if (notice.kind === 'clipboard') return <Words text={t('clipboard.blocked')} help={t('clipboard.help')} />;
  const detail = notice.detail ? t('paste.detail', { detail: notice.detail }) : t('paste.help');
  return <Words text={t(`paste.${notice.reason}`)} help={detail} />;
}

function Words({ text, help }: { text: string; help: string }) {
  return (
    <p className="min-w-0 grow py-1 text-body wrap-anywhere">
      <span className="block text-failed">{text}</span>
      <span className="block text-ink-2">{help}</span>
    </p>
  );
}

/** Next to where it was tried, inside the canvas. */
function placeFor(notice: Notice) {
  if ((notice.kind !== 'connection' && notice.kind !== 'nesting') || !notice.at) return undefined;
  const { left, top, width, height } = canvasBox();
  const x = Math.max(0, Math.min(notice.at.clientX - left + BESIDE_PX, width - WIDTH_PX - BESIDE_PX));
  const y = Math.max(0, Math.min(notice.at.clientY - top + BESIDE_PX, height - 80));
  // The wrapper begins under the strip of tools.
  return { position: 'absolute', left: x, top: y - 40 } as const;
}
