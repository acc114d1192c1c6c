import type { Metadata } from 'next';
import { createTranslator } from 'use-intl/core';
import { readSettings } from '#app/read-settings.ts';
import { DesignPage } from '#components/pages/design/design-page.tsx';
import { messagesFor } from '#lib/i18n/messages.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { language } = await readSettings();
  const t = createTranslator({ locale: language, messages: messagesFor(language), namespace: 'design' });
  return { title: t('pageTitle') };
}

export default function Page() {
  return <DesignPage />;
}
