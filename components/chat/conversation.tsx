'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAnswerNodes } from '#components/chat/answer-nodes.ts';
import { ChatComposer, type ChatDraft } from '#components/chat/chat-composer.tsx';
import { type AttachedValue, type ChatTarget, chatFields, documentOfTarget } from '#components/chat/chat-target.ts';
import { TurnView } from '#components/chat/turn-view.tsx';
import { useAttachments } from '#components/chat/use-attachments.ts';
import { useFollowedEnd } from '#components/chat/use-followed-end.ts';
import { useSession } from '#components/chat/use-session.ts';
import { filesOfDrop } from '#components/data/picked-files.ts';
import { Button } from '#components/ui/button.tsx';
import { FileDrop } from '#components/ui/file-drop.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { SessionWithTurns } from '#lib/api/sessions.contract.ts';
import { branchesAt } from '#lib/run/session-branch.ts';

const COMPOSER_ID = 'chat-message';
/** Turns that are drawn at first, and with each step back: drawing a thousand takes seconds. */
const TURNS_SHOWN = 30;

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
};

/** A session as a conversation, and the form for the next message. */
export function Conversation({ target, sessionName, stored, onChange, onFork, sendsFiles, linksRuns = true }: ConversationProps) {
  const t = useTranslations('chat');
  const session = useSession(sessionName, stored, onChange);
  const answerNodes = useAnswerNodes(target);
  const fields = target && chatFields(target);
  const takesMessages = fields !== undefined && fields.messageInput !== null;
  const maxFiles = fields?.fileInputs.length ?? 0;
  const attachments = useAttachments({ maxFiles, folder: sendsFiles ? undefined : 'chat' });
  const end = useFollowedEnd(session);
  const [draft, setDraft] = useState<ChatDraft>();
  const [shownCount, setShownCount] = useState(TURNS_SHOWN);
  const shown = session.branch.slice(-shownCount);
  const hiddenCount = session.branch.length - shown.length;
  const ask = (text: string, more: { files?: readonly AttachedValue[]; afterRunId?: string } = {}) =>
    target ? session.ask(target, { text, files: more.files ?? [], afterRunId: more.afterRunId }) : Promise.resolve(false);
  return (
    <FileDrop
      label={t('conversation')}
      hint={takesMessages ? t(maxFiles > 0 ? 'dropFiles' : 'takesNoFiles') : undefined}
      onDrop={async (items) => attachments.attach((await filesOfDrop(items)).map(({ file }) => file))}
      className="flex h-full min-h-0 flex-col"
    >
      <div ref={end} className="min-h-0 grow overflow-y-auto">
        <div className="mx-auto grid max-w-200 gap-6 p-4">
          {fields && session.branch.length === 0 ? <Opening {...fields} onAsk={(text) => void ask(text)} /> : null}
          {hiddenCount > 0 ? (
            <Button className="justify-self-center" onClick={() => setShownCount(shownCount + TURNS_SHOWN)}>
              {t('earlier', { count: hiddenCount })}
            </Button>
          ) : null}
          <ol className="grid gap-6">
            {shown.map((turn) => (
              <TurnView
                key={turn.runId}
                turn={turn}
                branches={branchesAt(session.turns, turn)}
                document={documentOfTarget(target)}
                answerNodes={answerNodes}
                focusAfterId={COMPOSER_ID}
                onAsk={target && ((text) => ask(text, { afterRunId: turn.afterRunId ?? 'none', files: turn.files }))}
                isBusy={session.isBusy}
                onNext={
                  target && !session.isBusy ? async (text) => void (await ask(text, { afterRunId: turn.runId })) : undefined
                }
                onDraft={target && takesMessages ? (text) => setDraft({ text }) : undefined}
                sessionKey={stored?.id}
                isLast={turn.runId === session.branch.at(-1)?.runId}
                onBranch={session.showBranch}
                onFork={onFork && (() => onFork(turn.runId))}
                linksRun={linksRuns}
                page={target && 'page' in target ? target.page : undefined}
                onStatus={(status, answer) => session.setStatus(turn.runId, status, answer)}
              />
            ))}
          </ol>
          <Problem text={session.problem} />
        </div>
      </div>
      {fields?.messageInput === null ? <p className="shrink-0 p-4 text-ink-2">{t('noMessageInput')}</p> : null}
      {takesMessages ? (
        <div className="shrink-0">
          <ChatComposer
            id={COMPOSER_ID}
            maxFiles={maxFiles}
            isBusy={session.isBusy}
            attachments={attachments}
            draft={draft}
            onSend={(text, files) => ask(text, { files })}
          />
        </div>
      ) : null}
    </FileDrop>
  );
}

function Problem({ text }: { text: string | undefined }) {
  const t = useTranslations('chat');
  return text === undefined ? null : <Notice title={t('notSent')}>{text}</Notice>;
}

type OpeningProps = { opening: string; suggestions: readonly string[]; onAsk: (text: string) => void };

/** What a conversation begins with. */
function Opening({ opening, suggestions, onAsk }: OpeningProps) {
  const t = useTranslations('chat');
  return (
    <div className="grid gap-3 py-6">
      <p className="text-title font-title whitespace-pre-wrap wrap-anywhere">{opening || t('opening')}</p>
      {suggestions.length === 0 ? null : (
        <ul aria-label={t('suggestions')} className="flex flex-wrap gap-2">
          {suggestions.map((suggestion) => (
            <li key={suggestion} className="min-w-0">
              <Button
                size="large"
                className="h-auto min-h-7 max-w-full py-1 text-left !whitespace-normal wrap-anywhere"
                onClick={() => onAsk(suggestion)}
              >
                {suggestion}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
