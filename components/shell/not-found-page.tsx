import Link from 'next/link';
import { createTranslator } from 'use-intl/core';
import { MessagePage } from '#components/shell/message-page.tsx';
import type { Language } from '#lib/i18n/language.ts';
import { messagesFor } from '#lib/i18n/messages.ts';

const texts = {
  page: { title: 'errors.pageNotFound', text: 'errors.pageNotFoundText' },
  /** Of visitors, who cannot open the studio. */
  hosted: { title: 'errors.pageNotFound', text: 'errors.pageNotFoundText' },
  workflow: { title: 'home.notFound', text: 'home.notFoundText' },
} as const;

/** Drawn by the server alone: every page carries the code of its "not found", which is seldom shown. */
export function NotFoundPage({ what, language }: { what: keyof typeof texts; language: Language }) {
  const t = createTranslator({ locale: language, messages: messagesFor(language) });
  return (
    <div className="flex grow flex-col">
      <MessagePage title={t(texts[what].title)} text={t(texts[what].text)}>
        {what !== 'hosted' && (
          <Link href="/workflows" className="text-accent underline">
            {t('errors.goHome')}
          </Link>
        )}
      </MessagePage>
    </div>
  );
}
