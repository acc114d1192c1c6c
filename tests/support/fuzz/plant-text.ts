import type { SeedRequest } from './seed-requests.ts';

/** The same request once for each text of its body, with `planted` behind that text. */
export function plantText(seed: SeedRequest, planted: string): SeedRequest[] {
  return variantsOf(seed.body, planted).map((body) => ({ ...seed, body }));
}

function variantsOf(value: unknown, planted: string): unknown[] {
  if (typeof value === 'string') return [`${value}${planted}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    variantsOf(inner, planted).map((variant) =>
      Array.isArray(value) ? value.with(Number(key), variant) : { ...value, [key]: variant },
    ),
  );
}
