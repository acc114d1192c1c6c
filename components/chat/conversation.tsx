'use client';
import { ArrowDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTalkNodes } from '#components/chat/answer/answer-nodes.ts';
import { ChatComposer, type ChatDraft } from '#components/chat/chat-composer.tsx';
import { ChatFoot } from '#components/chat/chat-foot.tsx';
import { ChatIconButton } from '#components/chat/chat-icon-button.tsx';
import { type AttachedValue, type ChatTarget, chatFields, documentOfTarget } from '#components/chat/chat-target.ts';
import { useLook } from '#components/chat/face.tsx';
import { Hello, Suggestions } from '#components/chat/hello.tsx';
import { useAttachments } from '#components/chat/use-attachments.ts';
import { useFollowedEnd } from '#components/chat/use-followed-end.ts';
import { useSendProblem } from '#components/chat/use-send-problem.ts';
import { useSession } from '#components/chat/use-session.ts';
import type { ChatVoiceWays } from '#components/chat/voice/chat-voice-ways.ts';
import { FileDrop } from '#components/ui/file-drop.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import type { SessionWithTurns } from '#lib/api/sessions.contract.ts';
import { branchesAt } from '#lib/run/session-branch.ts';
import { slotCount } from '#lib/workflow/file-inputs.ts';

export const COMPOSER_ID = 'chat-message';
/** Turns that are drawn at first, and with each step back: drawing a thousand takes seconds. */
const TURNS_SHOWN = 30;
const MAX_SUGGESTIONS = 4;

const loadTurnView = () => import('#components/chat/turn-view.tsx');
/** The first screen has no turns. */
const LazyTurn = lazyPart(async () => (await loadTurnView()).TurnView);

type ConversationProps = {
  /** Undefined for a session that is only shown. */
  readonly target: ChatTarget | undefined;
  readonly sessionName: string;
  readonly stored: SessionWithTurns | undefined;
  /** A turn began or ended. */
  readonly onChange: () => void;
  readonly onFork: ((runId: string) => void) | undefined;
  /** Files are sent with their messages. @defaultValue false: they are uploaded */
  readonly sendsFiles?: boolean;
  /** Runs have pages of their own. @defaultValue true */
  readonly linksRuns?: boolean;
  /** Lets people speak messages and have answers read aloud. @defaultValue neither */
  readonly voice?: ChatVoiceWays | undefined;
  /** Before a message is sent. @throws when it cannot be sent */
  readonly beforeAsk?: () => Promise<void>;
};

/** A session as a conversation, and the form for the next message. */
export function Conversation(props: ConversationProps) {
  const { target, sessionName, stored, onChange, onFork, sendsFiles, linksRuns = true, voice, beforeAsk } = props;
  const t = useTranslations('chat');
  const look = useLook();
  const session = useSession(sessionName, stored, onChange);
  const nodes = useTalkNodes(target);
  const fields = target && chatFields(target);
  const page = target && 'page' in target ? target.page : undefined;
  const takesMessages = fields !== undefined && fields.messageInput !== null;
  const maxFiles = fields && look.takesFiles ? slotCount(fields) : 0;
  const attachments = useAttachments({ maxFiles, folder: sendsFiles ? undefined : 'chat' });
  const end = useFollowedEnd(session);
  const problem = useSendProblem(session.failure, { isOfPage: page !== undefined });
  const [draft, setDraft] = useState<ChatDraft>();
  const [shownCount, setShownCount] = useState(TURNS_SHOWN);
  const shown = session.branch.slice(-shownCount);
  const hiddenCount = session.branch.length - shown.length;
  const last = session.branch.at(-1);
  const isEmpty = fields !== undefined && last === undefined;
  const ask = (text: string, more: { files?: readonly AttachedValue[]; afterRunId?: string } = {}) =>
    target
      ? session.ask(target, { text, files: more.files ?? [], afterRunId: more.afterRunId }, beforeAsk)
      : Promise.resolve(false);
  function askAtOnce(text: string) {
    void ask(text);
    document.getElementById(COMPOSER_ID)?.focus({ preventScroll: true });
  }
  const questions =
    look.questions ?? fields?.suggestions.slice(0, MAX_SUGGESTIONS).map((text) => ({ text, detail: '', icon: null })) ?? [];
  const hints = { empty: look.hint || t('hintEmpty'), waiting: t('hintWaiting'), failed: t('hintFailed'), other: t('hintNext') };
  const kind = isEmpty ? 'empty' : last?.status === 'waiting' || last?.status === 'failed' ? last.status : 'other';
  return (
    <FileDrop
      label={t('conversation')}
      hint={takesMessages ? t(maxFiles > 0 ? 'dropFiles' : 'takesNoFiles') : undefined}
      onDrop={async (items) => {
        const { filesOfDrop } = await import('#components/data/picked-files.ts');
        attachments.attach((await filesOfDrop(items)).map(({ file }) => file));
      }}
      className={`chat-body ${isEmpty ? 'chat-body-empty' : ''}`}
    >
      {isEmpty ? (
        <>
          <div className="chat-fill" />
          <Hello opening={fields.opening} level={page ? 1 : 3} />
        </>
      ) : (
        // Read out by sentence: see the reader of the answer.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard
        <div ref={end.box} role="log" aria-live="off" aria-label={t('messages')} tabIndex={0} className="chat-thread">
          <div className="chat-column">
            {hiddenCount > 0 ? (
              <button type="button" className="chat-button chat-earlier" onClick={() => setShownCount(shownCount + TURNS_SHOWN)}>
                {t('earlier', { count: hiddenCount })}
              </button>
            ) : null}
            <Suspense fallback={null}>
              <ol className="chat-turns">
                {shown.map((turn) => (
                  <LazyTurn
                    key={turn.runId}
                    turn={turn}
                    branches={branchesAt(session.turns, turn)}
                    document={documentOfTarget(target)}
                    nodes={nodes}
                    focusAfterId={COMPOSER_ID}
                    onAsk={target && ((text) => ask(text, { afterRunId: turn.afterRunId ?? 'none', files: turn.files }))}
                    isBusy={session.isBusy}
                    onNext={
                      target && !session.isBusy ? async (text) => void (await ask(text, { afterRunId: turn.runId })) : undefined
                    }
                    onDraft={target && takesMessages ? (text) => setDraft({ text }) : undefined}
                    sessionKey={stored?.id}
                    isLast={turn.runId === last?.runId}
                    onBranch={session.showBranch}
                    onFork={onFork && (() => onFork(turn.runId))}
                    linksRun={linksRuns}
                    voice={voice}
                    page={page}
                    onStatus={(status, answer) => session.setStatus(turn.runId, status, answer)}
                  />
                ))}
              </ol>
            </Suspense>
          </div>
        </div>
      )}
      {fields?.messageInput === null ? <p className="chat-column chat-small">{t('noMessageInput')}</p> : null}
      {takesMessages ? (
        <div className={`chat-dock ${isEmpty ? 'chat-large' : ''}`}>
          {end.isAway && !isEmpty ? (
            <ChatIconButton label={t('toNewest')} icon={ArrowDown} className="chat-down" onClick={end.toEnd} />
          ) : null}
          {problem === undefined ? null : (
            <p role="alert" className="chat-problem">
              {problem}
            </p>
          )}
          <ChatComposer
            id={COMPOSER_ID}
            placeholder={hints[kind]}
            maxFiles={maxFiles}
            isBusy={session.isBusy}
            stoppableRunId={last?.status === 'queued' || last?.status === 'running' ? last.runId : undefined}
            attachments={attachments}
            voice={voice}
            draft={draft}
            onType={() => void loadTurnView()}
            onSend={(text, files) => ask(text, { files })}
          />
        </div>
      ) : null}
      {isEmpty && takesMessages ? <Suggestions questions={questions} onAsk={askAtOnce} /> : null}
      {isEmpty ? <div className="chat-fill-low" /> : null}
      <ChatFoot />
    </FileDrop>
  );
}
