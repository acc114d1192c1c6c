'use client';
import { useTranslations } from 'use-intl';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { plainText } from '#components/inspector/field/field-text.ts';
import { useFormScope, useFormValue } from '#components/inspector/field/form-scope.tsx';
import { problemsAtField } from '#components/inspector/field/problems-at-field.ts';
import { withoutPlaceholder } from '#components/inspector/form/plain-fields.tsx';
import { ToolFacts, UnknownTool } from '#components/inspector/form/tool-marks.tsx';
import { ToolPicker } from '#components/inspector/form/tool-picker.tsx';
import { Select } from '#components/ui/select.tsx';
import type { ToolResource } from '#lib/api/tools.contract.ts';
import { fieldPath } from '#lib/expression/field-path.ts';
import { isRecord } from '#lib/json/set-at-path.ts';

/** An MCP server of the workspace that has tools. */
export function McpServerField(props: FieldProps) {
  const { path, value } = props;
  const { edit, catalogue } = useFormScope();
  const t = useTranslations('inspector');
  const servers = [...new Set(catalogue.tools.filter(isOfServer).map(serverOf))];
  const chosen = plainText(value);
  return (
    <FieldFrame {...props}>
      {(control) => (
        <div className="grid gap-1">
          <Select {...withoutPlaceholder(control)} value={chosen} onChange={(event) => edit(path, event.target.value)}>
            {servers.includes(chosen) ? null : <option value={chosen}>{chosen || t('chooseServer')}</option>}
            {servers.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
          {servers.length === 0 ? (
            <p className="text-meta text-ink-2">
              <a href="/mcp" className="text-accent underline">
                {t('noServers')}
              </a>
            </p>
          ) : null}
        </div>
      )}
    </FieldFrame>
  );
}

/** A tool of the chosen server, with what is known of it. */
export function McpToolField(props: FieldProps) {
  const { path, value } = props;
  const { edit, catalogue, problems } = useFormScope();
  const reported = problemsAtField(problems, fieldPath(path));
  const server = useConfig('server');
  const tools = catalogue.tools.filter((tool) => isOfServer(tool) && serverOf(tool) === server);
  const chosen = plainText(value);
  const tool = useChosenMcpTool();
  return (
    <FieldFrame {...props}>
      {(control) => (
        <div className="grid gap-1">
          <ToolPicker
            {...withoutPlaceholder(control)}
            tools={tools}
            value={tool?.id ?? chosen}
            onPick={(id) => {
              const picked = tools.find((one) => one.id === id);
              if (picked) edit(path, nameAtServer(picked));
            }}
          />
          {tool ? <ToolFacts tool={tool} problems={reported} /> : null}
          {tool || reported.length > 0 || chosen === '' || server === '' ? null : <UnknownTool name={`${server}@${chosen}`} />}
        </div>
      )}
    </FieldFrame>
  );
}

/** The tool that server and name of the form say; undefined while there is none. */
export function useChosenMcpTool(): ToolResource | undefined {
  const { catalogue } = useFormScope();
  const id = `${useConfig('server')}@${useConfig('tool')}`;
  return catalogue.tools.find((tool) => tool.id === id);
}

function useConfig(field: string): string {
  const value = useFormValue();
  return isRecord(value) ? plainText(value[field]) : '';
}

function isOfServer({ source, id }: ToolResource): boolean {
  return source === 'mcp' && id.includes('@');
}

function serverOf({ id }: ToolResource): string {
  return id.slice(0, id.indexOf('@'));
}

function nameAtServer({ id }: ToolResource): string {
  return id.slice(id.indexOf('@') + 1);
}
