'use client';
import { ChevronLeft, ChevronRight, GitFork, Pencil, RefreshCw } from 'lucide-react';
import Link from 'next/link';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AnswerRating } from '#components/chat/answer-rating.tsx';
import { AnswerText } from '#components/chat/answer-text.tsx';
import { FileChips } from '#components/chat/file-chips.tsx';
import { TurnAnswer } from '#components/chat/turn-answer.tsx';
import { TurnArtifacts } from '#components/chat/turn-artifacts.tsx';
import { TurnError } from '#components/chat/turn-error.tsx';
import type { ShownTurn } from '#components/chat/use-session.ts';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import type { OpenedChatPage } from '#lib/api/chat-pages.contract.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';
import { isTerminal, type RunStatus } from '#lib/run/run-status.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

type TurnViewProps = {
  readonly turn: ShownTurn;
  /** The turns in its place, itself among them. */
  readonly branches: readonly ShownTurn[];
  readonly document: Workflow | undefined;
  readonly answerNodes: ReadonlySet<string> | undefined;
  readonly focusAfterId: string;
  /** @returns whether it was sent. Undefined where the session is only shown */
  readonly onAsk: ((text: string) => Promise<boolean>) | undefined;
  /** While a turn is sent or runs, nothing else is sent. */
  readonly isBusy: boolean;
  /** Sends the message that follows the turn. Undefined where the session is only shown. */
  readonly onNext: ((text: string) => Promise<void>) | undefined;
  readonly onDraft: ((text: string) => void) | undefined;
  /** Id of the session; undefined until it is stored. */
  readonly sessionKey: string | undefined;
  /** It is the end of what is shown: its tools, sources and interfaces are loaded. */
  readonly isLast: boolean;
  readonly onBranch: (runId: string) => void;
  readonly onFork: (() => void) | undefined;
  readonly linksRun: boolean;
  /** Of callers, who read words instead of codes; undefined in the studio. */
  readonly page: OpenedChatPage | undefined;
  readonly onStatus: (status: RunStatus, answer: string) => void;
};

/** One turn: the message, which may be edited into a branch, and the answer, which may be made again. */
export function TurnView({
  turn,
  branches,
  document,
  answerNodes,
  focusAfterId,
  onAsk,
  isBusy,
  onNext,
  onDraft,
  sessionKey,
  isLast,
  onBranch,
  onFork,
  linksRun,
  page,
  onStatus,
}: TurnViewProps) {
  const t = useTranslations('chat');
  const [isEditing, setIsEditing] = useState(false);
  const { runId, message, answer, status, isLive } = turn;
  const isOver = isTerminal(status);
  const at = branches.findIndex((branch) => branch.runId === runId);
  return (
    <li data-turn={runId} className="grid min-w-0 gap-3">
      {isEditing && onAsk ? (
        <EditForm
          text={message}
          isBusy={isBusy}
          onCancel={() => setIsEditing(false)}
          onSend={async (text) => {
            if (await onAsk(text)) setIsEditing(false);
          }}
        />
      ) : (
        <article aria-label={t('you')} className="ml-8 grid min-w-0 justify-items-end gap-1 justify-self-end">
          <p className="rounded-control bg-accent-bg px-3 py-2 leading-5 whitespace-pre-wrap wrap-anywhere">
            {visibleText(message) || <span className="text-ink-3">{t('noMessage')}</span>}
          </p>
          <FileChips files={turn.files} />
          <div className="flex items-center gap-0.5">
            {branches.length > 1 ? (
              <nav aria-label={t('branches')} className="flex items-center gap-0.5 text-meta text-ink-2">
                <IconButton
                  label={t('previousBranch')}
                  isDisabled={at <= 0}
                  onClick={() => onBranch(branches[at - 1]?.runId ?? runId)}
                >
                  <ChevronLeft size={13} aria-hidden="true" />
                </IconButton>
                <span className="num">{t('branchOf', { index: at + 1, count: branches.length })}</span>
                <IconButton
                  label={t('nextBranch')}
                  isDisabled={at >= branches.length - 1}
                  onClick={() => onBranch(branches[at + 1]?.runId ?? runId)}
                >
                  <ChevronRight size={13} aria-hidden="true" />
                </IconButton>
              </nav>
            ) : null}
            {onAsk && isOver && !isBusy ? (
              <IconButton label={t('edit')} onClick={() => setIsEditing(true)}>
                <Pencil size={12} aria-hidden="true" />
              </IconButton>
            ) : null}
          </div>
        </article>
      )}
      <article aria-label={t('answer')} className="grid min-w-0 gap-1">
        {isLive || isLast || !isOver ? (
          <TurnAnswer
            runId={runId}
            document={document}
            answerNodes={answerNodes}
            page={page}
            focusAfterId={focusAfterId}
            stored={turn}
            onStatus={onStatus}
            onNext={onNext}
            onDraft={onDraft}
            sessionKey={sessionKey}
            isLast={isLast}
          />
        ) : (
          <>
            {status === 'succeeded' ? null : (
              <span>
                <StatusBadge state={status} />
              </span>
            )}
            <AnswerText text={answer ?? ''} />
            <TurnArtifacts artifacts={turn.artifacts} />
            {turn.error ? <TurnError runId={runId} error={turn.error} isOfPage={page !== undefined} /> : null}
          </>
        )}
        {isOver ? (
          <div className="flex flex-wrap items-center gap-0.5 text-ink-3">
            {answer ? <CopyButton text={answer} label={t('copy')} /> : null}
            {onAsk && !isBusy ? (
              <IconButton label={t('again')} onClick={() => void onAsk(message)}>
                <RefreshCw size={12} aria-hidden="true" />
              </IconButton>
            ) : null}
            {onFork ? (
              <IconButton label={t('forkHere')} onClick={onFork}>
                <GitFork size={12} aria-hidden="true" />
              </IconButton>
            ) : null}
            <AnswerRating runId={runId} stored={turn.feedback} />
            {linksRun ? (
              <Link
                href={`/runs/${encodeURIComponent(runId)}`}
                prefetch={false}
                className="px-1 text-meta text-ink-2 underline underline-offset-2"
              >
                {t('openRun')}
              </Link>
            ) : null}
          </div>
        ) : null}
      </article>
    </li>
  );
}

type IconButtonProps = { label: string; onClick: () => void; isDisabled?: boolean; children: ReactNode };

function IconButton({ label, onClick, isDisabled = false, children }: IconButtonProps) {
  return (
    <Button look="quiet" size="icon" aria-label={label} title={label} onClick={onClick} disabled={isDisabled}>
      {children}
    </Button>
  );
}

type EditFormProps = { text: string; isBusy: boolean; onCancel: () => void; onSend: (text: string) => Promise<void> };

function EditForm({ text: given, isBusy, onCancel, onSend }: EditFormProps) {
  const t = useTranslations('chat');
  const [text, setText] = useState(given);
  const isReady = text.trim() !== '' && !isBusy;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady) void onSend(text.trim());
  }
  return (
    <form onSubmit={submit} className="ml-8 grid gap-2">
      <TextArea aria-label={t('edit')} value={text} autoFocus onChange={(event) => setText(event.target.value)} />
      <span className="flex justify-end gap-2">
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button type="submit" look="primary" aria-disabled={!isReady || undefined}>
          {t('send')}
        </Button>
      </span>
    </form>
  );
}
