type ModelCallEnd = { readonly callId: string; readonly isAnswered: boolean };

/** Whether the answer of a call counts: a node that starts again does not repeat such a call. */
export function isAnswered({ error, finishReason }: { error?: unknown; finishReason?: string | undefined }): boolean {
  return error === undefined && finishReason !== 'cancelled';
}

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
  /** Where the rounds of ended calls begin. */
  readonly #starts = new Map<string, number>();
  /** The last call, when it ended without an answer. */
  #unanswered: string | undefined;
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
    this.#unanswered = undefined;
    this.#position += text.length;
    const added = text.slice(known.length);
    const isFirst = this.#text === '';
    this.#text += added;
    return isFirst ? this.#before + added : added;
  }

  /** A call of the model has ended: what comes is another round. */
  endCall({ callId, isAnswered }: ModelCallEnd): void {
    // Where rounds after a different text begin is not known.
    if (!this.#isOther || !this.#isRoundOver) this.#starts.set(callId, this.#isRoundOver ? this.#position : this.#round);
    this.#isRoundOver = true;
    this.#unanswered = isAnswered ? undefined : callId;
  }

  /** A call is made again, or its answer is void: the text of the rounds before it stays. */
  startAgain(callId: string): void {
    const start = this.#startOf(callId);
    if (start === undefined) return;
    this.#position = start;
    this.#round = start;
    this.#isRoundOver = false;
    this.#isOther = false;
  }

  /** The node starts again, or another process resumes it: calls that were answered are not made again. */
  resume(): void {
    this.startAgain(this.#unanswered ?? '');
  }

  /** As `startAgain`, for a reader who forgets the text of the call. */
  forget(callId = this.#unanswered ?? ''): void {
    this.startAgain(callId);
    this.#text = this.#text.slice(0, this.#position);
  }

  /** Undefined for a call that has written nothing. */
  #startOf(callId: string): number | undefined {
    return this.#starts.get(callId) ?? (this.#isRoundOver ? undefined : this.#round);
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
