'use client';
import { Lock } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { type SettingChange, useSettingChange } from '#components/pages/settings/use-changeable-settings.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { FailureLine } from '#components/ui/failure-line.tsx';
import { Select } from '#components/ui/select.tsx';
import type { ChangeableSettings, ToolSettingEntry } from '#lib/api/changeable-settings.ts';

type ToolSetting = ChangeableSettings['tools'][number];
const approvals = ['default', 'always', 'never'] as const;
const risks = ['low', 'medium', 'high'] as const;
const OWN = 'own';

/** Which tools models and workflows may use, and which ask first. */
export function ToolSettings({ tools }: { tools: readonly ToolSetting[] }) {
  const t = useTranslations('changeable.tools');
  const change = useSettingChange();
  return (
    <div className="grid gap-2">
      <table className="w-full border-t border-line-1">
        <caption className="sr-only">{t('title')}</caption>
        <thead className="text-left text-meta text-ink-3">
          <tr className="border-b border-line-1">
            <th scope="col" className="py-1 font-text">
              {t('tool')}
            </th>
            <th scope="col" className="w-16 py-1 max-md:w-9 font-text">
              {t('on')}
            </th>
            <th scope="col" className="w-44 py-1 max-md:w-25 font-text">
              {t('approval')}
            </th>
            <th scope="col" className="w-36 py-1 max-md:w-25 font-text">
              {t('risk')}
            </th>
          </tr>
        </thead>
        <tbody>
          {tools.map((tool) => (
            <ToolRow key={tool.id} tool={tool} change={change} />
          ))}
        </tbody>
      </table>
      <FailureLine>{change.problem}</FailureLine>
    </div>
  );
}

function ToolRow({ tool: { id, isEnabled, approval, risk }, change }: { tool: ToolSetting; change: SettingChange }) {
  const t = useTranslations('changeable.tools');
  const set = (body: ToolSettingEntry) => void change.run(() => apiClient.setTool({ params: { id }, body }));
  return (
    <tr data-tool-setting={id} className="border-b border-line-1">
      <th scope="row" className="py-1 pr-2 text-left font-text">
        <Link href={`/tools?tool=${encodeURIComponent(id)}`} prefetch={false} className="hover:underline">
          <code className="wrap-anywhere">{id}</code>
        </Link>
      </th>
      <td className="py-1">
        <span className="flex items-center">
          <Checkbox
            aria-label={t('onOf', { tool: id })}
            checked={isEnabled.value}
            disabled={isEnabled.source === 'file'}
            onCheckedChange={(checked) => set({ isEnabled: checked === true })}
          />
          <LockMark setting={isEnabled} />
        </span>
      </td>
      <td className="py-1 pr-2">
        <span className="flex items-center">
          <Select
            aria-label={t('approvalOf', { tool: id })}
            value={approval.value}
            disabled={approval.source === 'file' || !isEnabled.value}
            onChange={(event) => set({ approval: approvals.find((value) => value === event.target.value) })}
          >
            {approvals.map((value) => (
              <option key={value} value={value}>
                {t(`approvals.${value}`)}
              </option>
            ))}
          </Select>
          <LockMark setting={approval} />
        </span>
      </td>
      <td className="py-1">
        <span className="flex items-center">
          <Select
            aria-label={t('riskOf', { tool: id })}
            value={risk.value ?? OWN}
            disabled={risk.source === 'file' || !isEnabled.value || approval.value !== 'default'}
            onChange={(event) => set({ risk: risks.find((value) => value === event.target.value) ?? null })}
          >
            <option value={OWN}>{t('risks.own')}</option>
            {risks.map((value) => (
              <option key={value} value={value}>
                {t(`risks.${value}`)}
              </option>
            ))}
          </Select>
          <LockMark setting={risk} />
        </span>
      </td>
    </tr>
  );
}

function LockMark({
  setting: { source, key },
}: {
  setting: ToolSetting['isEnabled'] | ToolSetting['approval'] | ToolSetting['risk'];
}) {
  const t = useTranslations('changeable');
  if (source !== 'file') return null;
  const text = t('lockedBy', { key });
  return (
    <span title={text} className="grid size-6 shrink-0 place-items-center text-ink-3">
      <Lock size={12} aria-hidden="true" />
      <span className="sr-only">{text}</span>
    </span>
  );
}
