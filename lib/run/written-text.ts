/**
 * The text of a reply as far as a model has written it: what comes before it, and its rounds, of which the last one is
 * the output of the node. An attempt that begins again repeats what was written, or says something else.
 */
export class WrittenText {
  readonly #before: string;
  #text = '';
  /** Where the last round begins. */
  #round = 0;
  #isRoundOver = false;
  /** How much of it the current attempt has written. */
  #position = 0;
  /** The current attempt writes something else than an earlier one. */
  #isOther = false;

  /** @param before what the reply has before the text */
  constructor(before = '') {
    this.#before = before;
  }

  /** @returns what is new of the reply, empty for nothing */
  add(text: string): string {
    if (text === '') return '';
    const known = this.#text.slice(this.#position, this.#position + text.length);
    this.#isOther ||= !text.startsWith(known);
    if (this.#isOther) return '';
    if (this.#isRoundOver) this.#round = this.#position;
    this.#isRoundOver = false;
    this.#position += text.length;
    const added = text.slice(known.length);
    const isFirst = this.#text === '';
    this.#text += added;
    return isFirst ? this.#before + added : added;
  }

  /** The call of the model has ended: what comes is another round. */
  endRound(): void {
    this.#isRoundOver = true;
  }

  startAgain(): void {
    this.#position = 0;
    this.#round = 0;
    this.#isRoundOver = false;
    this.#isOther = false;
  }

  get hasText(): boolean {
    return this.#text !== '';
  }

  /** What is still to be sent of the whole reply, possibly after the texts of earlier rounds. */
  restOf(reply: string): string {
    if (!this.hasText) return reply;
    const own = reply.startsWith(this.#before) ? reply.slice(this.#before.length) : undefined;
    const rest = own === undefined ? undefined : (restAfter(own, this.#text) ?? restAfter(own, this.#text.slice(this.#round)));
    return rest ?? `\n\n${reply}`;
  }
}

function restAfter(text: string, written: string): string | undefined {
  return text.startsWith(written) ? text.slice(written.length) : undefined;
}
