'use client';
import { CircleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useAnswer } from '#components/data/use-answer.ts';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { plainText } from '#components/inspector/field/field-text.ts';
import { useFormScope, useFormValue } from '#components/inspector/field/form-scope.tsx';
import { KeyValueField } from '#components/inspector/form/key-value-field.tsx';
import { withoutPlaceholder } from '#components/inspector/form/plain-fields.tsx';
import { Select } from '#components/ui/select.tsx';
import type { GraphResource } from '#lib/api/graphs.contract.ts';
import { isRecord } from '#lib/json/set-at-path.ts';

/** A LangGraph graph that the config file of the server lists. */
export function GraphField(props: FieldProps) {
  const { path, value } = props;
  const { edit } = useFormScope();
  const t = useTranslations('inspector');
  const graphs = useGraphs();
  const chosen = plainText(value);
  const listed = graphs?.find(({ name }) => name === chosen);
  return (
    <FieldFrame {...props}>
      {(control) => (
        <div className="grid gap-1">
          <Select {...withoutPlaceholder(control)} value={chosen} onChange={(event) => edit(path, event.target.value)}>
            {listed ? null : <option value={chosen}>{chosen || t('chooseGraph')}</option>}
            {graphs?.map(({ name, isUsable }) => (
              <option key={name} value={name}>
                {isUsable ? name : t('unusableGraph', { name })}
              </option>
            ))}
          </Select>
          <GraphFacts graphs={graphs} chosen={chosen} listed={listed} />
        </div>
      )}
    </FieldFrame>
  );
}

type GraphFactsProps = { graphs: readonly GraphResource[] | undefined; chosen: string; listed: GraphResource | undefined };

/** What a graph gives, or why it cannot be used. */
function GraphFacts({ graphs, chosen, listed }: GraphFactsProps) {
  const t = useTranslations('inspector');
  if (!graphs) return null;
  if (graphs.length === 0) return <p className="text-meta text-ink-2">{t('noGraphs')}</p>;
  if (chosen === '') return null;
  const problem = listed ? listed.whyNot : t('unlistedGraph', { name: chosen });
  if (problem)
    return (
      <p className="flex items-start gap-1 text-meta text-failed">
        <CircleAlert size={12} className="mt-0.5 shrink-0" aria-hidden="true" />
        <span className="min-w-0 wrap-anywhere">{problem}</span>
      </p>
    );
  const outputs = keysOf(listed?.outputSchema);
  if (outputs.length === 0) return null;
  return (
    <p className="text-meta text-ink-2 wrap-anywhere">
      {t('graphGives')} <code>{outputs.join(', ')}</code>
    </p>
  );
}

/** Values for the keys of the chosen graph's input. */
export function GraphInputsField(props: FieldProps) {
  const value = useFormValue();
  const graphs = useGraphs();
  const chosen = isRecord(value) ? value.graph : undefined;
  const schema = graphs?.find(({ name }) => name === chosen)?.inputSchema;
  const required = Array.isArray(schema?.required) ? schema.required : [];
  return <KeyValueField {...props} known={keysOf(schema).map((name) => ({ name, isRequired: required.includes(name) }))} />;
}

function useGraphs(): readonly GraphResource[] | undefined {
  return useAnswer('graphs', (_, signal) => apiClient.listGraphs({}, { signal }))?.items;
}

function keysOf(schema: GraphResource['inputSchema'] | undefined): string[] {
  return Object.keys((schema?.properties ?? {}) as object);
}
