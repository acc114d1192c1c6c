'use client';
import { memo, useMemo } from 'react';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { fieldModels } from '#components/inspector/field/field-model.ts';
import { useFormScope, useFormValue } from '#components/inspector/field/form-scope.tsx';
import { CasesField } from '#components/inspector/form/cases-field.tsx';
import { AgentField, ToolField } from '#components/inspector/form/catalogue-fields.tsx';
import { BooleanField } from '#components/inspector/form/choice-fields.tsx';
import { CodeField } from '#components/inspector/form/code-fields.tsx';
import { CredentialField } from '#components/inspector/form/credential-field.tsx';
import { CredentialsField } from '#components/inspector/form/credentials-field.tsx';
import { GraphField, GraphInputsField } from '#components/inspector/form/graph-fields.tsx';
import { KeyValueField } from '#components/inspector/form/key-value-field.tsx';
import { KnowledgeField } from '#components/inspector/form/knowledge-field.tsx';
import { TextsField } from '#components/inspector/form/list-fields.tsx';
import { McpServerField, McpToolField, useChosenMcpTool } from '#components/inspector/form/mcp-fields.tsx';
import { ModelField } from '#components/inspector/form/model-field.tsx';
import { ChoiceField, SwitchField } from '#components/inspector/form/plain-fields.tsx';
import { RowsField } from '#components/inspector/form/rows-field.tsx';
import { ScheduleField } from '#components/inspector/form/schedule-field.tsx';
import { SchemaField } from '#components/inspector/form/schema-field.tsx';
import { SkillsField } from '#components/inspector/form/skills-field.tsx';
import { StartInputsField } from '#components/inspector/form/start-inputs-field.tsx';
import { StatementField } from '#components/inspector/form/statement-field.tsx';
import { JsonField, NumberField, TextField } from '#components/inspector/form/text-fields.tsx';
import { TimeZoneField } from '#components/inspector/form/time-zone-field.tsx';
import { findListedTool, parametersOf } from '#components/inspector/form/tool-facts.ts';
import { ToolsField } from '#components/inspector/form/tools-field.tsx';
import { CalledInputsField, VersionField, WorkflowField } from '#components/inspector/form/workflow-fields.tsx';
import { isRecord } from '#lib/json/set-at-path.ts';

/** A field of a form with any editor. It is not rendered again while another field changes. */
export const ConfigField = memo(AnyField, isSameField);

function isSameField(before: FieldProps, now: FieldProps): boolean {
  const isSamePath = before.path.length === now.path.length && before.path.every((key, index) => key === now.path[index]);
  return isSamePath && before.model === now.model && before.value === now.value;
}

function AnyField(props: FieldProps) {
  switch (props.model.control.kind) {
    case 'text':
      return <TextField {...props} />;
    case 'number':
    case 'duration':
      return <NumberField {...props} />;
    case 'code':
      return <CodeOfNodeField {...props} />;
    case 'schema':
      return <SchemaField {...props} />;
    case 'json':
      return <JsonField {...props} />;
    case 'boolean':
      return <BooleanField {...props} />;
    case 'switch':
      return <SwitchField {...props} />;
    case 'choice':
      return <ChoiceField {...props} />;
    case 'texts':
      return <TextsField {...props} />;
    case 'keyValue':
      return <NamedValuesField {...props} />;
    case 'object':
      return <ObjectField {...props} />;
    case 'model':
      return <ModelField {...props} />;
    case 'tool':
      return <ToolField {...props} />;
    case 'tools':
      return <ToolsField {...props} />;
    case 'credential':
      return <CredentialField {...props} />;
    case 'credentials':
      return <CredentialsField {...props} />;
    case 'worker':
      return <AgentField {...props} />;
    case 'graph':
      return <GraphField {...props} />;
    case 'knowledge':
      return <KnowledgeField {...props} />;
    case 'mcp-server':
      return <McpServerField {...props} />;
    case 'mcp-tool':
      return <McpToolField {...props} />;
    case 'arguments':
      return <ArgumentsField {...props} />;
    case 'skills':
      return <SkillsField {...props} />;
    case 'workflow':
      return <WorkflowField {...props} />;
    case 'version':
      return <VersionField {...props} />;
    case 'inputs':
      return <StartInputsField {...props} />;
    case 'cases':
      return <CasesField {...props} />;
    case 'schedule':
      return <ScheduleField {...props} />;
    case 'timeZone':
      return <TimeZoneField {...props} />;
    case 'rows':
      return <RowsField {...props} />;
    default:
      return props.model.control satisfies never;
  }
}

/** Code, or the statement of a database. */
function CodeOfNodeField(props: FieldProps) {
  const { wordsOf } = useFormScope();
  return wordsOf === 'database' ? <StatementField {...props} /> : <CodeField {...props} />;
}

/** Fields of a field. */
function ObjectField(props: FieldProps) {
  const { model, path, value } = props;
  const fields = model.control.kind === 'object' ? model.control.fields : [];
  return (
    <FieldFrame {...props} isGroup hasOwnProblems>
      {() => (
        <div className="grid gap-2 border-l-2 border-line-1 pl-2">
          {fields.map((field) => (
            <ConfigField
              key={field.name}
              model={field}
              path={[...path, field.name]}
              value={isRecord(value) ? value[field.name] : undefined}
            />
          ))}
        </div>
      )}
    </FieldFrame>
  );
}

/** The arguments of the chosen tool as a form; by name while it is unknown, and for those that it does not describe. */
function ArgumentsField(props: FieldProps) {
  const { path, value } = props;
  const tool = useChosenMcpTool();
  const fields = useMemo(() => (tool ? fieldModels(tool.inputSchema, { expression: 'template' }) : []), [tool]);
  const values = isRecord(value) ? value : {};
  const isDescribed = Object.keys(values).every((name) => fields.some((field) => field.name === name));
  if (fields.length === 0 || !isDescribed) return <KeyValueField {...props} known={tool ? parametersOf(tool) : []} />;
  return (
    <FieldFrame {...props} isGroup hasOwnProblems>
      {() => (
        <div className="grid gap-2 border-l-2 border-line-1 pl-2">
          {fields.map((field) => (
            <ConfigField key={field.name} model={field} path={[...path, field.name]} value={values[field.name]} />
          ))}
        </div>
      )}
    </FieldFrame>
  );
}

/** For a tool, workflow or graph, the keys are its parameters. */
function NamedValuesField(props: FieldProps) {
  const value = useFormValue();
  const { catalogue, wordsOf } = useFormScope();
  if (wordsOf === 'workflow') return <CalledInputsField {...props} />;
  if (wordsOf === 'graph') return <GraphInputsField {...props} />;
  const toolName = isRecord(value) ? value.toolName : undefined;
  const tool = props.path.length === 1 ? findListedTool(catalogue.tools, toolName) : undefined;
  return <KeyValueField {...props} known={tool ? parametersOf(tool) : []} />;
}
