import { readDocument } from '#server/documents/reader/read-document.ts';
import { ReadingError } from '#server/documents/reader/reading-error.ts';

/** What the process answers to a document. */
export type ReaderAnswer =
  | { readonly document: Awaited<ReturnType<typeof readDocument>> }
  | { readonly error: string; readonly isNamed: boolean };

process.on('message', async (source: Parameters<typeof readDocument>[0]) => {
  process.send?.(await answerTo(source));
});

async function answerTo(source: Parameters<typeof readDocument>[0]): Promise<ReaderAnswer> {
  try {
    return { document: await readDocument(source) };
  } catch (error) {
    const { stack = '', message } = error as Error;
    return error instanceof ReadingError ? { error: message, isNamed: true } : { error: stack.slice(0, 500), isNamed: false };
  }
}
