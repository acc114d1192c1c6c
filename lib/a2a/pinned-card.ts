import { z } from 'zod';
import { canonicalJson } from '../mcp/compare-tools.ts';
import { readInterface } from './agent-card.ts';

const MAX_SKILLS = 100;
const MAX_NAME_CHARS = 200;
const MAX_TEXT_CHARS = 4000;
const MAX_LISTED = 50;

const skillSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
});
/** What an agent says of a thing that it can do. */
export type AgentSkill = z.output<typeof skillSchema>;

/** What of an agent card is used or shown, as it was at one time. All of it is data: nothing here is an instruction. */
export const pinnedCardSchema = z.object({
  name: z.string(),
  description: z.string(),
  version: z.string(),
  provider: z.string(),
  url: z.string().meta({ description: 'Where it is called.' }),
  protocol: z.enum(['1.0', '0.3']).meta({ description: 'Version of A2A in which it is called.' }),
  skills: z.array(skillSchema),
  inputModes: z.array(z.string()),
  outputModes: z.array(z.string()),
  security: z.array(z.string()).meta({ description: 'What it wants from callers, by name and kind.' }),
  omitted: z.array(z.string()).meta({ description: 'What of the card is not used, and why.' }),
});
export type PinnedCard = z.output<typeof pinnedCardSchema>;

const text = z.string().catch('');
const texts = z.array(z.unknown()).catch([]);
const rawCardSchema = z.looseObject({
  name: text,
  description: text,
  version: text,
  provider: z.looseObject({ organization: text }).catch({ organization: '' }),
  skills: z.array(z.unknown()).catch([]),
  defaultInputModes: texts,
  defaultOutputModes: texts,
  securitySchemes: z.record(z.string(), z.unknown()).catch({}),
});
const rawSkillSchema = z.looseObject({ id: z.string().min(1), name: text, description: text, tags: texts });

/**
 * The card as it is accepted and compared. Long texts are cut, so that an agent cannot fill the context of models.
 * @throws {NodeFailure} `a2a-card-invalid`
 */
export function pinCard(card: unknown, cardUrl: string): PinnedCard {
  const { url, version: protocol } = readInterface(card, cardUrl);
  const raw = rawCardSchema.parse(card);
  const omitted: string[] = [];
  return {
    name: cut(raw.name, MAX_NAME_CHARS),
    description: cut(raw.description),
    version: cut(raw.version, MAX_NAME_CHARS),
    provider: cut(raw.provider.organization, MAX_NAME_CHARS),
    url,
    protocol,
    skills: skillsOf(raw.skills, omitted),
    inputModes: listOf(raw.defaultInputModes),
    outputModes: listOf(raw.defaultOutputModes),
    security: Object.entries(raw.securitySchemes)
      .slice(0, MAX_LISTED)
      .map(([name, scheme]) => `${cut(name, MAX_NAME_CHARS)}: ${kindOf(scheme)}`),
    omitted,
  };
}

function skillsOf(raw: readonly unknown[], omitted: string[]): AgentSkill[] {
  const skills = new Map<string, AgentSkill>();
  for (const one of raw.slice(0, MAX_SKILLS)) {
    const read = rawSkillSchema.safeParse(one).data;
    if (!read || read.id.length > MAX_NAME_CHARS) omitted.push('a skill without an id that can be used');
    else if (skills.has(read.id)) omitted.push(`${read.id}: two skills have this id`);
    else {
      const { id, name, description, tags } = read;
      skills.set(id, { id, name: cut(name || id, MAX_NAME_CHARS), description: cut(description), tags: listOf(tags) });
    }
  }
  if (raw.length > MAX_SKILLS) omitted.push(`${raw.length - MAX_SKILLS} skills: only ${MAX_SKILLS} are used`);
  return [...skills.values()];
}

/** `bearer`, `apiKey`: 1.0 names the kind by its field, and 0.3 in `type`. */
function kindOf(scheme: unknown): string {
  if (typeof scheme !== 'object' || scheme === null) return 'unknown';
  const [key = 'unknown', value] = Object.entries(scheme).find(([name]) => name.endsWith('SecurityScheme')) ?? [];
  const inner = (typeof value === 'object' && value !== null ? value : scheme) as Record<string, unknown>;
  const named = [inner.scheme, inner.type, key.replace('SecurityScheme', '')].find((part) => typeof part === 'string');
  return cut(String(named), MAX_NAME_CHARS);
}

function listOf(values: readonly unknown[]): string[] {
  return values
    .filter((value) => typeof value === 'string')
    .slice(0, MAX_LISTED)
    .map((value) => cut(value, MAX_NAME_CHARS));
}

function cut(value: string, maxChars = MAX_TEXT_CHARS): string {
  return value.length > maxChars ? `${value.slice(0, maxChars).toWellFormed()}…` : value;
}

/** Whether two cards are the same, to the letter. */
export function isSameCard(one: PinnedCard, other: PinnedCard): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

export type CardDifference = { readonly part: string; readonly before: string; readonly now: string };

/** The parts that differ, by name; a skill is `skills.<id>`. Empty texts are missing parts. */
export function compareCards(before: PinnedCard, now: PinnedCard): CardDifference[] {
  const [old, current] = [partsOf(before), partsOf(now)];
  return [...new Set([...old.keys(), ...current.keys()])]
    .map((part) => ({ part, before: old.get(part) ?? '', now: current.get(part) ?? '' }))
    .filter((difference) => difference.before !== difference.now);
}

function partsOf({ skills, ...card }: PinnedCard): Map<string, string> {
  const plain = Object.entries(card).map(
    ([part, value]) => [part, typeof value === 'string' ? value : value.join('\n')] as const,
  );
  const ofSkills = skills.map(
    ({ id, name, description, tags }) => [`skills.${id}`, [name, description, tags.join(', ')].join('\n')] as const,
  );
  return new Map([...plain, ...ofSkills]);
}
