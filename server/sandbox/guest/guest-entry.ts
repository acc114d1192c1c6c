import { createInterface } from 'node:readline';
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
    const lines = createInterface({ input: this.#stdin });
    lines.on('line', (line) => {
      const order = JSON.parse(line) as GuestOrder<Request>;
      if (order.type === 'run') onRun(order.request, order.runNumber);
      else onAnswer(order);
    });
    lines.once('close', () => this.exit(0));
    this.send({ type: 'ready' });
  }

  send(message: GuestMessage): void {
    this.#write(`${JSON.stringify(message)}\n`);
  }
}
