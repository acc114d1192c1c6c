'use client';
import { Clock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { setAddress } from '#components/editor/run/run-address.ts';
import { useRunOutline, useShownRun } from '#components/editor/run/run-overlay.ts';
import { useForkCommands } from '#components/editor/run/use-fork-commands.ts';
import { ForkButton } from '#components/run-view/fork/fork-button.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { formatDuration } from '#lib/i18n/format-duration.ts';

/** Shows the selected moment of a run in a line below the canvas, with a button back to the present. */
export function MomentChip() {
  const t = useTranslations('dock');
  const shown = useShownRun();
  const outline = useRunOutline();
  const { forkHere } = useForkCommands();
  const [nodeId] = useEditor((state) => state.selectedNodes);
  if (!outline?.moment || outline.startedAt === undefined) return null;
  const { runId, moment } = outline;
  const sinceMs = moment.atMs - Date.parse(outline.startedAt);
  return (
    <div
      role="status"
      data-part="moment"
      className="flex h-7 shrink-0 items-center gap-1.5 overflow-x-auto border-t border-accent-line bg-accent-bg pr-1 pl-3 whitespace-nowrap tabular-nums"
    >
      <Clock size={13} aria-hidden="true" className="shrink-0 text-accent" />
      <span className="font-strong">{t('canvasShows', { time: formatDuration(sinceMs) })}</span>
      <ForkButton onFork={forkHere} />
      <CopyButton label={t('copyMoment')} text={() => linkTo({ run: runId, at: moment.seq, node: nodeId })} />
      <Button
        look="quiet"
        onClick={() => {
          shown.backToLive();
          setAddress({ at: undefined });
        }}
      >
        {t('backToLive')}
      </Button>
    </div>
  );
}

function linkTo(parts: { run: string; at: number; node: string | undefined }): string {
  const url = new URL(location.pathname, location.origin);
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url.href;
}
