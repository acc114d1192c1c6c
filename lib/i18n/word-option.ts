/** Names of formats and standards, and what is no word. */
const SPELLINGS: Readonly<Record<string, string>> = {
  aac: 'AAC',
  base64: 'Base64',
  cron: 'Cron',
  docx: 'Word (docx)',
  en: 'English',
  flac: 'FLAC',
  github: 'GitHub',
  hmac: 'HMAC',
  javascript: 'JavaScript',
  json: 'JSON',
  mp3: 'MP3',
  'multi-llm': 'Multi-LLM',
  opus: 'Opus',
  pdf: 'PDF',
  pptx: 'PowerPoint (pptx)',
  react: 'ReAct',
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha512: 'SHA-512',
  standard: 'Standard Webhooks',
  wav: 'WAV',
  xhigh: 'Extra high',
  xlsx: 'Excel (xlsx)',
  'zh-CN': '中文',
};

/** Translations of the options of fields, by the stored value. */
export type OptionTexts = Readonly<Record<string, string | undefined>>;

/**
 * An option of a field as a person reads it: translated, or the stored value as words. The stored value follows in
 * brackets where it cannot be seen in the words, since documents and the help of the field name it.
 */
export function wordOption(option: string, texts: OptionTexts): string {
  const words = (Object.hasOwn(texts, option) ? texts[option] : undefined) ?? spell(option);
  return lettersOf(words).includes(lettersOf(option)) ? words : `${words} (${option})`;
}

/** An upper-case value, such as an HTTP method, is a name. */
function spell(option: string): string {
  if (Object.hasOwn(SPELLINGS, option)) return SPELLINGS[option] ?? option;
  const words = option.replaceAll(/[-_]/g, ' ').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  if (words === words.toUpperCase()) return option;
  return words.slice(0, 1).toUpperCase() + words.slice(1).toLowerCase();
}

function lettersOf(text: string): string {
  return text.replaceAll(/[\s_-]/g, '').toLowerCase();
}
