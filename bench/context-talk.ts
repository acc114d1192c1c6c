import type { ModelMessage } from 'ai';
import { z } from 'zod';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import { defineTool } from '#lib/tools/define-tool.ts';
import { toolJsonSchema } from '#lib/tools/tool-catalogue.ts';
import type { RequestBody } from '#tests/support/fake-model/answer.ts';
import type { Behaviour } from '#tests/support/fake-model/behaviour.ts';
import { makeMemoryPayloads } from '#tests/support/memory-payloads.ts';

const lookup = defineTool({
  id: 'lookup',
  title: 'Look up',
  description: 'Returns the records of a shipment.',
  group: 'web',
  input: z.strictObject({ shipment: z.string() }),
  output: z.unknown(),
  risk: 'low',
  scope: 'workspace',
  effects: 'read',
  timeoutMs: 60_000,
});

export const LOOKUP = { name: lookup.id, description: lookup.description, inputSchema: toolJsonSchema(lookup.input, 'input') };

/** Tools whose only tool returns the records of the talk. */
export function lookupTools(talk: ScriptedTalk) {
  const handle = async ({ input }: { input: unknown }) => ({
    data: talk.records((input as { shipment: string }).shipment),
    summary: 'found',
  });
  return makeToolKit({
    definitions: { lookup },
    handlers: { lookup: async () => ({ default: handle }) },
    payloads: makeMemoryPayloads(),
  });
}

const SUMMARY_START = promptText('en', 'summary').slice(0, 40);
const SUMMARY_WORDS = 300;
const RECORDS = 60;
const CITIES = ['Shanghai', 'Rotterdam', 'Santos', 'Oakland', 'Durban', 'Busan', 'Genoa', 'Colombo', 'Callao', 'Tema'];

/** Whether the engine asks for a summary, and of what. */
export function summaryRequestOf({ messages }: RequestBody): string | undefined {
  const [first, second] = messages;
  return first?.role === 'system' && first.content.startsWith(SUMMARY_START) ? second?.content : undefined;
}

/**
 * Turns of one question, one call of a tool with a result of some 7,000 characters (every tenth
 * 30,000), and one answer. Every fourth turn has a fact: said by the user, or found in the result
 * and repeated in the answer.
 */
export class ScriptedTalk {
  readonly turns: number;
  readonly instructions = 'You track shipments for a logistics team. Look up what you are asked, and answer in a few sentences.';

  constructor(turns: number) {
    this.turns = turns;
  }

  /** Facts by turn, unique texts. */
  get facts(): string[] {
    return Array.from({ length: this.turns }, (_, turn) => this.#fact(turn)).filter((fact) => fact !== undefined);
  }

  prompt(turn: number): string {
    const fact = turn % 8 === 0 ? ` For the record: ${this.#fact(turn)}.` : '';
    return `Where is shipment ${shipmentOf(turn)}, and what delayed it on its way to ${cityOf(turn)}?${fact}`;
  }

  records(shipment: string): unknown {
    const turn = Number(shipment.slice(2));
    const count = turn % 10 === 9 ? RECORDS * 4 : RECORDS;
    const found = turn % 8 === 4 ? this.#fact(turn) : undefined;
    return Array.from({ length: count }, (_, index) => ({
      event: index,
      port: cityOf(turn + index),
      note:
        index === 7 && found ? found : `Container moved from bay ${(turn * 31 + index * 7) % 97} to bay ${(turn + index) % 89}`,
      at: `2026-0${1 + (index % 9)}-1${index % 10}T0${index % 10}:00:00Z`,
    }));
  }

  /** How the model answers: a call after a question, text after a result. */
  reply(body: RequestBody): Partial<Behaviour> {
    const transcript = summaryRequestOf(body);
    if (transcript !== undefined) return { tokens: [this.summaryOf(transcript)] };
    const last = body.messages.at(-1);
    const asked = body.messages.findLast(({ role, content }: ModelMessage) => role === 'user' && isQuestion(content));
    const turn = Number(/SH(\d+)/.exec(asked?.content ?? '')?.[1]);
    if (last?.role === 'tool') return { tokens: [this.answer(turn)], calls: [] };
    return { calls: [{ name: lookup.id, args: { shipment: shipmentOf(turn) } }] };
  }

  answer(turn: number): string {
    const fact = turn % 8 === 4 ? ` Note this: ${this.#fact(turn)}.` : '';
    const steps = Array.from(
      { length: 12 },
      (_, index) => `It passed ${cityOf(turn + index)}, was moved to bay ${(turn + index) % 89}, and left the day after.`,
    );
    return `Shipment ${shipmentOf(turn)} is in ${cityOf(turn)}.${fact} ${steps.join(' ')}`;
  }

  /** The messages of a turn after its question, by model call. */
  rounds(turn: number): ModelMessage[][] {
    const toolCallId = `call_${turn}`;
    const shipment = shipmentOf(turn);
    return [
      [
        { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName: lookup.id, input: { shipment } }] },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId,
              toolName: lookup.id,
              output: { type: 'json', value: this.records(shipment) as never },
            },
          ],
        },
      ],
      [{ role: 'assistant', content: this.answer(turn) }],
    ];
  }

  /**
   * As a model sums up: sentences with something to keep first, then others, as far as its words go.
   * It sees nothing but what it is given.
   */
  summaryOf(transcript: string): string {
    const sentences = transcript.split(/(?<=\.)\s/);
    const important = sentences.filter((sentence) => /code [0-9A-F]{6}/.test(sentence));
    const others = sentences.filter((sentence) => !important.includes(sentence) && sentence.startsWith('Assistant: '));
    return [...important, ...others].join(' ').split(' ').slice(0, SUMMARY_WORDS).join(' ');
  }

  #fact(turn: number): string | undefined {
    if (turn % 4 !== 0) return undefined;
    const code = ((turn * 2_654_435_761) % 0xffffff).toString(16).toUpperCase().padStart(6, '0');
    return `the customs code of ${shipmentOf(turn)} is code ${code}`;
  }
}

function isQuestion(content: unknown): boolean {
  return typeof content === 'string' && content.startsWith('Where is shipment');
}

function shipmentOf(turn: number): string {
  return `SH${turn}`;
}

function cityOf(index: number): string {
  return CITIES[index % CITIES.length] ?? '';
}
