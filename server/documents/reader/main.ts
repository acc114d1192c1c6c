import { readDocument } from './read-document.ts';
import { ReadingError } from './reading-error.ts';

/**
 * Reads one document: a line of JSON about it and its bytes on standard input, a line of JSON as the
 * result on standard output. Runs in a process of its own; see ../make-document-reader.ts.
 */
async function main(): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const input = Buffer.concat(chunks);
  const end = input.indexOf('\n');
  const about = JSON.parse(input.subarray(0, end).toString('utf8'));
  const answer = await readDocument({ ...about, bytes: input.subarray(end + 1) }).then(
    (document) => ({ document }),
    (error: unknown) => ({ failure: failureOf(error) }),
  );
  process.stdout.write(JSON.stringify(answer));
}

/** An error of a library means that the document is not as its format says. */
function failureOf(error: unknown): { code: string; message: string } {
  if (error instanceof ReadingError) return { code: error.code, message: error.message };
  return { code: 'document-unreadable', message: error instanceof Error ? error.message : String(error) };
}

await main();
