'use client';
import { GitFork, RefreshCw, ThumbsDown, ThumbsUp } from 'lucide-react';
import Link from 'next/link';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FeedbackReason } from '#components/chat/answer/feedback-reason.tsx';
import { ChatIconButton } from '#components/chat/chat-icon-button.tsx';
import { CopyIcon } from '#components/chat/copy-icon.tsx';
import type { ChatVoiceWays } from '#components/chat/voice/chat-voice-ways.ts';
import { apiClient } from '#components/data/api-client.ts';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import type { FeedbackResource } from '#lib/api/feedback.contract.ts';

const LazySpeak = lazyPart(async () => (await import('#components/chat/voice/speak-button.tsx')).SpeakButton);

type AnswerActionsProps = {
  readonly runId: string;
  readonly text: string;
  readonly stored: FeedbackResource | null;
  readonly hasSources: boolean;
  readonly onAgain: (() => void) | undefined;
  readonly onFork: (() => void) | undefined;
  readonly linksRun: boolean;
  readonly voice: ChatVoiceWays | undefined;
};

/** What can be done with an answer: copy, answer again, say whether it helped, and why not. */
export function AnswerActions(props: AnswerActionsProps) {
  const { runId, text, stored, hasSources, onAgain, onFork, linksRun, voice } = props;
  const t = useTranslations('chat');
  const [feedback, setFeedback] = useState(stored);
  const [isAsking, setIsAsking] = useState(false);
  const [isFailed, setIsFailed] = useState(false);
  async function rate(rating: FeedbackResource['rating'] | null, reasons: FeedbackResource['reasons'] = [], comment = '') {
    setIsFailed(false);
    try {
      setFeedback((await apiClient.rateRun({ params: { id: runId }, body: { rating, reasons, comment } })).feedback);
      setIsAsking(rating === 'down' && reasons.length === 0);
    } catch {
      setIsFailed(true);
    }
  }
  const toggle = (rating: FeedbackResource['rating']) => void rate(feedback?.rating === rating ? null : rating);
  return (
    <>
      <div className="chat-actions">
        {text === '' ? null : <CopyIcon label={t('copy')} text={text} />}
        {text !== '' && voice?.speaks ? (
          <Suspense fallback={null}>
            <LazySpeak voice={voice} runId={runId} text={text} />
          </Suspense>
        ) : null}
        {onAgain ? <ChatIconButton label={t('again')} icon={RefreshCw} onClick={onAgain} /> : null}
        {onFork ? <ChatIconButton label={t('forkHere')} icon={GitFork} onClick={onFork} /> : null}
        <span className="chat-actions-rule" />
        <ChatIconButton label={t('good')} icon={ThumbsUp} aria-pressed={feedback?.rating === 'up'} onClick={() => toggle('up')} />
        <ChatIconButton
          label={t('bad')}
          icon={ThumbsDown}
          aria-pressed={feedback?.rating === 'down'}
          onClick={() => toggle('down')}
        />
        {linksRun ? (
          <Link href={`/runs/${encodeURIComponent(runId)}`} prefetch={false} className="chat-link chat-small px-2">
            {t('openRun')}
          </Link>
        ) : null}
      </div>
      {isFailed ? (
        <p role="alert" className="chat-small">
          {t('notRated')}
        </p>
      ) : null}
      {feedback?.rating === 'down' ? (
        <FeedbackReason
          isOpen={isAsking}
          reasons={feedback.reasons}
          words={feedback.comment}
          hasSources={hasSources}
          onOpen={() => setIsAsking(true)}
          onSend={(reason, words) => void rate('down', [reason], words)}
        />
      ) : null}
    </>
  );
}
