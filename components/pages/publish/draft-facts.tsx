'use client';
import { useTranslations } from 'use-intl';
import { compareLists, type MarkedValue } from '#components/pages/publish/compare-lists.ts';
import { useReach } from '#components/pages/publish/use-reach.ts';
import { startInputsOf } from '#components/run-view/form/start-inputs-of.ts';
import { Notice } from '#components/ui/notice.tsx';
import type { WorkflowReachResource } from '#lib/api/workflows.contract.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

type DraftFactsProps = {
  document: Workflow;
  /** The published version; undefined if there is none or while loading. */
  before: Workflow | undefined;
  /** What that may touch; null for one that was published without a list. */
  reachBefore: WorkflowReachResource | null | undefined;
};

/** The draft in a few words, what a run of it may reach, and how that differs from the version before. */
export function DraftFacts({ document, before, reachBefore }: DraftFactsProps) {
  const t = useTranslations('publish');
  const now = useReach(document);
  const computed = useReach(reachBefore === null ? before : undefined).reach;
  const earlier = reachBefore ?? computed;
  const reaches = useFacts();
  const inputs = compareLists(inputNames(document), before && inputNames(before));
  const triggers = compareLists(triggerNames(document), before && triggerNames(before));
  const known = before && earlier ? reaches(earlier) : undefined;
  const facts = now.reach
    ? Object.entries(reaches(now.reach))
        .map(([key, values]) => ({ key: key as Fact, values: compareLists(values, known?.[key as Fact]) }))
        .filter(({ values }) => values.length > 0)
    : [];
  return (
    <section aria-labelledby="publish-draft" className="grid gap-1" aria-busy={now.reach === undefined && !now.problem}>
      <h3 id="publish-draft" className="font-title wrap-anywhere">
        {t('draft', { name: document.name })}
      </h3>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        <dt className="text-ink-3">{t('facts.nodes')}</dt>
        <dd data-fact="nodes">{document.nodes.length}</dd>
        {[
          { key: 'inputs' as const, values: inputs },
          ...(triggers.length > 0 ? [{ key: 'triggers' as const, values: triggers }] : []),
          ...facts,
        ].map(({ key, values }) => (
          <div key={key} className="contents" data-fact={key}>
            <dt className="text-ink-3">{t(`facts.${key}`)}</dt>
            <dd className="wrap-anywhere">{values.length === 0 ? t('facts.none') : <Values values={values} />}</dd>
          </div>
        ))}
      </dl>
      {now.problem ? <Notice title={t('reachNotLoaded')}>{now.problem}</Notice> : null}
    </section>
  );
}

type Fact = keyof ReturnType<ReturnType<typeof useFacts>>;

/** What a workflow reaches, as lists of words. */
function useFacts() {
  const t = useTranslations('publish');
  type Key = 'asks' | 'runsCode' | 'runsCommands' | 'usesFiles' | 'usesStore' | 'searchesWeb' | 'remembersUsers';
  const one = (is: boolean, key: Key) => (is ? [t(`facts.${key}`)] : []);
  return (reach: WorkflowReachResource) => ({
    models: reach.models,
    tools: reach.tools,
    servers: reach.servers.map((name) => (name === '*' ? t('facts.anyServer') : name)),
    agents: reach.agents,
    graphs: reach.graphs,
    workflows: reach.workflows,
    hosts: [...reach.hosts, ...(reach.hasOpenHost ? [t('facts.openHost')] : [])],
    credentials: reach.credentials,
    knowledge: reach.knowledge,
    folders: reach.folders.map((name) => (name === '/' ? t('facts.anyFolder') : name)),
    skills: reach.skills.map((name) => (name === '*' ? t('facts.anySkill') : name)),
    secrets: reach.secrets,
    also: [
      ...one(reach.searchesWeb, 'searchesWeb'),
      ...one(reach.remembersUsers, 'remembersUsers'),
      ...one(reach.usesFiles, 'usesFiles'),
      ...one(reach.usesStore, 'usesStore'),
      ...one(reach.runsCode, 'runsCode'),
      ...one(reach.runsCommands, 'runsCommands'),
      ...one(reach.asksPeople, 'asks'),
    ],
    unknown: reach.unknown,
  });
}

function inputNames(workflow: Workflow): string[] {
  return startInputsOf(workflow).map(({ name }) => name);
}

/** With their kinds: `orders (webhook)`. */
function triggerNames({ triggers = [] }: Workflow): string[] {
  return triggers.map(({ id, type, disabled }) => (disabled ? `${id} (${type}, off)` : `${id} (${type})`));
}

function Values({ values }: { values: readonly MarkedValue[] }) {
  const t = useTranslations('publish');
  return values.map(({ value, mark }, index) => (
    <span key={value} data-mark={mark}>
      {index > 0 ? ', ' : null}
      {mark === 'same' ? (
        value
      ) : (
        <span className={mark === 'added' ? 'font-strong text-succeeded' : 'text-failed line-through'}>
          <span aria-hidden="true">{mark === 'added' ? '+' : '−'}</span>
          <span className="sr-only">{t(`marks.${mark}`)}</span>
          {value}
        </span>
      )}
    </span>
  ));
}
