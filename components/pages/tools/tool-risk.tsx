'use client';
import { Eye, Pencil, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ToolResource } from '#lib/api/tools.contract.ts';

const looks = {
  low: { icon: Eye, colour: 'text-ink-2' },
  medium: { icon: Pencil, colour: 'text-waiting' },
  high: { icon: TriangleAlert, colour: 'text-failed' },
  depends: { icon: Pencil, colour: 'text-waiting' },
} as const;

/** What a call may do at worst, as a sign and in a word. */
export function ToolRisk({ risk }: { risk: ToolResource['risk'] }) {
  const t = useTranslations('toolsPage');
  const kind = risk ?? 'depends';
  const { icon: Icon, colour } = looks[kind];
  return (
    <span data-risk={kind} className={`inline-flex shrink-0 items-center gap-1 text-meta whitespace-nowrap ${colour}`}>
      <Icon size={12} strokeWidth={1.8} aria-hidden="true" />
      {t(`risks.${kind}`)}
    </span>
  );
}
