import { readLines } from '../read-lines.ts';
import type { GuestMessage, GuestOrder } from './guest-messages.ts';

type Answer = Extract<GuestOrder<never>, { type: 'answer' }>;

/** The guest process's end of the protocol. Created before the process is locked down. */
export class GuestEntry<Request> {
  readonly #stdin = process.stdin;
  // Node opens it on first access, which fails once the process is locked down.
  protected readonly stderr = process.stderr;
  readonly #write = process.stdout.write.bind(process.stdout);
  readonly exit = process.exit.bind(process);

  /** Reports that the process is ready for its first run. It exits when its input ends. */
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
