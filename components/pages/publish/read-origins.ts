import { MAX_ORIGINS, originSchema } from '#lib/text/web-origin.ts';

export type Origins = {
  readonly origins: readonly string[];
  /** The first line that is not an origin. */
  readonly wrong: string | undefined;
  readonly isTooMany: boolean;
};

/** Origins as a person writes or copies them, with lines, spaces or commas between them. */
export function readOrigins(text: string): Origins {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  const origins = [...new Set(parts.map((part) => part.toLowerCase().replace(/\/$/, '')))];
  const wrong = origins.find((origin) => !originSchema.safeParse(origin).success);
  return { origins, wrong, isTooMany: origins.length > MAX_ORIGINS };
}
