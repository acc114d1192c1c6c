import { StringDecoder } from 'node:string_decoder';
import { codeInBody, isErrorBody, reasonInBody } from '#lib/json/reason-in-body.ts';
import type { Rewriter } from '../coalesce-body.ts';
import { type AnswerMender, isLoose } from './answer-mender.ts';
import { readJson } from './read-json.ts';

/** Far above any answer. */
const MAX_BODY_CHARS = 64 * 1024 * 1024;
const MAX_SHOWN_CHARS = 200;
/** How a stream of server-sent events begins. */
const IS_EVENTS = /^(?:data|event|id|retry)?:/;

type Mending = {
  readonly mender: AnswerMender;
  /** Takes secrets out of the text of an error. */
  readonly redact: (text: string) => string;
};

/** The body of an answer to a request that wants no stream. */
export function makeJsonRewriter({ mender, redact }: Mending): Rewriter {
  const text = new BodyText();
  return {
    push(bytes) {
      text.add(bytes);
      return '';
    },
    end() {
      const whole = text.end();
      const answer = readJson(whole);
      if (isErrorBody(answer)) return redact(whole);
      return isLoose(answer) ? JSON.stringify(mender.whole(answer)) : whole;
    },
  };
}

/**
 * The body of an answer to a request for a stream whose content type is another one: a stream under a
 * wrong name, a whole answer, which becomes a stream, or an error, which becomes an event.
 * @param makeEvents rewrites it where it is a stream
 */
export function makeStreamRewriter({ mender, redact }: Mending, makeEvents: () => Rewriter): Rewriter {
  const text = new BodyText();
  let events: Rewriter | undefined;
  let isWhole = false;
  return {
    push(bytes) {
      if (events) return events.push(bytes);
      text.add(bytes);
      const beginning = isWhole ? '' : text.read().trimStart();
      if (beginning === '') return '';
      // The longest name of a field has five letters.
      isWhole = beginning.length > 'event:'.length && !IS_EVENTS.test(beginning);
      if (isWhole || !IS_EVENTS.test(beginning)) return '';
      events = makeEvents();
      return events.push(Buffer.from(text.end()));
    },
    end() {
      if (events) return events.end();
      return `${toEvents(text.end(), { mender, redact })}\n\n`;
    },
  };
}

/** @param whole all of the body */
function toEvents(whole: string, { mender, redact }: Mending): string {
  const answer = readJson(whole);
  const lines = answer === undefined ? whole.split('\n').filter((line) => line.trim() !== '') : [];
  if (lines.length > 1 && lines.every((line) => isLoose(readJson(line))))
    return lines.map((line) => mender.event(`data: ${line}`)).join('\n\n');
  if (isErrorBody(answer)) return mender.failure(redact(reasonInBody(answer) ?? cut(whole)), codeInBody(answer));
  if (Array.isArray(answer)) return mender.event(`data: ${JSON.stringify(answer)}`);
  const events = isLoose(answer) ? mender.events(answer) : undefined;
  return events ?? mender.failure(redact(noAnswer(whole, answer)), undefined);
}

function noAnswer(whole: string, answer: unknown): string {
  if (whole.trim() === '') return 'the server answered nothing';
  const title = /<title[^>]*>([^<]*)/i.exec(whole)?.[1]?.trim();
  if (/^\s*<(?:!doctype|html|\?xml)/i.test(whole)) return `the server answered with a page${title ? `: ${cut(title)}` : ''}`;
  const reason = answer === undefined ? cut(whole) : (reasonInBody(answer) ?? cut(whole));
  return `the server answered something else: ${reason}`;
}

function cut(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length > MAX_SHOWN_CHARS ? `${line.slice(0, MAX_SHOWN_CHARS)}…` : line;
}

/** A body as text; characters may be cut between its pieces. */
class BodyText {
  readonly #decoder = new StringDecoder('utf8');
  #text = '';

  add(bytes: Uint8Array): void {
    this.#text += this.#decoder.write(bytes);
    if (this.#text.length > MAX_BODY_CHARS) throw new Error(`The answer has more than ${MAX_BODY_CHARS} characters`);
  }

  read(): string {
    return this.#text;
  }

  end(): string {
    return this.#text.replace(/^\uFEFF/, '') + this.#decoder.end();
  }
}
