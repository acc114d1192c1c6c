'use client';
import { ChevronLeft, ChevronRight, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { AnswerActions } from '#components/chat/answer/answer-actions.tsx';
import type { TalkNodes } from '#components/chat/answer/answer-nodes.ts';
import { AnswerView } from '#components/chat/answer/answer-view.tsx';
import { TurnAnswer } from '#components/chat/answer/turn-answer.tsx';
import { storedParts } from '#components/chat/answer/turn-parts.ts';
import { ChatIconButton } from '#components/chat/chat-icon-button.tsx';
import { ChatLogo } from '#components/chat/chat-logo.tsx';
import { EditForm } from '#components/chat/edit-form.tsx';
import { FileChips } from '#components/chat/file-chips.tsx';
import type { ShownTurn } from '#components/chat/use-session.ts';
import type { ChatVoiceWays } from '#components/chat/voice/chat-voice-ways.ts';
import type { OpenedChatPage } from '#lib/api/chat-pages.contract.ts';
import type { ChatAnswer } from '#lib/chat/chat-answer.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';
import { answerMarkdown } from '#lib/run/compose-answer.ts';
import { isTerminal, type RunStatus } from '#lib/run/run-status.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import './look/turn.css';

export type TurnViewProps = {
  readonly turn: ShownTurn;
  /** The turns in its place, itself among them. */
  readonly branches: readonly ShownTurn[];
  readonly document: Workflow | undefined;
  readonly nodes: TalkNodes;
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
  readonly voice: ChatVoiceWays | undefined;
  /** Of callers, who read words instead of codes; undefined in the studio. */
  readonly page: OpenedChatPage | undefined;
  readonly onStatus: (status: RunStatus, answer: ChatAnswer) => void;
};

/** One turn: the message, which may be edited into a branch, and the answer, which may be made again. */
export function TurnView(props: TurnViewProps) {
  const { turn, onAsk, isBusy, isLast, onFork, linksRun, voice, ...rest } = props;
  const t = useTranslations('chat');
  const language = useLocale();
  const { runId, message, status, isLive } = turn;
  const isOver = isTerminal(status);
  const onAgain = onAsk && !isBusy ? () => void onAsk(message) : undefined;
  const stored = storedParts(turn);
  return (
    <li data-turn={runId} className="chat-turn">
      <Question {...props} />
      <article aria-label={t('answer')} className="chat-answer">
        <span className="chat-by">
          <ChatLogo size={28} />
        </span>
        {isLive || isLast || !isOver ? (
          <TurnAnswer turn={turn} isLast={isLast} onAgain={onAgain} {...rest} />
        ) : (
          <div data-turn-status={status} className="grid min-w-0 gap-3">
            <AnswerView answer={stored} isGrowing={false} onAgain={onAgain} />
          </div>
        )}
        {isOver ? (
          <AnswerActions
            runId={runId}
            text={answerMarkdown(stored, language)}
            stored={turn.feedback}
            hasSources={stored.some(({ kind }) => kind === 'sources')}
            onAgain={onAgain}
            onFork={onFork}
            linksRun={linksRun}
            voice={voice}
          />
        ) : null}
      </article>
    </li>
  );
}

function Question({ turn, branches, onAsk, isBusy, onBranch, focusAfterId }: TurnViewProps) {
  const t = useTranslations('chat');
  const [isEditing, setIsEditing] = useState(false);
  const { message, files, status } = turn;
  function end() {
    setIsEditing(false);
    document.getElementById(focusAfterId)?.focus({ preventScroll: true });
  }
  if (isEditing && onAsk)
    return (
      <EditForm
        text={message}
        isBusy={isBusy}
        onCancel={end}
        onSend={async (text) => {
          if (await onAsk(text)) end();
        }}
      />
    );
  return (
    <article aria-label={t('you')} className="chat-ask-row">
      <FileChips files={files} />
      <p className="chat-question">
        {onAsk && isTerminal(status) && !isBusy ? (
          <ChatIconButton label={t('edit')} icon={Pencil} size={16} onClick={() => setIsEditing(true)} />
        ) : null}
        {visibleText(message) || <span className="chat-small">{t('noMessage')}</span>}
      </p>
      <Branches turn={turn} branches={branches} onBranch={onBranch} />
    </article>
  );
}

function Branches({ turn, branches, onBranch }: Pick<TurnViewProps, 'turn' | 'branches' | 'onBranch'>) {
  const t = useTranslations('chat');
  if (branches.length < 2) return null;
  const at = branches.findIndex(({ runId }) => runId === turn.runId);
  const go = (step: number) => onBranch(branches[at + step]?.runId ?? turn.runId);
  return (
    <nav aria-label={t('branches')} className="chat-branches">
      <ChatIconButton label={t('previousBranch')} icon={ChevronLeft} size={16} disabled={at <= 0} onClick={() => go(-1)} />
      <span className="num">{t('branchOf', { index: at + 1, count: branches.length })}</span>
      <ChatIconButton
        label={t('nextBranch')}
        icon={ChevronRight}
        size={16}
        disabled={at >= branches.length - 1}
        onClick={() => go(1)}
      />
    </nav>
  );
}
