'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useNames } from '#components/run-view/use-names.ts';
import type { FieldChange, WorkflowDiff } from '#lib/workflow/diff-workflows.ts';
import type { WorkflowEdge } from '#lib/workflow/workflow.ts';

const VALUE_LENGTH_MAX = 400;

/** The difference between the local document (before) and the one saved elsewhere (after), field by field. */
export function StaleComparison({ diff }: { diff: WorkflowDiff }) {
  const t = useTranslations('editor.stale');
  const { labelOf } = useNames();
  if (diff.isSame) return <p className="px-3 pb-2 text-ink-2">{t('sameNodes')}</p>;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      aria-label={t('comparison')}
      className="min-h-0 overflow-y-auto border-t border-waiting-line bg-panel"
    >
      <table className="w-full table-fixed border-collapse text-left">
        <thead className="sticky top-0 bg-panel text-meta text-ink-3">
          <tr>
            <th className="w-[26%] px-3 py-1 font-strong">{t('what')}</th>
            <th className="px-3 py-1 font-strong">{t('mine')}</th>
            <th className="px-3 py-1 font-strong">{t('theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {diff.settings.map((field) => (
            <FieldRow key={field.path} name={t('workflow')} field={field} />
          ))}
          {diff.changed.flatMap(({ nodeId, after, fields }) =>
            fields.map((field) => <FieldRow key={`${nodeId} ${field.path}`} name={labelOf(after)} field={field} />),
          )}
          {diff.removed.map((node) => (
            <Row key={node.id} name={labelOf(node)} field={node.id} mine={t('there')} theirs={<Missing />} />
          ))}
          {diff.added.map((node) => (
            <Row key={node.id} name={labelOf(node)} field={node.id} mine={<Missing />} theirs={t('there')} />
          ))}
          {diff.edges.removed.map((edge) => (
            <Row key={edgeText(edge)} name={t('edge')} field={edgeText(edge)} mine={t('there')} theirs={<Missing />} />
          ))}
          {diff.edges.added.map((edge) => (
            <Row key={edgeText(edge)} name={t('edge')} field={edgeText(edge)} mine={<Missing />} theirs={t('there')} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function FieldRow({ name, field: { path, before, after } }: { name: string; field: FieldChange }) {
  return <Row name={name} field={path} mine={<Value value={before} />} theirs={<Value value={after} />} />;
}

type RowProps = { name: string; field: string; mine: ReactNode; theirs: ReactNode };

function Row({ name, field, mine, theirs }: RowProps) {
  return (
    <tr className="border-t border-line-1 align-top">
      <th scope="row" className="px-3 py-1 font-text wrap-anywhere">
        <span className="font-strong">{name}</span> <code className="text-meta text-ink-3">{field}</code>
      </th>
      <td className="px-3 py-1 wrap-anywhere">{mine}</td>
      <td className="px-3 py-1 wrap-anywhere">{theirs}</td>
    </tr>
  );
}

function Value({ value }: { value: unknown }) {
  if (value === undefined) return <Missing />;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (
    <code className="text-meta whitespace-pre-wrap">
      {text.length > VALUE_LENGTH_MAX ? `${text.slice(0, VALUE_LENGTH_MAX)}…` : text}
    </code>
  );
}

function Missing() {
  const t = useTranslations('editor.stale');
  return <span className="text-ink-3">{t('missing')}</span>;
}

function edgeText({ source, sourceHandle, target }: WorkflowEdge): string {
  return sourceHandle === 'out' ? `${source} → ${target}` : `${source}.${sourceHandle} → ${target}`;
}
