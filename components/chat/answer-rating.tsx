'use client';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { Button } from '#components/ui/button.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { FeedbackResource } from '#lib/api/feedback.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

const MAX_CHARS = 2000;

type AnswerRatingProps = { readonly runId: string; readonly stored: FeedbackResource | null };

/** Thumbs up or down for an answer, with a reason for thumbs down. */
export function AnswerRating({ runId, stored }: AnswerRatingProps) {
  const t = useTranslations('chat');
  const [feedback, setFeedback] = useState(stored);
  const [isCommenting, setIsCommenting] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function rate(rating: FeedbackResource['rating'] | null, comment = '') {
    setProblem(undefined);
    try {
      setFeedback((await apiClient.rateRun({ params: { id: runId }, body: { rating, comment } })).feedback);
      setIsCommenting(rating === 'down' && comment === '');
    } catch (error) {
      setProblem(errorMessage(error));
    }
  }
  const toggle = (rating: FeedbackResource['rating']) => void rate(feedback?.rating === rating ? null : rating);
  return (
    <>
      <Button
        look="quiet"
        size="icon"
        aria-label={t('good')}
        title={t('good')}
        aria-pressed={feedback?.rating === 'up'}
        onClick={() => toggle('up')}
      >
        <ThumbsUp size={12} fill={feedback?.rating === 'up' ? 'currentColor' : 'none'} aria-hidden="true" />
      </Button>
      <Button
        look="quiet"
        size="icon"
        aria-label={t('bad')}
        title={t('bad')}
        aria-pressed={feedback?.rating === 'down'}
        onClick={() => toggle('down')}
      >
        <ThumbsDown size={12} fill={feedback?.rating === 'down' ? 'currentColor' : 'none'} aria-hidden="true" />
      </Button>
      {feedback?.comment ? <q className="min-w-0 text-meta text-ink-2 wrap-anywhere">{visibleText(feedback.comment)}</q> : null}
      {isCommenting ? <CommentForm onSend={(comment) => void rate('down', comment)} /> : null}
      {problem === undefined ? null : (
        <span role="alert" className="text-meta text-failed wrap-anywhere">
          {problem}
        </span>
      )}
    </>
  );
}

function CommentForm({ onSend }: { onSend: (comment: string) => void }) {
  const t = useTranslations('chat');
  const [comment, setComment] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (comment.trim() !== '') onSend(comment.trim());
  }
  return (
    <form onSubmit={submit} className="flex min-w-0 basis-full items-center gap-1">
      <TextInput
        aria-label={t('whyBad')}
        placeholder={t('whyBad')}
        value={comment}
        maxLength={MAX_CHARS}
        autoFocus
        onChange={(event) => setComment(event.target.value)}
        className="min-w-0 max-w-96 grow"
      />
      <Button type="submit" disabled={comment.trim() === ''}>
        {t('send')}
      </Button>
    </form>
  );
}
