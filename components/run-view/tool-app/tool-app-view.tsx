'use client';
import { AppWindow } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { ToolAppFrame } from '#components/run-view/tool-app/tool-app-frame.tsx';
import type { OpenedToolApp } from '#lib/api/tool-apps.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { withoutHidden } from '#lib/mcp/hidden-text.ts';

type ToolAppViewProps = {
  readonly runId: string;
  /** Of the event with the result. */
  readonly seq: number;
  readonly args: unknown;
  readonly onDraft: ((text: string) => void) | undefined;
};

/** Loads the app and shows it under the name of its server. Refused if the server changed it since it was allowed. */
export function ToolAppView({ runId, seq, args, onDraft }: ToolAppViewProps) {
  const t = useTranslations('toolApp');
  const { opened, problem } = useOpenedApp(runId, seq);
  if (problem !== undefined || opened?.state === 'refused') {
    return (
      <p data-part="app-refused" className="text-ink-3 wrap-anywhere">
        {t('notShown', { reason: problem ?? (opened?.state === 'refused' ? opened.reason : '') })}
      </p>
    );
  }
  if (!opened) return <p className="text-ink-3">{t('loading')}</p>;
  const server = withoutHidden(opened.serverName);
  return (
    <section
      data-part="app"
      aria-label={t('title', { server })}
      className="max-w-160 min-w-0 overflow-hidden rounded-control border border-line-1"
    >
      <header className="flex min-h-6 items-center gap-1.5 border-b border-line-1 bg-chrome px-2 text-meta text-ink-3">
        <AppWindow size={12} aria-hidden="true" className="shrink-0" />
        <span className="min-w-0 truncate">{t('title', { server })}</span>
      </header>
      <ToolAppFrame runId={runId} seq={seq} args={args} opened={opened} onDraft={onDraft} />
    </section>
  );
}

/** For one call: the component has a key of it. */
function useOpenedApp(runId: string, seq: number) {
  const [state, setState] = useState<{ readonly opened?: OpenedToolApp; readonly problem?: string }>({});
  useEffect(() => {
    const controller = new AbortController();
    apiClient.openToolApp({ params: { id: runId, seq } }, { signal: controller.signal }).then(
      (opened) => setState({ opened }),
      (error: unknown) => controller.signal.aborted || setState({ problem: errorMessage(error) }),
    );
    return () => controller.abort();
  }, [runId, seq]);
  return state;
}
