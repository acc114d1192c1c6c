import type { PublicEvent } from '#lib/run/public-event.ts';
import { readableAnswer } from '#lib/run/readable-answer.ts';
import type { View } from '../run/follow-run.ts';
import { printable, type Terminal } from '../terminal.ts';

/** The answer of one turn, printed while it is written. */
export class ChatView implements View {
  readonly #terminal: Terminal;
  readonly #replies: string[] = [];
  #printed = '';

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  show(event: PublicEvent): void {
    if (event.type === 'content' && !event.parent) this.#print(event.content);
    else if (event.type === 'reply') this.#reply(event.content);
    else if (event.type === 'done') this.#end(event);
  }

  #reply(content: string): void {
    this.#print(this.#replies.length === 0 ? content : `\n\n${content}`);
    this.#replies.push(content);
  }

  #end({ status, outputs = {}, error }: Extract<PublicEvent, { type: 'done' }>): void {
    const answer = status === 'succeeded' ? readableAnswer(this.#replies, outputs) : '';
    // A text that no node wrote as it is, or that another node changed.
    if (!this.#printed.endsWith(answer)) this.#print(this.#printed === '' ? answer : `\n\n${answer}`);
    if (this.#printed !== '') this.#terminal.out('\n');
    if (error) this.#terminal.err(`${this.#terminal.paint('red', '✗')} ${printable(error.message)}\n`);
  }

  #print(text: string): void {
    this.#printed += text;
    this.#terminal.out(printable(text));
  }
}
