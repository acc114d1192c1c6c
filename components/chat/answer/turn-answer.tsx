'use client';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { TalkNodes } from '#components/chat/answer/answer-nodes.ts';
import { AnswerView } from '#components/chat/answer/answer-view.tsx';
import { ConnectionLine } from '#components/chat/answer/connection-line.tsx';
import { liveParts } from '#components/chat/answer/live-parts.ts';
import { SentenceReader } from '#components/chat/answer/sentence-reader.tsx';
import { NowLine, StepLine } from '#components/chat/answer/step-line.tsx';
import { storedParts } from '#components/chat/answer/turn-parts.ts';
import { useLook } from '#components/chat/face.tsx';
import { TabCard } from '#components/chat/tabs/tab-card.tsx';
import type { ShownTurn } from '#components/chat/use-session.ts';
import { actionMessage } from '#components/run-view/surface/surface-action.ts';
import { SurfaceView } from '#components/run-view/surface/surface-view.tsx';
import { ToolApp } from '#components/run-view/tool-app/tool-app.tsx';
import { useRunView } from '#components/run-view/use-run-view.ts';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import type { OpenedChatPage } from '#lib/api/chat-pages.contract.ts';
import type { ChatAnswer } from '#lib/chat/chat-answer.ts';
import { chatStepsOf } from '#lib/run/answer-of-run.ts';
import { answerMarkdown } from '#lib/run/compose-answer.ts';
import type { ToolCallState } from '#lib/run/run-state.ts';
import { isTerminal, type RunStatus } from '#lib/run/run-status.ts';
import { surfaceOf } from '#lib/run/shown-by-call.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

const LazyWork = lazyPart(async () => (await import('#components/chat/answer/studio-work.tsx')).StudioWork);
const LazyApproval = lazyPart(async () => (await import('#components/chat/answer/turn-approval.tsx')).TurnApproval);

export type TurnAnswerProps = {
  readonly turn: ShownTurn;
  readonly document: Workflow | undefined;
  readonly nodes: TalkNodes;
  /** Of callers; undefined in the studio, whose people decide approvals and see what happened. */
  readonly page: OpenedChatPage | undefined;
  /** Gets the focus when the last approval was decided. */
  readonly focusAfterId: string;
  readonly onStatus: (status: RunStatus, answer: ChatAnswer) => void;
  /** Sends the message again; undefined while that is not possible. */
  readonly onAgain: (() => void) | undefined;
  /** Sends the next message; undefined where the session is only shown. */
  readonly onNext: ((text: string) => Promise<void>) | undefined;
  /** Puts a text into the next message, which the person sends. */
  readonly onDraft: ((text: string) => void) | undefined;
  /** Id of the session; undefined until it is stored. */
  readonly sessionKey: string | undefined;
  /** Whether it is the latest turn of what is shown. */
  readonly isLast: boolean;
};

/** The answer of a turn while its run executes, and after. */
export function TurnAnswer(props: TurnAnswerProps) {
  const { turn, document, nodes, page, focusAfterId, onStatus, onAgain, onNext, onDraft, sessionKey, isLast } = props;
  const t = useTranslations('chat');
  const language = useLocale();
  const { showsSteps } = useLook();
  const { runId } = turn;
  const { view, retry } = useRunView(runId);
  const { run } = view;
  // A log that did not arrive, or not yet up to the end of the turn, says less than what is stored.
  const isLoaded = run.lastSeq > 0 && (isTerminal(run.status) || !isTerminal(turn.status));
  const status = isLoaded ? run.status : turn.status;
  const live = liveParts(view, nodes, language);
  const { thinking, working, surfaces, apps, tabs } = live;
  const decides = page?.decides ?? true;
  const answer = isLoaded ? live.answer : storedParts(turn);
  const shown = answer.filter(
    (part) => !isSaidBy(surfaces, part) && !isForOthers(part, { decides, isOfPage: page !== undefined }),
  );
  const text = answerMarkdown(answer, language);
  const isOpen = !isTerminal(status);
  const isRunning = status === 'running' || status === 'queued';
  const steps = showsSteps ? chatStepsOf(run, nodes.steps) : [];
  const shownCount = surfaces.length + apps.length + tabs.length + answer.length;
  const report = useEffectEvent(() => onStatus(status, answer));
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once for each status
  useEffect(() => {
    if (isLoaded) report();
  }, [status, isLoaded]);
  return (
    <div data-turn-status={status} aria-busy={isRunning} className="grid min-w-0 gap-3">
      {isRunning ? (
        <NowLine steps={steps} startedAt={run.startedAt} isStreaming={text !== ''} />
      ) : (
        <StepLine steps={steps} sources={answer.flatMap((part) => (part.kind === 'sources' ? part.sources : []))} />
      )}
      {page ? null : (
        <Suspense fallback={null}>
          <LazyWork thinking={thinking} working={working} run={run} isOpen={isOpen} error={run.error ?? turn.error} />
        </Suspense>
      )}
      {tabs.map((tab) => (
        <TabCard key={tab.tabId} tab={tab} sessionKey={sessionKey} isReported={isLast} />
      ))}
      {apps.map((call) => (
        <ToolApp key={call.app?.seq} runId={runId} call={call} onDraft={onDraft} />
      ))}
      <AnswerView answer={shown} isGrowing={status === 'running'} onAgain={onAgain} />
      {surfaces.map((call) => (
        <SurfaceView key={call.id} args={surfaceOf(call)} onAction={onNext && ((action) => void onNext(actionMessage(action)))} />
      ))}
      {isLoaded && status === 'succeeded' && shownCount === 0 ? <p className="chat-small">{t('noAnswer')}</p> : null}
      {status === 'cancelled' ? <p className="chat-small">{t('stopped')}</p> : null}
      <ConnectionLine connection={view.connection} onRetry={retry} />
      {decides && status === 'waiting' ? (
        <Suspense fallback={null}>
          <LazyApproval runId={runId} run={run} document={document} focusAfterId={focusAfterId} />
        </Suspense>
      ) : null}
      {isLast ? <SentenceReader text={answerMarkdown(shown, language)} isGrowing={isRunning} /> : null}
    </div>
  );
}

/** Who decides has the approval instead, and people of the studio read why a turn failed. */
function isForOthers(part: ChatAnswer[number], { decides, isOfPage }: { decides: boolean; isOfPage: boolean }): boolean {
  if (part.kind === 'waiting') return decides && part.for === 'person';
  return part.kind === 'failed' && !isOfPage;
}

/** An interface has its answer in words, too, for readers that cannot draw it. */
function isSaidBy(surfaces: readonly ToolCallState[], part: ChatAnswer[number]): boolean {
  return part.kind === 'text' && surfaces.some((call) => surfaceOf(call)?.text === part.markdown);
}
