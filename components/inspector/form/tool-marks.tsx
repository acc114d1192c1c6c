'use client';
import { CircleHelp, Eye, Pencil, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { riskWordOf, type ToolRiskWord } from '#components/inspector/form/tool-facts.ts';
import { useLocalizedTool } from '#components/run-view/tool-calls/use-localized-tool.ts';
import { CodeText } from '#components/ui/code-text.tsx';
import { ProblemMark } from '#components/ui/problem-mark.tsx';
import type { ToolResource } from '#lib/api/tools.contract.ts';
import type { Problem } from '#lib/workflow/problem.ts';

const icons = { read: Eye, write: Pencil, asks: Pencil, destructive: TriangleAlert, varies: CircleHelp } as const;
const colours: Readonly<Record<ToolRiskWord, string>> = {
  read: 'text-ink-3',
  write: 'text-waiting',
  asks: 'text-waiting',
  destructive: 'text-failed',
  varies: 'text-ink-3',
};

/** What a call of the tool may do. */
export function RiskMark({ tool }: { tool: Parameters<typeof riskWordOf>[0] }) {
  const t = useTranslations('inspector.risks');
  const word = riskWordOf(tool);
  const Icon = icons[word];
  return (
    <span className={`inline-flex shrink-0 items-center gap-1 text-meta ${colours[word]}`}>
      <Icon size={12} aria-hidden="true" />
      {t(word)}
    </span>
  );
}

type ToolIsOffProps = {
  readonly tool: ToolResource;
  /** What the check of the document found at the field. */
  readonly problems: readonly Problem[];
};

/** Why a tool cannot be used now, where no problem of its field says it. */
export function ToolIsOff({ tool, problems }: ToolIsOffProps) {
  const t = useTranslations('inspector');
  const wordsOf = useLocalizedTool();
  if (tool.isEnabled || problems.some(({ code }) => code === 'tool-off')) return null;
  return (
    <Remark severity="warning">
      {t('toolIsOff')} {wordsOf(tool).whyNot}
    </Remark>
  );
}

/** A name that no tool of this server has. */
export function UnknownTool({ name }: { name: string }) {
  const t = useTranslations('inspector');
  if (name === '') return null;
  return <Remark severity="error">{t('unknownTool', { name })}</Remark>;
}

function Remark({ severity, children }: { severity: Problem['severity']; children: ReactNode }) {
  return (
    <p className={`flex items-start gap-1 text-meta ${severity === 'error' ? 'text-failed' : 'text-waiting'}`}>
      <span className="grid h-4 shrink-0 place-items-center">
        <ProblemMark level={severity} />
      </span>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}

/** What a tool does, may do, and whether it is enabled. */
export function ToolFacts({ tool, problems }: ToolIsOffProps) {
  const wordsOf = useLocalizedTool();
  return (
    <div className="grid gap-1 border-l-2 border-line-2 pl-2">
      <RiskMark tool={tool} />
      <ToolIsOff tool={tool} problems={problems} />
      <p className="line-clamp-4 text-meta text-ink-3 wrap-anywhere">
        <CodeText text={wordsOf(tool).description} />
      </p>
    </div>
  );
}
