'use client';
import { useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { ToolDetail } from '#components/pages/tools/tool-detail.tsx';
import { ToolList } from '#components/pages/tools/tool-list.tsx';
import { useLocalizedTool } from '#components/run-view/tool-calls/use-localized-tool.ts';
import { PageFrame } from '#components/shell/page-frame.tsx';
import type { ToolResource } from '#lib/api/tools.contract.ts';

const DETAIL_ID = 'tool';

/** The tools that models and workflows may call. The URL contains the selected one. */
export function ToolsPage({ tools: listed }: { tools: readonly ToolResource[] }) {
  const tools = listed.map(useLocalizedTool());
  const t = useTranslations('toolsPage');
  const router = useRouter();
  const asked = useSearchParams().get('tool');
  const tool = tools.find(({ id }) => id === asked) ?? tools.find(({ isEnabled }) => isEnabled) ?? tools[0];
  function choose(toolId: string) {
    router.replace(`/tools?tool=${encodeURIComponent(toolId)}`, { scroll: false });
    // On a narrow screen it is below the list.
    document.getElementById(DETAIL_ID)?.scrollIntoView({ block: 'nearest' });
  }
  const enabledCount = tools.filter(({ isEnabled }) => isEnabled).length;
  return (
    <PageFrame title={t('title')} about={t('about', { enabled: enabledCount, all: tools.length })}>
      {tool ? (
        <div className="grid min-h-full md:h-full md:grid-cols-[264px_minmax(0,1fr)] md:overflow-hidden">
          <ToolList tools={tools} chosenId={tool.id} onChoose={choose} />
          <div id={DETAIL_ID} className="min-h-0 min-w-0 overflow-y-auto max-md:border-t max-md:border-line-2">
            <ToolDetail key={tool.id} tool={tool} />
          </div>
        </div>
      ) : (
        <p className="p-4 text-ink-2">{t('empty')}</p>
      )}
    </PageFrame>
  );
}
