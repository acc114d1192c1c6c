'use client';
import { Tabs } from 'radix-ui';
import { type ReactNode, Suspense, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { RunArtifacts } from '#components/artifacts/run-artifacts.tsx';
import { detailTab } from '#components/run-view/detail/detail-tab.ts';
import type { RunView } from '#components/run-view/run-feed.ts';
import { RunLog } from '#components/run-view/run-log.tsx';
import { RunOutputs } from '#components/run-view/run-outputs.tsx';
import { Button } from '#components/ui/button.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { ValueExplorer } from '#components/ui/value-explorer.tsx';
import { readMemoryHistory } from '#lib/run/memory-history.ts';
import type { RunState } from '#lib/run/run-state.ts';
import { isTerminal } from '#lib/run/run-status.ts';

const LazyMemoryView = lazyPart(async () => (await import('#components/run-view/memory-view.tsx')).MemoryView);

type RunDetailProps = {
  run: RunState;
  events: RunView['events'];
  /** The name of a node on the canvas. */
  nameOf: (nodeId: string) => string;
  onSelect: (nodeId: string) => void;
};

/** Inputs, outputs and log of the run, while no part of it is selected. */
export function RunDetail({ run, events, nameOf, onSelect }: RunDetailProps) {
  const t = useTranslations('trace');
  const { lastSeq } = run;
  // `events` grows in place; `lastSeq` changes with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const memory = useMemo(() => readMemoryHistory(events), [events, lastSeq]);
  return (
    <Tabs.Root defaultValue="values">
      <Tabs.List aria-label={t('runTabs')} className="flex h-10 gap-4 border-b border-line-1 px-3">
        <Tabs.Trigger value="values" className={detailTab}>
          {t('runValues')}
        </Tabs.Trigger>
        {memory ? (
          <Tabs.Trigger value="memory" className={detailTab}>
            {t('runMemory')} <span className="num text-ink-3">{memory.memory.version}</span>
          </Tabs.Trigger>
        ) : null}
        <Tabs.Trigger value="events" className={detailTab}>
          {t('tabs.events')} <span className="num text-ink-3">{events.length.toLocaleString('en')}</span>
        </Tabs.Trigger>
      </Tabs.List>
      <Content value="values">
        <RunValues run={run} events={events} nameOf={nameOf} onSelect={onSelect} />
      </Content>
      {memory ? (
        <Content value="memory">
          <Suspense fallback={null}>
            <LazyMemoryView {...memory} onSelect={onSelect} />
          </Suspense>
        </Content>
      ) : null}
      <Content value="events">
        <RunLog events={events} startedAt={run.startedAt} />
      </Content>
    </Tabs.Root>
  );
}

function Content({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Content value={value} className="outline-offset-[-2px]">
      {children}
    </Tabs.Content>
  );
}

function RunValues({ run, events, nameOf, onSelect }: RunDetailProps) {
  const t = useTranslations('trace');
  const faultyId = run.error?.nodeId;
  return (
    <div className="grid gap-3 py-2">
      {faultyId === undefined ? null : (
        <p className="px-3">
          <Button onClick={() => onSelect(faultyId)}>{t('showNode', { node: nameOf(faultyId) })}</Button>
        </p>
      )}
      {run.inputs && Object.keys(run.inputs).length > 0 ? (
        <div className="px-3">
          <ValueExplorer label={t('inputs')} value={run.inputs} />
        </div>
      ) : (
        <p className="px-3 text-ink-3">{t('noInputs')}</p>
      )}
      {run.status === 'succeeded' ? <RunOutputs outputs={run.outputs ?? {}} /> : null}
      <RunArtifacts events={events} lastSeq={run.lastSeq} />
      {isTerminal(run.status) ? null : <p className="px-3 text-ink-3">{t('outputsToCome')}</p>}
    </div>
  );
}
