'use client';
import Link from 'next/link';
import { useLocale, useTranslations } from 'use-intl';
import { ToolPolicy } from '#components/pages/tools/tool-policy.tsx';
import { ToolTrial } from '#components/pages/tools/tool-trial.tsx';
import { CodeText } from '#components/ui/code-text.tsx';
import { Folded } from '#components/ui/folded.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { ValueView } from '#components/ui/value-view.tsx';
import type { ToolResource } from '#lib/api/tools.contract.ts';

/** A tool: description, risk, approval policy, and a trial. */
export function ToolDetail({ tool }: { tool: ToolResource }) {
  const t = useTranslations('toolsPage');
  const { id, title, description, aliases, whyNot } = tool;
  const alias = aliases[useLocale()];
  return (
    <article aria-labelledby="tool-title" className="grid content-start gap-4 p-4">
      <header className="grid gap-1">
        <h2 id="tool-title" className="flex flex-wrap items-center gap-2 text-title font-title">
          {title} <code className="text-body font-text text-ink-2">{id}</code>
          {alias === undefined || alias === title ? null : <Tag>{alias}</Tag>}
        </h2>
        <p className="max-w-[80ch] text-name whitespace-pre-line text-ink-2 wrap-anywhere">
          <CodeText text={description} />
        </p>
      </header>
      {whyNot ? (
        <p className="rounded-control border border-waiting-line bg-waiting-bg px-3 py-2 text-ink-1 wrap-anywhere">
          <strong className="font-title">{t('notEnabled')}</strong> {whyNot}
        </p>
      ) : null}
      <ToolPolicy tool={tool} />
      <Facts tool={tool} />
      <div className="flex flex-wrap gap-x-6">
        <Folded title={t('inputSchema')}>
          <ValueView label={t('inputSchema')} value={tool.inputSchema} />
        </Folded>
        <Folded title={t('outputSchema')}>
          <ValueView label={t('outputSchema')} value={tool.outputSchema} />
        </Folded>
      </div>
      {tool.isEnabled ? <ToolTrial tool={tool} /> : null}
    </article>
  );
}

function Facts({ tool }: { tool: ToolResource }) {
  const t = useTranslations('toolsPage');
  const { approval, needsApproval, risk, effects, scope, cost, group } = tool;
  const policy = approval !== 'default' ? approval : needsApproval ? 'always' : (risk ?? 'depends');
  const facts = [
    { key: 'policy', value: t(`policies.${policy}`) },
    { key: 'effects', value: t(`effects.${effects ?? 'depends'}`) },
    { key: 'scope', value: t(`scopes.${scope}`) },
    { key: 'cost', value: t(`costs.${cost ?? 'unknown'}`) },
    ...(group === 'mcp'
      ? [
          {
            key: 'setting' as const,
            value: (
              <Link href="/mcp" prefetch={false} className="text-accent underline">
                {t('changeIt')}
              </Link>
            ),
          },
        ]
      : []),
  ] as const;
  return (
    <dl className="grid max-w-[80ch] grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
      {facts.map(({ key, value }) => (
        <div key={key} className="contents" data-fact={key}>
          <dt className="text-ink-3">{t(`facts.${key}`)}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
