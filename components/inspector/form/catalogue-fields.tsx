'use client';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useAnswer } from '#components/data/use-answer.ts';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { plainText } from '#components/inspector/field/field-text.ts';
import { useFormScope } from '#components/inspector/field/form-scope.tsx';
import { problemsAtField } from '#components/inspector/field/problems-at-field.ts';
import { withoutPlaceholder } from '#components/inspector/form/plain-fields.tsx';
import { findListedTool } from '#components/inspector/form/tool-facts.ts';
import { ToolFacts, UnknownTool } from '#components/inspector/form/tool-marks.tsx';
import { ToolPicker } from '#components/inspector/form/tool-picker.tsx';
import { Select } from '#components/ui/select.tsx';
import { INLINE_AGENT } from '#lib/agents/inline-agent.ts';
import { fieldPath } from '#lib/expression/field-path.ts';

/** One tool, with what is known of it. */
export function ToolField(props: FieldProps) {
  const { path, value } = props;
  const { edit, catalogue, problems } = useFormScope();
  const chosen = plainText(value);
  const reported = problemsAtField(problems, fieldPath(path));
  const tool = findListedTool(catalogue.tools, value);
  return (
    <FieldFrame {...props}>
      {(control) => (
        <div className="grid gap-1">
          <ToolPicker
            {...withoutPlaceholder(control)}
            tools={catalogue.tools}
            value={chosen}
            onPick={(toolId) => edit(path, toolId)}
          />
          {tool ? <ToolFacts tool={tool} problems={reported} /> : null}
          {tool || reported.length > 0 ? null : <UnknownTool name={chosen} />}
        </div>
      )}
    </FieldFrame>
  );
}

/** The agent that does a task: a built-in one, one of the workspace, or one that is written into the node. */
export function AgentField(props: FieldProps) {
  const { path, value } = props;
  const { edit } = useFormScope();
  const t = useTranslations('inspector');
  const chosen = plainText(value);
  const agents = useAnswer('agents', (_, signal) => apiClient.listAgents({}, { signal }))?.items.map(({ id }) => id) ?? [];
  const names = [...agents, INLINE_AGENT];
  return (
    <FieldFrame {...props} isShort>
      {(control) => (
        <Select {...withoutPlaceholder(control)} value={chosen} onChange={(event) => edit(path, event.target.value)}>
          {names.includes(chosen) ? null : <option value={chosen}>{chosen || t('chooseAgent')}</option>}
          {names.map((name) => (
            <option key={name} value={name}>
              {name === INLINE_AGENT ? t('inlineAgent') : name}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  );
}
