/**
 * Formats USD: two decimals from one dollar, two significant digits below, down to a billionth
 * (`$0.000012`).
 */
export function formatUsd(usd: number): string {
  if (usd === 0) return '$0';
  const decimals = 1 - Math.floor(Math.log10(usd));
  const digits = Math.min(9, Math.max(2, decimals));
  return `$${usd.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}
