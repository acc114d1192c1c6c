'use client';
import { useRouter } from 'next/navigation';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { FailureLine } from '#components/ui/failure-line.tsx';
import { Select } from '#components/ui/select.tsx';
import type { ToolSettingEntry } from '#lib/api/changeable-settings.ts';
import type { ToolResource } from '#lib/api/tools.contract.ts';

const approvals = ['default', 'always', 'never'] as const;
const risks = ['low', 'medium', 'high'] as const;
const OWN = 'own';

/** Whether a tool may be used, how dangerous its calls count as, and which of them a person approves. */
export function ToolPolicy({ tool: { id, approval, setting } }: { tool: ToolResource }) {
  const t = useTranslations('changeable.tools');
  const router = useRouter();
  const elementId = useId();
  const { isBusy, problem, run } = useChange();
  const set = (body: ToolSettingEntry) =>
    void run(async () => {
      await apiClient.setTool({ params: { id }, body });
      router.refresh();
    });
  return (
    <div
      className="grid max-w-[80ch] gap-2 rounded-control border border-line-1 px-3 py-2"
      data-tool-policy={id}
      aria-busy={isBusy}
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <label className="flex items-center gap-1" htmlFor={`${elementId}-on`}>
          <Checkbox
            id={`${elementId}-on`}
            checked={setting.isEnabled}
            onCheckedChange={(checked) => set({ isEnabled: checked === true })}
          />
          {t('on')}
        </label>
        <label className="flex items-center gap-2" htmlFor={`${elementId}-approval`}>
          <span className="whitespace-nowrap text-ink-3">{t('approval')}</span>
          <Select
            id={`${elementId}-approval`}
            value={approval}
            onChange={(event) => set({ approval: approvals.find((value) => value === event.target.value) })}
          >
            {approvals.map((value) => (
              <option key={value} value={value}>
                {t(`approvals.${value}`)}
              </option>
            ))}
          </Select>
        </label>
        <label className="flex items-center gap-2" htmlFor={`${elementId}-risk`}>
          <span className="whitespace-nowrap text-ink-3">{t('risk')}</span>
          <Select
            id={`${elementId}-risk`}
            value={setting.risk ?? OWN}
            disabled={approval !== 'default'}
            onChange={(event) => set({ risk: risks.find((value) => value === event.target.value) ?? null })}
          >
            <option value={OWN}>{t('risks.own')}</option>
            {risks.map((value) => (
              <option key={value} value={value}>
                {t(`risks.${value}`)}
              </option>
            ))}
          </Select>
        </label>
      </div>
      <FailureLine>{problem}</FailureLine>
    </div>
  );
}
