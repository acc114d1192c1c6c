'use client';
import { useTranslations } from 'use-intl';
import { SampleGroup, SampleRow } from '#components/pages/design/sample-group.tsx';
import { NodeIcon } from '#components/ui/node-icon.tsx';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { type MarkedState, StatusMark } from '#components/ui/status-mark.tsx';
import { Tag } from '#components/ui/tag.tsx';

const states: readonly MarkedState[] = ['queued', 'running', 'waiting', 'succeeded', 'failed', 'skipped', 'cancelled'];
const nodeTypes = [
  'start',
  'llm',
  'sub-agent',
  'tool-call',
  'http',
  'condition',
  'switch',
  'merge',
  'approval',
  'template',
  'end',
];

export function StateSamples() {
  const t = useTranslations();
  return (
    <SampleGroup id="states" title={t('design.states')}>
      <SampleRow name={t('design.badges')}>
        {states.map((state) => (
          <StatusBadge key={state} state={state} />
        ))}
      </SampleRow>
      <SampleRow name={t('design.marks')}>
        {states.map((state) => (
          <span key={state} data-state={state} className="inline-flex items-center gap-1 text-state">
            <StatusMark state={state} />
            {t(`status.${state}`)}
          </span>
        ))}
      </SampleRow>
      <SampleRow name={t('design.tags')}>
        <Tag>{t('design.looks.plain')}</Tag>
        <Tag look="accent">{t('design.live')}</Tag>
        <Tag look="waiting">{t('demo.label')}</Tag>
        <Tag look="failed">{t('design.wrong')}</Tag>
      </SampleRow>
      <SampleRow name={t('design.nodes')}>
        {nodeTypes.map((type) => (
          <span key={type} className="inline-flex items-center gap-1">
            <NodeIcon type={type} />
            <code className="text-meta">{type}</code>
          </span>
        ))}
      </SampleRow>
    </SampleGroup>
  );
}
