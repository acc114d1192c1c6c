'use client';
import { useTranslations } from 'use-intl';
import { ChatLogo } from '#components/chat/chat-logo.tsx';
import { useLook } from '#components/chat/face.tsx';
import { questionIcon } from '#components/chat/look/question-icon.ts';
import type { ChatQuestion } from '#lib/chat/chat-look.ts';
import './look/hello.css';

/** A longer welcome is a paragraph. */
const SHORT_CHARS = 60;

type HelloProps = {
  /** What the workflow says, where the owner of the page says nothing. */
  readonly opening: string;
  /** Heading of the page. In the studio the page has one already. */
  readonly level: 1 | 3;
};

/** What a conversation begins with. */
export function Hello({ opening, level }: HelloProps) {
  const t = useTranslations('chat');
  const { name, welcome, welcomeDetail } = useLook();
  const text = welcome || opening || t('opening');
  const Heading = level === 1 ? 'h1' : 'h3';
  return (
    <section className="chat-hello">
      <ChatLogo size={60} />
      {name === '' ? null : <p className="chat-hello-name">{name}</p>}
      <Heading className="chat-welcome" data-long={text.length > SHORT_CHARS || undefined}>
        {text}
      </Heading>
      {welcomeDetail === '' ? null : <p className="chat-hello-detail">{welcomeDetail}</p>}
    </section>
  );
}

type SuggestionsProps = {
  readonly questions: readonly ChatQuestion[];
  readonly onAsk: (text: string) => void;
};

/** Questions to begin with: a press sends one. */
export function Suggestions({ questions, onAsk }: SuggestionsProps) {
  const t = useTranslations('chat');
  if (questions.length === 0) return null;
  return (
    <ul aria-label={t('suggestions')} className="chat-ask" data-count={questions.length}>
      {questions.map(({ text, detail, icon }) => {
        const Icon = questionIcon(icon);
        return (
          <li key={text}>
            <button type="button" onClick={() => onAsk(text)}>
              <span className="chat-tile">
                <Icon size={20} strokeWidth={1.7} aria-hidden="true" />
              </span>
              <span className="min-w-0">
                <b>{text}</b>
                {detail === '' ? null : <span className="chat-ask-detail">{detail}</span>}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
