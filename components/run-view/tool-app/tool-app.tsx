'use client';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import type { ToolCallState } from '#lib/run/run-state.ts';

const ToolAppView = lazyPart(async () => (await import('./tool-app-view.tsx')).ToolAppView);

type ToolAppProps = {
  readonly runId: string;
  readonly call: ToolCallState;
  /** Takes a text of the app into the message that the person writes. Undefined where there is none. */
  readonly onDraft: ((text: string) => void) | undefined;
};

/** The app of an MCP server that shows the result of a call; nothing for a call without one. */
export function ToolApp({ runId, call, onDraft }: ToolAppProps) {
  const t = useTranslations('tools');
  if (!call.app || call.status !== 'success') return null;
  return (
    <Suspense fallback={<p className="text-ink-3">{t('loading')}</p>}>
      <ToolAppView key={`${runId}/${call.app.seq}`} runId={runId} seq={call.app.seq} args={call.args} onDraft={onDraft} />
    </Suspense>
  );
}
