import { createHash } from 'node:crypto';
import { exportUsage, type UsageReport } from '#lib/api/usage.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { readUsageReport } from './read-usage-report.ts';

export const exportUsageHandler = defineHandler(exportUsage, async ({ query, ...context }) => {
  const report = await readUsageReport(query, context);
  const content = Buffer.from(toCsv(report));
  return {
    file: {
      name: `usage-${report.from}-${report.to}.csv`,
      mediaType: 'text/csv',
      sizeBytes: content.length,
      etag: createHash('sha256').update(content).digest('base64url'),
      isInline: false,
      async *read({ start, end }) {
        yield content.subarray(start, end);
      },
    },
  };
});

function toCsv({ group, groups }: UsageReport): string {
  const head = [group, 'name', 'runs', 'failed', 'tokens', 'cost_usd', 'p50_ms', 'p95_ms'];
  const rows = groups.map(({ id, name, runs, failed, tokens, costUsd, p50Ms, p95Ms }) => [
    textField(id),
    textField(name),
    ...[runs, failed, tokens, costUsd, p50Ms, p95Ms].map((value) => (value === null ? '' : String(value))),
  ]);
  return [head, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** Always quoted. A sheet would calculate a text that begins like a formula. */
function textField(text: string | null): string {
  if (text === null) return '';
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
