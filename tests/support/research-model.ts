import { promptText } from '#lib/i18n/prompt-text.ts';
import type { RequestBody } from './fake-model/answer.ts';
import type { Behaviour } from './fake-model/behaviour.ts';
import { researchPages } from './research-site.ts';

type Message = { readonly role: string; readonly content: string | null; readonly tool_calls?: readonly unknown[] };

const call = (name: string, args: unknown): Partial<Behaviour> => ({ calls: [{ name, args }] });
const say = (text: string): Partial<Behaviour> => ({ tokens: text.match(/.{1,12}/gsu) ?? [], calls: [], isExact: true });
const json = (value: unknown) => say(JSON.stringify(value));

/**
 * A model that researches as the template asks: it plans, gives the first step to an agent, searches
 * and reads for the second one itself, and cites by the numbers that it sees in its own messages.
 */
export function researchReply(origin: string): (body: RequestBody) => Partial<Behaviour> {
  return (body) => {
    const messages = body.messages as Message[];
    const [first] = messages;
    const instructions = first?.role === 'system' ? (first.content ?? '') : '';
    if (instructions.startsWith(promptText('en', 'verdict').slice(0, 40)))
      return json({ isValid: true, reason: 'It answers what was asked.', problems: [] });
    if (instructions.startsWith(promptText('en', 'summary').slice(0, 40))) return say('The assistant searched and read pages.');
    return instructions.startsWith('You answer questions from sources.')
      ? replyOfPlanner(messages, origin)
      : replyOfAgent(messages, origin);
  };
}

function replyOfPlanner(messages: readonly Message[], origin: string): Partial<Behaviour> {
  const last = messages.at(-1)?.content ?? '';
  if (last.includes(promptText('en', 'plan-make', { max: 20 }).slice(0, 40)))
    return json({ steps: ['Find out what raises the tides', 'Find out why some are higher'] });
  if (last.includes(promptText('en', 'plan-check').slice(0, 30))) return json({ verdict: 'complete' });
  if (last.includes(promptText('en', 'plan-answer').slice(0, 30)))
    return say(
      claims(
        messages,
        researchPages.map(({ path }) => path),
        origin,
      ),
    );
  const begun = messages.findLastIndex(({ content }) => content?.startsWith('Do step ') ?? false);
  const step = Number(/^Do step (\d+)/.exec(messages[begun]?.content ?? '')?.[1]);
  const since = messages.slice(begun);
  const results = since.filter(({ role }) => role === 'tool').length;
  if (step === 1) {
    if (results === 0) return call('sub-agent', { name: 'research', task: 'Find out what raises the tides, from two pages.' });
    return json({ status: 'done', result: claims(messages, ['/moon', '/sun'], origin) });
  }
  const acts = [
    call('web_search', { query: 'volcanoes erupting' }),
    call('web_search', { query: 'tides coasts' }),
    ...['/coast', '/tables', '/moon', '/sun'].map((path) => call('read_url', { url: `${origin}${path}` })),
    call('update_memory', { facts: [claims(messages, ['/coast'], origin)] }),
  ];
  return acts[results] ?? json({ status: 'done', result: claims(messages, ['/coast', '/tables'], origin) });
}

function replyOfAgent(messages: readonly Message[], origin: string): Partial<Behaviour> {
  const acts = [
    call('web_search', { query: 'tides moon sun' }),
    call('read_url', { url: `${origin}/moon` }),
    call('read_url', { url: `${origin}/sun` }),
  ];
  const results = messages.filter(({ role }) => role === 'tool').length;
  return acts[results] ?? json({ summary: claims(messages, ['/moon', '/sun'], origin), evidence: [] });
}

/** A sentence for each page, with the number that the conversation gives the page. */
function claims(messages: readonly Message[], paths: readonly string[], origin: string): string {
  const said = messages.map(({ content }) => content ?? '').join('\n');
  return researchPages
    .filter(({ path }) => paths.includes(path))
    .map(({ path, fact }) => `${fact} [${numberOf(`${origin}${path}`, fact, said) ?? '?'}].`)
    .join(' ');
}

/** By `citeAs`, by the list of an agent's sources, by an omitted result, or by an earlier claim. */
function numberOf(url: string, fact: string, said: string): string | undefined {
  const around = said
    .split(url)
    .slice(0, -1)
    .map((before, index) => ({
      before: before.slice(-40),
      after: said.split(url)[index + 1]?.slice(0, 20) ?? '',
    }));
  const found = around.flatMap(({ before, after }) => {
    const number =
      /^":"\[(\d+)\]"/.exec(after)?.[1] ?? /"index":(\d+),"url":"$/.exec(before)?.[1] ?? /\[(\d+)\] $/.exec(before)?.[1];
    return number ?? [];
  });
  const claimed = said
    .split(fact)
    .slice(1)
    .flatMap((after) => /^ \[(\d+)\]/.exec(after)?.[1] ?? []);
  return found.at(-1) ?? claimed.at(-1);
}
