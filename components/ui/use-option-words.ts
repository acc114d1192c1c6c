'use client';
import { useMessages } from 'use-intl';
import { wordOption } from '#lib/i18n/word-option.ts';

/** The options of a field in the reader's language. */
export function useOptionWords(): (option: string) => string {
  const { optionTexts } = useMessages();
  return (option) => wordOption(option, optionTexts);
}
