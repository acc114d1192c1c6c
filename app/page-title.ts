import type { Metadata } from 'next';
import { createTranslator } from 'use-intl/core';
import { readSettings } from '#app/read-settings.ts';
import type { RailPage } from '#components/shell/rail-links.ts';
import { messagesFor } from '#lib/i18n/messages.ts';

/** The title of a page of the rail, as browsers show it. */
export async function pageTitle(page: RailPage): Promise<Metadata> {
  const { language } = await readSettings();
  const t = createTranslator({ locale: language, messages: messagesFor(language), namespace: 'rail' });
  return { title: t('pageTitle', { name: t(`pages.${page}`) }) };
}
