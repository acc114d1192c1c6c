import { stringify } from 'yaml';
import { readFrontMatter } from './front-matter.ts';
import { ownNameFields } from './given-name.ts';
import { publicToolName } from './public-tool-names.ts';
import { OWN_METADATA, publicSkillName, type Skill } from './skill.ts';

/** Fields of the public format that mean nothing here, and are kept. */
const KEPT = ['license', 'compatibility'] as const;

/**
 * `SKILL.md` in the public format, which other programs load. What only Threadloom knows is in
 * `metadata`, where it is found again when the skill is imported.
 * @param source the content of `SKILL.md` as it is
 * @see https://agentskills.io/specification
 */
export function toPublicSkill(skill: Skill, source: string): string {
  const { body } = readFrontMatter(source);
  const { text, tags, allowedTools, author, version, maxIterations, timeoutSeconds, isEnabled } = skill;
  const own: Readonly<Record<string, string | undefined>> = {
    display_name: text.displayName,
    tags: lines(tags),
    triggers: lines(text.triggers),
    max_iterations: String(maxIterations),
    timeout: String(timeoutSeconds),
    enabled: isEnabled ? undefined : 'false',
  };
  const given = Object.entries(own).flatMap(([field, value]) => (value === undefined ? [] : [[OWN_METADATA + field, value]]));
  const fields = {
    name: publicSkillName(skill.name),
    description: text.description,
    ...Object.fromEntries(
      KEPT.flatMap((field) => (typeof skill.unknown[field] === 'string' ? [[field, skill.unknown[field]]] : [])),
    ),
    ...(allowedTools && { 'allowed-tools': allowedTools.map(publicToolName).join(' ') }),
    metadata: { version, ...(author !== undefined && { author }), ...ownNameFields(skill.name), ...Object.fromEntries(given) },
  };
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n${body}\n`;
}

/** One item a line, a single one too, since commas part items otherwise; undefined for none. */
function lines(items: readonly string[]): string | undefined {
  return items.length === 0 ? undefined : `${items.join('\n')}\n`;
}
