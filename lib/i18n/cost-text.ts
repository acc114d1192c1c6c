import { formatUsd } from './format-usd.ts';

type Used = { readonly costUsd?: number | null | undefined; readonly tokens: number };

/** Cost of tokens. Tokens without a known price give `noPrice`; no tokens and no cost give an empty text. */
export function costText({ costUsd, tokens }: Used, noPrice: string): string {
  if (costUsd === null || costUsd === undefined) return tokens > 0 ? noPrice : '';
  return formatUsd(costUsd);
}

/** The same of a sum, in which calls without a price count nothing: with tokens, a sum of 0 has no price. */
export function costSumText({ costUsd, tokens }: Used, noPrice: string): string {
  return costText({ costUsd: costUsd === 0 && tokens > 0 ? undefined : costUsd, tokens }, noPrice);
}

type RunsUsed = { readonly costUsd: number; readonly tokens: number; readonly pricedRuns: number };

/** The same of many runs, whose sum is known where one of them has a price. `–` where no model was called. */
export function costOfRuns({ costUsd, pricedRuns, tokens }: RunsUsed, noPrice: string): string {
  return costText({ costUsd: pricedRuns > 0 ? costUsd : undefined, tokens }, noPrice) || '–';
}
