import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { DocumentWarning } from '#lib/documents/document-warning.ts';
import { documentPermissions } from '#server/documents/start-document-process.ts';
import type { WorldFile } from './find-files.ts';
import type { ReaderAnswer } from './reader-process.ts';

/** Names of mails and texts in packages do not tell their kind, as a mailbox does. */
const ENDINGS: Partial<Record<WorldFile['kind'], string>> = { eml: '.eml', txt: '.txt' };
const AT_ONCE = 2;
/** As of the product. */
const HEAP_MB = 1024;
const DOCUMENT_MS = 60_000;
/** A look at a feed may take 30 s with its download. */
const FEED_MS = 20_000;

export type OurReading =
  | { readonly outcome: 'read'; readonly text: string; readonly warnings: readonly DocumentWarning[] }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'crashed'; readonly reason: string };
export type FeedAnswer =
  /** `doubt`: what the page of the trigger says of all its texts. */
  { readonly text: string; readonly doubt: string | undefined } | { readonly error: string; readonly isNamed: boolean };

/**
 * Reads each file as the product does: documents in processes with its permissions and limits, which
 * read many here; feeds as their trigger does. Unnamed errors and processes that end are crashes.
 */
export async function readOurs(files: readonly WorldFile[]): Promise<Map<string, OurReading>> {
  const readings = new Map<string, OurReading>();
  const feeds = new FeedThread();
  const rest = files.values();
  const readNext = async () => {
    const documents = new ReaderProcess();
    for (const file of rest) readings.set(file.path, await (file.kind === 'feed' ? feeds : documents).read(file));
    documents.close();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readNext));
  await feeds.close();
  return readings;
}

/** Reads documents one by one, in a process that is replaced after a crash. */
export class ReaderProcess {
  readonly #module: URL;
  readonly #limitMs: number;
  #child: ChildProcess | undefined;

  constructor(module = new URL('reader-process.ts', import.meta.url), limitMs = DOCUMENT_MS) {
    this.#module = module;
    this.#limitMs = limitMs;
  }

  async read({ path, kind }: Pick<WorldFile, 'path' | 'kind'>): Promise<OurReading> {
    const ending = ENDINGS[kind] ?? '';
    const name = basename(path).endsWith(ending) ? basename(path) : `${basename(path)}${ending}`;
    const answer = await this.#ask({ name, mediaType: '', bytes: readFileSync(path), format: 'text' });
    if ('error' in answer) return answer.isNamed ? { outcome: 'refused', reason: answer.error } : this.#crashed(answer.error);
    const { text, pages, tables, metadata, warnings } = answer.document;
    const parts = [
      text,
      ...pages.flatMap((page) => [page.title, page.text]),
      ...tables.flatMap(({ title, rows }) => [title, ...rows.map((row) => row.join(' '))]),
      ...Object.values(metadata).map(String),
    ];
    return { outcome: 'read', text: parts.join('\n'), warnings };
  }

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  #ask(source: object): Promise<ReaderAnswer> {
    this.#child ??= fork(this.#module, {
      execArgv: [
        `--max-old-space-size=${HEAP_MB}`,
        ...documentPermissions,
        `--allow-fs-read=${fileURLToPath(new URL('.', this.#module))}*`,
      ],
      env: { NODE_ENV: 'production', NODE_NO_WARNINGS: '1' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const child = this.#child;
    return new Promise((resolve) => {
      const settle = (answer: ReaderAnswer) => {
        clearTimeout(timer);
        child.removeAllListeners();
        resolve(answer);
      };
      const fail = (error: string) => settle({ error, isNamed: false });
      const timer = setTimeout(() => fail(`it took more than ${this.#limitMs / 1000} s`), this.#limitMs);
      child.once('message', (answer) => settle(answer as ReaderAnswer));
      child.once('error', (error) => fail(error.message));
      child.once('exit', (code, signal) => fail(`its process ended with ${code ?? signal}`));
      child.send(source);
    });
  }

  #crashed(reason: string): OurReading {
    this.close();
    return { outcome: 'crashed', reason };
  }
}

/** Reads feeds one by one in a thread, which ends when one takes too long. */
class FeedThread {
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  read(file: WorldFile): Promise<OurReading> {
    const reading = this.#last.then(() => this.#read(file));
    this.#last = reading;
    return reading;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  async #read({ path }: WorldFile): Promise<OurReading> {
    this.#worker ??= new Worker(new URL('feed-thread.ts', import.meta.url));
    const worker = this.#worker;
    const answer = await new Promise<FeedAnswer>((resolve) => {
      const timer = setTimeout(() => resolve({ error: `it took more than ${FEED_MS / 1000} s`, isNamed: false }), FEED_MS);
      const settle = (result: FeedAnswer) => {
        clearTimeout(timer);
        resolve(result);
      };
      worker.removeAllListeners();
      worker.once('message', settle);
      worker.once('error', (error: Error) => settle({ error: error.message, isNamed: false }));
      worker.postMessage(path);
    });
    if ('text' in answer) {
      const { text, doubt } = answer;
      const warnings = doubt === undefined ? [] : [{ code: 'characters-damaged' as const, place: '', count: 1, detail: doubt }];
      return { outcome: 'read', text, warnings };
    }
    if (answer.isNamed) return { outcome: 'refused', reason: answer.error };
    await worker.terminate();
    this.#worker = undefined;
    return { outcome: 'crashed', reason: answer.error };
  }
}
