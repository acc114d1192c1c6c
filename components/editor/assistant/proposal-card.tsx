'use client';
import { ShieldAlert, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useAnswer } from '#components/data/use-answer.ts';
import type { AssistantTurn } from '#components/editor/assistant/assistant-session.ts';
import { useAssistant, useAssistantState } from '#components/editor/assistant/use-assistant.ts';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { acceptChanges, nodesChangedSince, type Proposal } from '#lib/assistant/accept-changes.ts';
import { edgeText } from '#lib/assistant/apply-edits.ts';
import { findWarnings, type ProposalWarning } from '#lib/assistant/find-warnings.ts';
import { listChanges, type ProposedChange } from '#lib/assistant/list-changes.ts';
import { type NewReach, newReach } from '#lib/assistant/new-reach.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { WorkflowReach } from '#lib/workflow/workflow-reach.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

type ProposalCardProps = { turn: AssistantTurn; proposal: Proposal & { readonly summary: string } };

/** A proposal: what it changes, what to look at before it is accepted, and the decision. */
export function ProposalCard({ turn, proposal }: ProposalCardProps) {
  const t = useTranslations('assistant');
  const assistant = useAssistant();
  const isReviewed = useAssistantState(({ reviewedId }) => reviewedId === turn.id);
  const changes = useMemo(() => listChanges(proposal.base, proposal.proposed), [proposal]);
  return (
    <section
      aria-label={t('proposal')}
      data-part="proposal"
      data-decision={turn.decision}
      className="grid min-w-0 gap-2 rounded-control border border-line-2 bg-raised p-2.5"
    >
      <h3 className="font-strong wrap-anywhere">{visibleText(proposal.summary)}</h3>
      {changes.length === 0 ? <p className="text-ink-2">{t('nothingChanged')}</p> : null}
      {isReviewed ? (
        <Review proposal={proposal} changes={changes} />
      ) : (
        <p className="text-meta text-ink-2">{t('count', { count: changes.length })}</p>
      )}
      {turn.decision ? (
        <p className={`text-meta ${turn.decision === 'accepted' ? 'text-succeeded' : 'text-ink-2'}`}>
          {t(`decided.${turn.decision}`)}
        </p>
      ) : isReviewed || changes.length === 0 ? null : (
        <Button onClick={() => assistant.review(turn.id)} className="justify-self-start">
          {t('show')}
        </Button>
      )}
    </section>
  );
}

type ReviewProps = { proposal: Proposal; changes: readonly ProposedChange[] };

function Review({ proposal, changes }: ReviewProps) {
  const t = useTranslations('assistant');
  const assistant = useAssistant();
  const unwanted = useAssistantState((state) => state.unwanted);
  const current = useEditor(({ document }) => document);
  const result = useMemo(
    () => acceptChanges(current, proposal, (changeId) => !unwanted.has(changeId)),
    [current, proposal, unwanted],
  );
  const stale = useMemo(() => nodesChangedSince(current, proposal), [current, proposal]);
  const wanted = changes.filter(({ changeId }) => !unwanted.has(changeId)).length;
  return (
    <>
      <Warnings current={current} result={result} />
      <ul aria-label={t('changes')} className="grid min-w-0 gap-1.5">
        {changes.map((change) => (
          <Change
            key={change.changeId}
            change={change}
            isWanted={!unwanted.has(change.changeId)}
            isStale={stale.has(change.changeId)}
            onToggle={() => assistant.toggle(change.changeId)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" disabled={wanted === 0} onClick={() => assistant.accept()}>
          {wanted === changes.length ? t('acceptAll') : t('acceptSome', { count: wanted })}
        </Button>
        <Button onClick={() => assistant.reject()}>{t('reject')}</Button>
      </div>
    </>
  );
}

type ChangeProps = { change: ProposedChange; isWanted: boolean; isStale: boolean; onToggle: () => void };

const signs = { added: '+', changed: '~', removed: '−', edges: '~', settings: '~' } as const;

function Change({ change, isWanted, isStale, onToggle }: ChangeProps) {
  const t = useTranslations('assistant');
  const name = 'node' in change ? change.node.label || change.node.id : t(`parts.${change.kind}`);
  const id = `change-${change.changeId}`;
  const edges = [
    ...change.addedEdges.map((edge) => `+ ${edgeText(edge)}`),
    ...change.removedEdges.map((edge) => `− ${edgeText(edge)}`),
  ];
  return (
    <li data-change={change.changeId} className={`grid min-w-0 grid-cols-[auto_1fr] gap-x-1 ${isWanted ? '' : 'opacity-60'}`}>
      <Checkbox id={id} checked={isWanted} onCheckedChange={onToggle} />
      <div className="min-w-0 pt-0.5">
        <label htmlFor={id} className="wrap-anywhere">
          <span aria-hidden="true" className="font-mono">
            {signs[change.kind]}{' '}
          </span>
          <span className="sr-only">{t(`kinds.${change.kind}`)} </span>
          {name}{' '}
          {'node' in change ? (
            <code className="text-meta text-ink-3">
              {change.node.id} · {change.node.type}
            </code>
          ) : null}
        </label>
        {isStale ? <p className="text-meta text-waiting">{t('changedSince')}</p> : null}
        {change.kind === 'changed' || change.kind === 'settings' ? (
          <ul className="text-meta text-ink-2">
            {change.fields.map(({ path, before, after }) => (
              <li key={path} className="wrap-anywhere">
                <code>{path}</code>: <del className="text-failed">{short(before)}</del>{' '}
                <ins className="text-succeeded">{short(after)}</ins>
              </li>
            ))}
          </ul>
        ) : null}
        {edges.map((edge) => (
          <p key={edge} className="font-mono text-meta text-ink-3 wrap-anywhere">
            {edge}
          </p>
        ))}
      </div>
    </li>
  );
}

/** What the workflow with the wanted changes does that it does not do now. */
function Warnings({ current, result }: { current: Workflow; result: Workflow }) {
  const t = useTranslations('assistant');
  const warnings = useMemo(() => findWarnings(current, result, nodeRegistry), [current, result]);
  const reach = useNewReach(current, result);
  const touched = reach ? Object.entries(reach.names) : [];
  const facts = reach?.facts ?? [];
  if (warnings.length + touched.length + facts.length === 0) return null;
  return (
    <div
      data-part="proposal-warnings"
      className="grid min-w-0 gap-1 rounded-control border border-waiting-line bg-waiting-bg p-2"
    >
      {warnings.map((warning) => (
        <Warning key={JSON.stringify(warning)} warning={warning} />
      ))}
      {touched.length + facts.length > 0 ? (
        <div className="flex items-start gap-1.5">
          <TriangleAlert size={13} className="mt-0.5 shrink-0 text-waiting" aria-hidden="true" />
          <dl className="grid min-w-0 gap-0.5">
            {touched.map(([kind, names]) => (
              <div key={kind} data-touches={kind} className="wrap-anywhere">
                <dt className="inline">{t(`touches.${kind as 'hosts'}`)} </dt>
                <dd className="inline font-strong">{names.join(', ')}</dd>
              </div>
            ))}
            {facts.map((fact) => (
              <div key={fact} data-touches={fact}>
                <dt className="inline">{t(`facts.${fact as 'runsCode'}`)}</dt>
              </div>
            ))}
          </dl>
        </div>
      ) : null}
    </div>
  );
}

function Warning({ warning }: { warning: ProposalWarning }) {
  const t = useTranslations('assistant');
  return (
    <p data-warning={warning.code} className="flex items-start gap-1.5">
      <ShieldAlert size={13} className="mt-0.5 shrink-0 text-waiting" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">{t(`warnings.${warning.code}`, wordsOf(warning))}</span>
    </p>
  );
}

function wordsOf({ code: _, ...facts }: ProposalWarning): Record<string, string> {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, [value].flat().join(', ')]));
}

/** Requested from the server, which knows its tools and agents; undefined until it has answered. */
function useNewReach(current: Workflow, result: Workflow): NewReach | undefined {
  const before = useReach(current);
  const after = useReach(result);
  return useMemo(() => (before && after ? newReach(before, after) : undefined), [before, after]);
}

function useReach(workflow: Workflow): WorkflowReach | undefined {
  const text = useMemo(() => JSON.stringify(workflow), [workflow]);
  return useAnswer(text, (_, signal) => apiClient.readWorkflowReach({ body: workflow }, { signal }));
}

const MAX_SHOWN_CHARS = 300;

function short(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return visibleText(text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS).toWellFormed()}…` : text);
}
