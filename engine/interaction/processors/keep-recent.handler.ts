import type { ModelMessage } from 'ai';
import { defineProcessorHandler } from '#engine/contract/define-processor-handler.ts';
import keepRecent from '#lib/interaction/processors/keep-recent.processor.ts';
import { cutText } from '#lib/text/cut-text.ts';
import { partsOf, resultText, textOf } from '../message-text.ts';

const HEADING = '[Previous conversation summary]';
const SECTIONS = ['Goal', 'Done', 'Files', 'Commands', 'Findings', 'Open', 'Time'] as const;
type Section = (typeof SECTIONS)[number];
type Summary = Record<Section, string[]>;

const MAX_ITEMS = 20;
const MAX_ITEM_CHARS = 300;
const MAX_FINDING_CHARS = 100;

/** Arguments in which tools take a file or a command, whatever the tool. */
const FILE_ARGUMENTS = ['path', 'file', 'filename', 'fileName', 'filePath', 'file_path'];
const COMMAND_ARGUMENTS = ['command', 'cmd', 'script'];

/**
 * Gathers messages before the latest under fixed headings, without a model. An earlier summary goes
 * into the new one.
 */
export default defineProcessorHandler(keepRecent, ({ messages, config: { keep }, context }) => {
  const instructions = messages.filter(({ role }) => role === 'system');
  const said = messages.filter(({ role }) => role !== 'system');
  const old = said.slice(0, firstKept(said, keep));
  if (old.length === 0 || (old.length === 1 && isSummary(old[0]))) return messages;
  const summary = summarize(old);
  if (context.startedAt !== undefined) summary.Time = [`${toIso(context.startedAt)} to ${toIso(context.now)}`];
  return [...instructions, { role: 'user', content: write(summary) }, ...said.slice(old.length)];
});

/** Results are not kept without the message that called for them. */
function firstKept(messages: readonly ModelMessage[], keep: number): number {
  let first = Math.max(0, messages.length - keep);
  while (first > 0 && messages[first]?.role === 'tool') first--;
  return first;
}

function summarize(messages: readonly ModelMessage[]): Summary {
  const summary: Summary = { Goal: [], Done: [], Files: [], Commands: [], Findings: [], Open: [], Time: [] };
  for (const message of messages) {
    if (isSummary(message)) readInto(summary, textOf(message));
    else take(summary, message);
  }
  return summary;
}

function take(summary: Summary, message: ModelMessage): void {
  const text = item(textOf(message));
  if (message.role === 'user') {
    summary.Goal.push(text);
    summary.Open = [text];
    return;
  }
  if (message.role === 'assistant' && text !== '') summary.Done.push(text);
  for (const part of partsOf(message)) {
    if (part.type === 'tool-call') {
      summary.Files.push(...argumentsOf(part.input, FILE_ARGUMENTS));
      summary.Commands.push(...argumentsOf(part.input, COMMAND_ARGUMENTS));
    }
    if (part.type === 'tool-result')
      summary.Findings.push(`${part.toolName}: ${cutText(item(resultText(part)), MAX_FINDING_CHARS)}`);
  }
  const isAnswer = message.role === 'assistant' && partsOf(message).every(({ type }) => type !== 'tool-call');
  if (isAnswer) summary.Open = [];
}

function argumentsOf(input: unknown, names: readonly string[]): string[] {
  if (typeof input !== 'object' || input === null) return [];
  const values = names.map((name) => (Object.hasOwn(input, name) ? (input as Record<string, unknown>)[name] : undefined));
  return values.filter((value) => typeof value === 'string').map(item);
}

function item(text: string): string {
  return cutText(text.replaceAll(/\s+/g, ' ').trim(), MAX_ITEM_CHARS);
}

function write(summary: Summary): string {
  const sections = SECTIONS.map((name) => [name, latest(summary[name])] as const).filter(([, items]) => items.length > 0);
  return [HEADING, ...sections.flatMap(([name, items]) => [`${name}:`, ...items.map((one) => `- ${one}`)])].join('\n');
}

/** The first thing asked stays, since it says what all is about. */
function latest(items: readonly string[]): string[] {
  const distinct = [...new Set(items)].filter((one) => one !== '');
  return distinct.length > MAX_ITEMS ? [...distinct.slice(0, 1), ...distinct.slice(1 - MAX_ITEMS)] : distinct;
}

function isSummary(message: ModelMessage | undefined): boolean {
  return message?.role === 'user' && textOf(message).startsWith(HEADING);
}

function readInto(summary: Summary, text: string): void {
  let section: Section | undefined;
  for (const line of text.split('\n')) {
    if (line.startsWith('- ')) summary[section ?? 'Done'].push(line.slice(2));
    else section = SECTIONS.find((name) => line === `${name}:`);
  }
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
