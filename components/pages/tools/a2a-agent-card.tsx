'use client';
import { useTranslations } from 'use-intl';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Differences } from '#components/ui/differences.tsx';
import { Folded } from '#components/ui/folded.tsx';
import { HiddenTag } from '#components/ui/hidden-tag.tsx';
import { Tag } from '#components/ui/tag.tsx';
import type { A2aServiceResource } from '#lib/api/a2a-services.contract.ts';
import { withHiddenShown } from '#lib/mcp/hidden-text.ts';
import { withAllowed } from '#lib/text/allow-list.ts';

type A2aAgentCardProps = {
  agent: A2aServiceResource;
  isBusy: boolean;
  /** Null for all skills. */
  onAllow: (skills: string[] | null) => void;
};

/** What an agent says of itself, what of that changed, and which skills models see. */
export function A2aAgentCard({ agent, isBusy, onAllow }: A2aAgentCardProps) {
  const { card, differences, hiddenCharacters } = agent;
  const t = useTranslations('a2aAgents');
  return (
    <>
      <Facts agent={agent} />
      {hiddenCharacters === 0 ? null : (
        <div>
          <HiddenTag count={hiddenCharacters} />
        </div>
      )}
      <Differences differences={differences} />
      {card?.description ? (
        <p className="max-w-[90ch] whitespace-pre-line text-ink-2 wrap-anywhere">{withHiddenShown(card.description)}</p>
      ) : null}
      {card && card.skills.length > 0 ? <Skills agent={agent} skills={card.skills} isBusy={isBusy} onAllow={onAllow} /> : null}
      {card && card.omitted.length > 0 ? (
        <Folded title={t('omitted', { count: card.omitted.length })} isOpen>
          <ul className="grid gap-1 pl-4 text-waiting">
            {card.omitted.map((line) => (
              <li key={line} className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
        </Folded>
      ) : null}
    </>
  );
}

function Facts({ agent }: Pick<A2aAgentCardProps, 'agent'>) {
  const t = useTranslations('a2aAgents');
  const { url, slug, user, card, risk, approval, timeoutS } = agent;
  const facts: [key: 'url' | 'slug' | 'user' | 'agent' | 'protocol' | 'security' | 'risk' | 'timeoutS', value: string][] = [
    ...(url === null ? [] : [['url', url] as ['url', string]]),
    ...(slug === null ? [] : [['slug', slug] as ['slug', string]]),
    ...(user === null ? [] : [['user', user] as ['user', string]]),
    ...(card
      ? ([
          ['agent', [card.name, card.version, card.provider].filter(Boolean).join(' · ')],
          ['protocol', `A2A ${card.protocol} · ${card.url}`],
          ...(card.security.length > 0 ? [['security', card.security.join(', ')]] : []),
        ] as ['agent' | 'protocol' | 'security', string][])
      : []),
    ['risk', `${t(`risks.${risk}`)} · ${t(`approvals.${approval ?? 'risk'}`)}`],
    ['timeoutS', String(timeoutS)],
  ];
  return (
    <dl className="grid max-w-[90ch] grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
      {facts.map(([key, value]) => (
        <div key={key} className="contents" data-fact={key}>
          <dt className="text-ink-3">{t(`fields.${key}`)}</dt>
          <dd className="wrap-anywhere">{withHiddenShown(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

type SkillsProps = A2aAgentCardProps & { skills: NonNullable<A2aServiceResource['card']>['skills'] };

function Skills({ agent: { allowSkills }, skills, isBusy, onAllow }: SkillsProps) {
  const t = useTranslations('a2aAgents');
  function allow(id: string, isAllowed: boolean) {
    const ids = skills.map((skill) => skill.id);
    onAllow(withAllowed(ids, allowSkills, { name: id, isAllowed }));
  }
  return (
    <section aria-labelledby="agent-skills" className="grid gap-2">
      <h3 id="agent-skills" className="font-strong">
        {t('skills', { count: skills.length })}
      </h3>
      <p className="max-w-[80ch] text-meta text-ink-3">{t('skillsText')}</p>
      <ul className="max-w-[100ch] divide-y divide-line-1 border-y border-line-1">
        {skills.map(({ id, name, description, tags }) => (
          <li key={id} data-skill={id} className="grid gap-1 py-2">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Checkbox
                id={`skill-${id}`}
                aria-label={t('allowNamed', { name })}
                checked={allowSkills === null || allowSkills.includes(id)}
                aria-disabled={isBusy || undefined}
                onCheckedChange={(checked) => allow(id, checked === true)}
              />
              <label htmlFor={`skill-${id}`} className="min-w-0 font-strong wrap-anywhere">
                {withHiddenShown(name)}
              </label>
              <code className="text-meta text-ink-3 wrap-anywhere">{id}</code>
              {tags.map((tag) => (
                <Tag key={tag}>{tag}</Tag>
              ))}
            </div>
            <p className="line-clamp-3 pl-6 text-ink-2 wrap-anywhere">{withHiddenShown(description)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
