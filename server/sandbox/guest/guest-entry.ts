import { readLines } from '../read-lines.ts';
import type { GuestMessage, GuestOrder } from './guest-messages.ts';

type Answer = Extract<GuestOrder<never>, { type: 'answer' }>;

/** The inside of a guest process: how it hears of its runs and says what comes of them. Taken before the process is locked down. */
export class GuestEntry<Request> {
  readonly #stdin = process.stdin;
  // Opened when it is first used, which would be too late.
  protected readonly stderr = process.stderr;
  readonly #write = process.stdout.write.bind(process.stdout);
  readonly exit = process.exit.bind(process);

  /** Says that the process waits for its first run. The process ends when its input does. */
  listen(onRun: (request: Request, runNumber: number) => void, onAnswer: (answer: Answer) => void): void {
    void this.#listen((order) => (order.type === 'run' ? onRun(order.request, order.runNumber) : onAnswer(order)));
    this.send({ type: 'ready' });
  }

  async #listen(onOrder: (order: GuestOrder<Request>) => void): Promise<void> {
    // `node:readline` also splits at U+2028 and U+2029, which JSON does not escape.
    for await (const line of readLines(this.#stdin, { maxChars: Number.POSITIVE_INFINITY }))
      onOrder(JSON.parse(line) as GuestOrder<Request>);
    this.exit(0);
  }

  send(message: GuestMessage): void {
    this.#write(`${JSON.stringify(message)}\n`);
  }
}
