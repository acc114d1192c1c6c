'use client';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { type AppQuestion, AppQuestionBar } from '#components/run-view/tool-app/app-question-bar.tsx';
import { hostContextOf, onThemeChange } from '#components/run-view/tool-app/host-context.ts';
import { openAppBridge } from '#components/run-view/tool-app/open-app-bridge.ts';
import { APP_FRAME_PATH } from '#lib/api/hosted-page.ts';
import type { OpenedToolApp } from '#lib/api/tool-apps.contract.ts';
import { withoutHidden } from '#lib/mcp/hidden-text.ts';
import { appFrameQuery } from '#lib/mcp/mcp-app.ts';

/** An app that was declined this often asks no more. */
const MAX_DECLINED = 3;
const MAX_DRAFT_CHARS = 10_000;

type ToolAppFrameProps = {
  readonly runId: string;
  readonly seq: number;
  readonly args: unknown;
  readonly opened: Extract<OpenedToolApp, { state: 'ready' }>;
  readonly onDraft: ((text: string) => void) | undefined;
};

/**
 * The app in its two frames. What it wants from the person is a question below it, outside of what it can draw, one at
 * a time.
 */
export function ToolAppFrame({ runId, seq, args, opened, onDraft }: ToolAppFrameProps) {
  const t = useTranslations('toolApp');
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const [question, setQuestion] = useState<AppQuestion>();
  const asking = useRef({ isOpen: false, declined: 0 });
  const title = t('title', { server: withoutHidden(opened.serverName) });

  const ask = useEffectEvent((asked: AppQuestion['asked']): Promise<boolean> => {
    if (asking.current.isOpen || asking.current.declined >= MAX_DECLINED) return Promise.resolve(false);
    asking.current.isOpen = true;
    return new Promise((resolve) => {
      setQuestion({
        asked,
        answer: (isAllowed) => {
          asking.current = { isOpen: false, declined: asking.current.declined + (isAllowed ? 0 : 1) };
          setQuestion(undefined);
          resolve(isAllowed);
        },
      });
    });
  });
  const callTool = useEffectEvent(async (name: string, input: Record<string, never>) => {
    const params = { id: runId, seq };
    const first = await apiClient.callAppTool({ params, body: { name, arguments: input } });
    if (first.status !== 'asks') return first;
    if (!(await ask({ kind: 'call', title: first.title, risk: first.risk, input: first.input }))) return undefined;
    return apiClient.callAppTool({ params, body: { name, arguments: input, isConfirmed: true } });
  });
  const draft = useEffectEvent((text: string) => onDraft?.(withoutHidden(text.slice(0, MAX_DRAFT_CHARS))));
  const context = useEffectEvent((maxWidth: number) => hostContextOf({ locale, maxWidth, tool: opened.tool }));
  const hasDraft = onDraft !== undefined;

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts allow-forms');
    frame.title = title;
    frame.className = 'block w-full border-0';
    frame.src = `${APP_FRAME_PATH}?${appFrameQuery(opened.sources)}`;
    element.replaceChildren(frame);
    const bridge = openAppBridge(frame, {
      html: opened.html,
      args: typeof args === 'object' && args !== null ? (args as Record<string, unknown>) : {},
      result: opened.result,
      context: context(element.clientWidth),
      onCall: (name, input) => callTool(name, input as Record<string, never>),
      onLink: async (url) => {
        if (!(await ask({ kind: 'link', url }))) return false;
        window.open(url, '_blank', 'noopener,noreferrer');
        return true;
      },
      onMessage: hasDraft ? draft : undefined,
    });
    const stop = onThemeChange(() => bridge.changeContext(context(element.clientWidth)));
    return () => {
      stop();
      bridge.close();
      frame.remove();
    };
  }, [opened, args, title, hasDraft]);

  return (
    <>
      <div ref={box} id={id} className="bg-panel" />
      {question ? <AppQuestionBar question={question} /> : null}
    </>
  );
}
