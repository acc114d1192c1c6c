'use client';
import { useFormatter, useTranslations } from 'use-intl';
import { AnswerView } from '#components/chat/answer/answer-view.tsx';
import { ChatFoot } from '#components/chat/chat-foot.tsx';
import { ChatLogo } from '#components/chat/chat-logo.tsx';
import { ContactLink } from '#components/chat/contact-link.tsx';
import { Face } from '#components/chat/face.tsx';
import { pageLook } from '#components/chat/look/face-look.ts';
import type { SharedChat } from '#lib/api/chat-pages.contract.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';
import '../../chat/look/turn.css';
import './room.css';

/** A conversation that its visitor shared by a link, to be read. */
export function SharedPage({ shared, styles }: { readonly shared: SharedChat; readonly styles: string }) {
  const t = useTranslations('chatPage');
  const tChat = useTranslations('chat');
  const format = useFormatter();
  const { slug, title, name, look, sharedAt, turns } = shared;
  return (
    <>
      {/* Colours and numbers of a checked schema, and nothing that an owner wrote. */}
      <style>{styles}</style>
      <Face look={pageLook(look, name)} size="page">
        <main id="main" className="chat-main grow">
          <header className="chat-head">
            <ChatLogo size={28} />
            <span className="chat-who">{name}</span>
            <span className="chat-grow" />
            <ContactLink look="quiet" />
            <a href={`/chat/${slug}`} className="chat-button" data-look="primary">
              {t('askOwn')}
            </a>
          </header>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard */}
          <section aria-label={tChat('messages')} tabIndex={0} className="chat-thread">
            <div className="chat-column">
              <h1 className="chat-shared-title">{visibleText(title)}</h1>
              <p className="chat-small mb-6">
                {t('sharedAt', { at: format.dateTime(new Date(sharedAt), { dateStyle: 'long' }) })}
              </p>
              <ol className="chat-turns">
                {turns.map(({ message, answerParts, createdAt }) => (
                  <li key={createdAt} className="chat-turn">
                    <article aria-label={tChat('question')} className="chat-ask-row">
                      <p className="chat-question">{visibleText(message)}</p>
                    </article>
                    <article aria-label={tChat('answer')} className="chat-answer">
                      {answerParts.length === 0 ? <p className="chat-small">{t('noAnswer')}</p> : null}
                      <AnswerView answer={answerParts} isGrowing={false} onAgain={undefined} />
                    </article>
                  </li>
                ))}
              </ol>
            </div>
          </section>
          <ChatFoot />
        </main>
      </Face>
    </>
  );
}
