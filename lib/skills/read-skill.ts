import type { Language } from '../i18n/language.ts';
import { formatCount } from '../text/format-count.ts';
import { readFrontMatter } from './front-matter.ts';
import { givenName } from './given-name.ts';
import { skillToolId, splitToolNames } from './public-tool-names.ts';
import { DEFAULT_SKILL_LIMITS, OWN_METADATA, SKILL_LIMITS, SKILL_NAME, type Skill, type SkillText } from './skill.ts';
import { type SkillProblem, skillError, skillWarning } from './skill-problem.ts';

/** Fields of the front matter that mean something here. */
const FIELDS = [
  'name',
  'display_name',
  'description',
  'version',
  'allowed_tools',
  'author',
  'tags',
  'triggers',
  'max_iterations',
  'timeout',
  'enabled',
  'allowed-tools',
  'metadata',
];
/** Fields of ours alone: a skill with one of them is in our format. */
const OWN_FIELDS = ['display_name', 'version', 'allowed_tools', 'triggers', 'max_iterations', 'timeout', 'enabled', 'tags'];
const MAX_DESCRIPTION_CHARS = 1024;
const MAX_LIST = 100;
const MAX_ITEM_CHARS = 200;
const LIMITS = { max_iterations: 200, timeout: 3600 } as const;

type SkillSource = {
  /** Name of its folder. */
  readonly folder: string;
  /** Content of `SKILL.md`. */
  readonly text: string;
  /** Contents of `SKILL.<language>.md`. @defaultValue none */
  readonly translations?: Readonly<Partial<Record<Language, string>>>;
};

export type ReadSkill = {
  /** Undefined with an error among the problems. */
  readonly skill: Skill | undefined;
  readonly problems: readonly SkillProblem[];
};

/** A skill from its texts, in our format or the public one. Never throws: it lists problems instead. */
export function readSkill({ folder, text, translations = {} }: SkillSource): ReadSkill {
  const { fields, body, problems: found } = readFrontMatter(text);
  const problems = [...found];
  if (!fields) return { skill: undefined, problems };
  const reader = new FieldReader(fields, problems);
  const isOwn = OWN_FIELDS.some((field) => Object.hasOwn(fields, field));
  const metadata = reader.record('metadata');
  const name = givenName(fields) ?? reader.text('name') ?? folder;
  checkName(name, { folder, isOwn: isOwn || name !== fields.name, problems });
  const description = reader.text('description') ?? '';
  if (description === '') problems.push(skillError('description-missing', 'The skill has no description', 'description'));
  if (body.length > SKILL_LIMITS.maxBodyChars)
    problems.push(
      skillError('body-too-long', `The body is longer than ${formatCount(SKILL_LIMITS.maxBodyChars)} characters`, 'SKILL.md'),
    );
  const version = reader.text('version') ?? stringOf(metadata.version) ?? '0.0.0';
  if (!/^\d+\.\d+\.\d+(?:[-+][\w.+-]{1,60})?$/.test(version))
    problems.push(skillWarning('version-invalid', `${JSON.stringify(version)} is no semantic version, such as 1.0.0`, 'version'));
  const tools = reader.tools();
  const own: SkillText = {
    displayName: reader.text('display_name') ?? titleOf(name),
    description,
    triggers: reader.list('triggers'),
    body,
  };
  const skill: Skill = {
    name,
    format: isOwn ? 'threadloom' : 'agent-skills',
    version,
    author: reader.text('author') ?? stringOf(metadata.author),
    tags: reader.list('tags'),
    allowedTools: tools,
    maxIterations: reader.count('max_iterations', DEFAULT_SKILL_LIMITS.maxIterations),
    timeoutSeconds: reader.count('timeout', DEFAULT_SKILL_LIMITS.timeoutSeconds),
    isEnabled: reader.flag('enabled', true),
    text: own,
    translations: readTranslations(translations, own, problems),
    unknown: Object.fromEntries(Object.entries(fields).filter(([field]) => !FIELDS.includes(field))),
  };
  return { skill: problems.some(({ severity }) => severity === 'error') ? undefined : skill, problems };
}

type NameCheck = { readonly folder: string; readonly isOwn: boolean; readonly problems: SkillProblem[] };

function checkName(name: string, { folder, isOwn, problems }: NameCheck): void {
  if (!SKILL_NAME.test(name))
    problems.push(
      skillError(
        'name-invalid',
        `${JSON.stringify(name.slice(0, MAX_ITEM_CHARS))} is no name of a skill: lowercase letters, digits, - and _, at most 64`,
        'name',
      ),
    );
  if (name !== folder) problems.push(skillError('name-folder', `The name ${name} is not that of its folder ${folder}`, 'name'));
  if (!isOwn && name.includes('_'))
    problems.push(skillWarning('name-public', 'Names of the public format have - instead of _', 'name'));
}

/** `SKILL.zh-CN.md`: the same front matter, of which only the texts count, and a body. */
function readTranslations(
  sources: Readonly<Partial<Record<Language, string>>>,
  own: SkillText,
  problems: SkillProblem[],
): Skill['translations'] {
  const read: Partial<Record<Language, SkillText>> = {};
  for (const [language, source] of Object.entries(sources) as [Language, string][]) {
    const at = `SKILL.${language}.md`;
    const { fields, body, problems: found } = readFrontMatter(source);
    problems.push(...found.map((problem) => ({ ...problem, at })));
    if (!fields) continue;
    const reader = new FieldReader(fields, problems);
    if (body.length > SKILL_LIMITS.maxBodyChars)
      problems.push(
        skillError('body-too-long', `The body is longer than ${formatCount(SKILL_LIMITS.maxBodyChars)} characters`, at),
      );
    read[language] = {
      displayName: reader.text('display_name') ?? own.displayName,
      description: reader.text('description') ?? own.description,
      triggers: reader.list('triggers'),
      body: body === '' ? own.body : body,
    };
  }
  return read;
}

/** Reads fields leniently: what has another type than it should is a warning, and its default. */
class FieldReader {
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #problems: SkillProblem[];

  constructor(fields: Readonly<Record<string, unknown>>, problems: SkillProblem[]) {
    this.#fields = fields;
    this.#problems = problems;
  }

  text(field: string): string | undefined {
    const value = this.#valueOf(field);
    if (value === undefined) return undefined;
    const text = stringOf(value)?.trim();
    if (text === undefined) return this.#wrong(field, `${field} is not a text`);
    if (field === 'description' && text.length > MAX_DESCRIPTION_CHARS)
      this.#warn(field, 'description-long', `The description is longer than ${MAX_DESCRIPTION_CHARS} characters`);
    return text === '' ? undefined : text.slice(0, MAX_DESCRIPTION_CHARS);
  }

  list(field: string): string[] {
    const value = this.#valueOf(field);
    if (value === undefined) return [];
    // Lists of metadata have an item a line.
    const items = typeof value === 'string' ? value.split(value.includes('\n') ? '\n' : /[,，]/) : value;
    const texts = Array.isArray(items) ? items.map(stringOf) : [undefined];
    if (texts.some((text) => text === undefined)) this.#wrong(field, `${field} is not a list of texts`);
    return texts
      .flatMap((text) => (text === undefined || text.trim() === '' ? [] : [text.trim().slice(0, MAX_ITEM_CHARS)]))
      .slice(0, MAX_LIST);
  }

  record(field: string): Readonly<Record<string, unknown>> {
    const value = this.#valueOf(field);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
    if (value !== undefined) this.#wrong(field, `${field} is not a map`);
    return {};
  }

  count(field: keyof typeof LIMITS, fallback: number): number {
    const value = numberIn(this.#valueOf(field));
    if (value === undefined) return fallback;
    const max = LIMITS[field];
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max) return value;
    this.#wrong(field, `${field} is not a whole number from 1 to ${max}`);
    return fallback;
  }

  flag(field: string, fallback: boolean): boolean {
    const given = this.#valueOf(field);
    const value = given === 'true' || given === 'false' ? given === 'true' : given;
    if (value === undefined || typeof value === 'boolean') return value ?? fallback;
    this.#wrong(field, `${field} is not true or false`);
    return fallback;
  }

  /** `allowed_tools`, else `allowed-tools`; both as a list or as one text. */
  tools(): string[] | undefined {
    const field = this.#valueOf('allowed_tools') === undefined ? 'allowed-tools' : 'allowed_tools';
    const value = this.#valueOf(field);
    if (value === undefined) return undefined;
    const names = typeof value === 'string' ? splitToolNames(value) : this.list(field);
    return [...new Set(names.slice(0, MAX_LIST).map(skillToolId))];
  }

  #valueOf(field: string): unknown {
    const value = Object.hasOwn(this.#fields, field) ? this.#fields[field] : this.#inMetadata(OWN_METADATA + field);
    return value === null ? undefined : value;
  }

  /** Where a skill in the public format has the fields of ours: all as texts. */
  #inMetadata(key: string): unknown {
    const { metadata } = this.#fields;
    if (typeof metadata !== 'object' || metadata === null || !Object.hasOwn(metadata, key)) return undefined;
    return (metadata as Readonly<Record<string, unknown>>)[key];
  }

  #wrong(field: string, message: string): undefined {
    this.#warn(field, 'field-invalid', message);
    return undefined;
  }

  #warn(field: string, code: string, message: string): void {
    this.#problems.push(skillWarning(code, message, field));
  }
}

function numberIn(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value;
}

function stringOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

function titleOf(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
