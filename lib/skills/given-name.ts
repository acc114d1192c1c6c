import { OWN_METADATA, publicSkillName } from './skill.ts';

const OWN_NAME = `${OWN_METADATA}name`;

/** Metadata with the name of a skill that the public format cannot have; none for other names. */
export function ownNameFields(name: string): Readonly<Record<string, string>> {
  return publicSkillName(name) === name ? {} : { [OWN_NAME]: name };
}

/**
 * The name that front matter gives; undefined without one. One of our own is taken where the public
 * name stems from it.
 */
export function givenName({ name, metadata }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof name !== 'string') return undefined;
  const own =
    typeof metadata === 'object' && metadata !== null && Object.hasOwn(metadata, OWN_NAME) && Object(metadata)[OWN_NAME];
  return typeof own === 'string' && publicSkillName(own) === name ? own : name;
}
