/** An amount in USD: cents from a dollar on, else as many decimals as show two digits of it, down to a billionth (`$0.000012`). */
export function formatUsd(usd: number): string {
  if (usd === 0) return '$0';
  const decimals = 1 - Math.floor(Math.log10(usd));
  return `$${usd.toFixed(Math.min(9, Math.max(2, decimals)))}`;
}
