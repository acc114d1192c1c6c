'use client';
import { useEffect, useEffectEvent } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { answerParts } from '#components/chat/answer-parts.ts';
import { AnswerText } from '#components/chat/answer-text.tsx';
import { TabCard } from '#components/chat/tabs/tab-card.tsx';
import { TurnArtifacts } from '#components/chat/turn-artifacts.tsx';
import { TurnError } from '#components/chat/turn-error.tsx';
import type { ShownTurn } from '#components/chat/use-session.ts';
import { ApprovalPanel } from '#components/run-view/approvals/approval-panel.tsx';
import { needsDecision } from '#components/run-view/approvals/needs-decision.ts';
import { CitationList } from '#components/run-view/citation-list.tsx';
import { RunNotices } from '#components/run-view/run-notices.tsx';
import { StopButton } from '#components/run-view/stop-button.tsx';
import { actionMessage } from '#components/run-view/surface/surface-action.ts';
import { SurfaceView } from '#components/run-view/surface/surface-view.tsx';
import { TodoList } from '#components/run-view/todos/todo-list.tsx';
import { ToolApp } from '#components/run-view/tool-app/tool-app.tsx';
import { ToolCalls } from '#components/run-view/tool-calls/tool-calls.tsx';
import { useRunView } from '#components/run-view/use-run-view.ts';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { useNow } from '#components/ui/use-now.ts';
import type { OpenedChatPage } from '#lib/api/chat-pages.contract.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';
import { artifactsOfEvents } from '#lib/run/artifacts-of-events.ts';
import type { ToolCallState } from '#lib/run/run-state.ts';
import { isTerminal, type RunStatus } from '#lib/run/run-status.ts';
import { surfaceOf } from '#lib/run/shown-by-call.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

type TurnAnswerProps = {
  readonly runId: string;
  readonly document: Workflow | undefined;
  readonly answerNodes: ReadonlySet<string> | undefined;
  /** Of callers; undefined in the studio, whose people decide approvals. */
  readonly page: OpenedChatPage | undefined;
  /** Gets the focus when the last approval was decided. */
  readonly focusAfterId: string;
  /** Shown until its run is loaded. */
  readonly stored: Pick<ShownTurn, 'status' | 'answer' | 'error'>;
  readonly onStatus: (status: RunStatus, answer: string) => void;
  /** Sends the next message; undefined where the session is only shown. */
  readonly onNext: ((text: string) => Promise<void>) | undefined;
  /** Puts a text into the next message, which the person sends. */
  readonly onDraft: ((text: string) => void) | undefined;
  /** Id of the session; undefined until it is stored. */
  readonly sessionKey: string | undefined;
  /** Whether it is the latest turn of what is shown. */
  readonly isLast: boolean;
};

/** The answer of a turn while its run executes: text, reasoning, tools and agents, plan, approvals and sources. */
export function TurnAnswer({
  runId,
  document,
  answerNodes,
  page,
  focusAfterId,
  stored,
  onStatus,
  onNext,
  onDraft,
  sessionKey,
  isLast,
}: TurnAnswerProps) {
  const t = useTranslations('chat');
  const language = useLocale();
  const { view, retry } = useRunView(runId);
  const { run } = view;
  // A log that did not arrive, or not yet up to the end of the turn, says less than what is stored.
  const isLoaded = run.lastSeq > 0 && (isTerminal(run.status) || !isTerminal(stored.status));
  const status = isLoaded ? run.status : stored.status;
  const nowMs = useNow(run.status === 'waiting' ? 'slow' : 'never');
  const { text: made, thinking, citations, working, surfaces, apps, tabs } = answerParts(run, answerNodes, language);
  const text = isLoaded ? made : (stored.answer ?? '');
  const isOpen = !isTerminal(status);
  const decides = page?.decides ?? true;
  const approvals = decides ? Object.values(run.approvals) : [];
  const waitsForPerson = !decides && status === 'waiting' && Object.values(run.approvals).some(needsDecision);
  const artifacts = artifactsOfEvents(view.events).flatMap(({ artifactId, ...made }) =>
    artifactId === undefined ? [] : [{ artifactId, ...made }],
  );
  const shownCount = surfaces.length + apps.length + tabs.length + artifacts.length;
  const isUnanswered = isLoaded && status === 'succeeded' && text === '' && shownCount === 0;
  const report = useEffectEvent(() => onStatus(status, text));
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once for each status
  useEffect(() => {
    if (isLoaded) report();
  }, [status, isLoaded]);
  return (
    <div data-turn-status={status} aria-busy={status === 'running'} className="grid min-w-0 gap-2">
      {status === 'succeeded' ? null : (
        <div className="flex items-center gap-2">
          <span role="status">
            <StatusBadge state={status} />
          </span>
          {isOpen && run.runId !== undefined ? <StopButton runId={runId} size="normal" /> : null}
        </div>
      )}
      {thinking === '' ? null : (
        <details className="min-w-0 rounded-control border border-line-1">
          <summary className="cursor-pointer px-2 py-1 text-ink-2">{t('thinking')}</summary>
          <p className="max-h-56 overflow-y-auto px-2 pb-2 leading-5 whitespace-pre-wrap text-ink-2 wrap-anywhere">
            {visibleText(thinking)}
          </p>
        </details>
      )}
      {working.map(({ nodeId, plan, toolCalls }) => (
        <div key={nodeId} className="grid min-w-0 gap-2">
          {plan ? <TodoList todos={plan} isRunning={isOpen} /> : null}
          {toolCalls.length > 0 ? (
            <ToolCalls calls={toolCalls} approvals={approvals.filter((approval) => approval.nodeId === nodeId)} />
          ) : null}
        </div>
      ))}
      {tabs.map((tab) => (
        <TabCard key={tab.tabId} tab={tab} sessionKey={sessionKey} isReported={isLast} />
      ))}
      {apps.map((call) => (
        <ToolApp key={call.app?.seq} runId={runId} call={call} onDraft={onDraft} />
      ))}
      {text === '' || isSaidBy(surfaces, text) ? null : <AnswerText text={text} isGrowing={status === 'running'} />}
      {surfaces.map((call) => (
        <SurfaceView key={call.id} args={surfaceOf(call)} onAction={onNext && ((action) => void onNext(actionMessage(action)))} />
      ))}
      <TurnArtifacts artifacts={artifacts} />
      {citations.length > 0 ? <CitationList citations={citations} /> : null}
      {isUnanswered ? <p className="leading-5 text-ink-2">{t('noAnswer')}</p> : null}
      {waitsForPerson ? <p className="leading-5 text-ink-2">{t('colleagueLooks')}</p> : null}
      {run.error ? <TurnError runId={runId} error={run.error} isOfPage={page !== undefined} /> : null}
      {!run.error && stored.error ? <TurnError runId={runId} error={stored.error} isOfPage={page !== undefined} /> : null}
      {view.connection === 'loading' ? null : <RunNotices runId={runId} view={view} onRetry={retry} isOnlyConnection />}
      {decides ? (
        // Not stretched: the panel is limited to a part of a height that is known.
        <div className="self-start">
          <ApprovalPanel runId={runId} run={run} nodes={document?.nodes ?? []} nowMs={nowMs} focusAfterId={focusAfterId} />
        </div>
      ) : null}
    </div>
  );
}

/** An interface has its answer in words, too, for readers that cannot draw it. */
function isSaidBy(surfaces: readonly ToolCallState[], text: string): boolean {
  return surfaces.some((call) => surfaceOf(call)?.text === text);
}
