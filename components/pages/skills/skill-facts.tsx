'use client';
import { CircleAlert, Pencil, TriangleAlert } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { useSkillFile } from '#components/pages/skills/use-skills.ts';
import { Button } from '#components/ui/button.tsx';
import { RenderedText } from '#components/ui/rendered-text.tsx';
import { Tag } from '#components/ui/tag.tsx';
import type { SkillDetailResource } from '#lib/api/skills.contract.ts';
import { formatSize } from '#lib/i18n/format-size.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

type SkillFactsProps = { readonly skill: SkillDetailResource; readonly onEdit: (path: string) => void };

/** What a skill says of itself, what it costs in a prompt, and what could be better. */
export function SkillFacts({ skill, onEdit }: SkillFactsProps) {
  const t = useTranslations('skills');
  const { problems, allowedTools, triggers, tags, files } = skill;
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const facts: readonly (readonly [string, string])[] = [
    [t('facts.source'), t(`sources.${skill.source}`)],
    [t('facts.format'), t(`formats.${skill.format}`)],
    ...(skill.author === null ? [] : [[t('facts.author'), visibleText(skill.author)] as const]),
    ...(tags.length === 0 ? [] : [[t('facts.tags'), visibleText(tags.join(', '))] as const]),
    [t('facts.triggers'), triggers.length === 0 ? t('none') : visibleText(triggers.join(' · '))],
    [t('facts.tokens'), t('tokens', { metadata: skill.metadataTokens, body: skill.bodyTokens })],
    ...(skill.maxIterations === null
      ? []
      : [[t('facts.limits'), t('limits', { calls: skill.maxIterations, seconds: skill.timeoutSeconds ?? 0 })] as const]),
    [t('facts.size'), `${t('fileCount', { count: files.length })}, ${formatSize(bytes)}`],
  ];
  return (
    <div className="grid min-w-0 content-start gap-4 p-4">
      {problems.length === 0 ? null : (
        <section aria-label={t('problems')} className="grid gap-1">
          <h3 className="font-title">{t('problems')}</h3>
          <ul className="grid gap-1">
            {problems.map(({ severity, code, message, at }) => (
              <li key={`${code} ${at} ${message}`} data-problem={code} className="flex items-start gap-2">
                {severity === 'error' ? (
                  <CircleAlert size={14} className="mt-0.5 shrink-0 text-failed" aria-label={t('error')} />
                ) : (
                  <TriangleAlert size={14} className="mt-0.5 shrink-0 text-waiting" aria-label={t('warning')} />
                )}
                <span className="min-w-0 wrap-anywhere">
                  {message}
                  {at === null ? null : <code className="ml-2 text-meta text-ink-3">{at}</code>}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <dl className="grid max-w-180 grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-3">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
        <dt className="text-ink-3">{t('facts.tools')}</dt>
        <dd className="flex flex-wrap gap-1">
          {allowedTools === null ? t('allTools') : allowedTools.length === 0 ? t('none') : null}
          {allowedTools?.map((tool) => (
            <Tag key={tool}>
              <code>{tool}</code>
            </Tag>
          ))}
        </dd>
      </dl>
      <Instructions skill={skill} onEdit={onEdit} />
    </div>
  );
}

/**
 * The instructions without the front matter, as a model reads them in a workflow of the language of
 * the page.
 */
function Instructions({ skill: { name, files }, onEdit }: SkillFactsProps) {
  const t = useTranslations('skills');
  const translated = `SKILL.${useLocale()}.md`;
  const path = files.some((file) => file.path === translated) ? translated : 'SKILL.md';
  const { data: file } = useSkillFile(name, path);
  if (!file?.text) return null;
  return (
    <section className="grid max-w-180 gap-1">
      <div className="flex items-center gap-2">
        <h3 className="grow font-strong text-ink-2">{t('instructions')}</h3>
        <Button look="quiet" onClick={() => onEdit(path)}>
          <Pencil size={14} aria-hidden="true" />
          {t('edit')}
        </Button>
      </div>
      <RenderedText label={t('instructions')} text={bodyOf(file.text)} isWhole />
    </section>
  );
}

const FENCE = '---';

/** The text after the front matter; all of it if there is none. */
function bodyOf(text: string): string {
  if (!text.startsWith(FENCE)) return text.trim();
  const end = text.indexOf(`\n${FENCE}`, FENCE.length);
  return end === -1 ? text.trim() : text.slice(end + FENCE.length + 1).trim();
}
