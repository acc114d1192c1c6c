import { stripVTControlCharacters } from 'node:util';

/** What a person sees of a text: a process or server may hide parts of it, or colour it for a terminal. */
export function readableText(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/[^\P{C}\n]/gu, '');
}
