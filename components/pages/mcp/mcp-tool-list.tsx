'use client';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { RiskMark } from '#components/inspector/form/tool-marks.tsx';
import type { McpChanges } from '#components/pages/mcp/use-mcp-servers.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Differences } from '#components/ui/differences.tsx';
import { Folded } from '#components/ui/folded.tsx';
import { HiddenTag } from '#components/ui/hidden-tag.tsx';
import { Select } from '#components/ui/select.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { ValueView } from '#components/ui/value-view.tsx';
import type { McpServerResource, McpToolResource } from '#lib/api/mcp-servers.contract.ts';
import { withHiddenShown } from '#lib/mcp/hidden-text.ts';
import { withAllowed } from '#lib/text/allow-list.ts';

type McpToolListProps = { server: McpServerResource; changes: McpChanges };
type Approval = 'risk' | 'always' | 'never';

/** The tools of a server: which workflows may call, and when a person approves a call. */
export function McpToolList({ server, changes }: McpToolListProps) {
  const t = useTranslations('mcp');
  const { tools, approvals, allowTools, status } = server;
  if (tools.length === 0) return status === 'unread' ? <p className="text-ink-2">{t('unreadText')}</p> : null;
  const params = { id: server.id };

  function allow(name: string, isAllowed: boolean) {
    const names = tools.map((tool) => tool.name);
    const next = withAllowed(names, allowTools, { name, isAllowed });
    void changes.change(() => apiClient.updateMcpServer({ params, body: { allowTools: next } }));
  }

  function approve(name: string, approval: Approval) {
    const { [name]: _, ...others } = approvals;
    const next = approval === 'risk' ? others : { ...others, [name]: approval };
    void changes.change(() => apiClient.updateMcpServer({ params, body: { approvals: next } }));
  }

  return (
    <section aria-labelledby="mcp-tools" className="grid gap-2">
      <h3 id="mcp-tools" className="font-strong">
        {t('toolCount', { count: tools.length })}
      </h3>
      <ul className="divide-y divide-line-1 border-y border-line-1">
        {tools.map((tool) => (
          <li key={tool.name} data-tool={tool.name} className="grid gap-1 py-2">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Checkbox
                id={`allow-${tool.name}`}
                aria-label={t('allowNamed', { name: tool.name })}
                checked={tool.isAllowed}
                aria-disabled={changes.isBusy || undefined}
                onCheckedChange={(checked) => allow(tool.name, checked === true)}
              />
              <label htmlFor={`allow-${tool.name}`} className="min-w-0">
                <code className="wrap-anywhere">{tool.id}</code>
              </label>
              {tool.state === 'approved' ? null : (
                <Tag look={tool.state === 'removed' ? 'failed' : 'waiting'}>{t(`states.${tool.state}`)}</Tag>
              )}
              <HiddenTag count={tool.hiddenCharacters} />
              <span className="grow" />
              <RiskMark tool={callOf(tool, approvals[tool.name])} />
              <span className="w-40">
                <Select
                  aria-label={t('approvalNamed', { name: tool.name })}
                  aria-disabled={changes.isBusy || undefined}
                  value={approvals[tool.name] ?? 'risk'}
                  onChange={(event) => approve(tool.name, event.target.value as Approval)}
                >
                  {(['risk', 'always', 'never'] as const).map((approval) => (
                    <option key={approval} value={approval}>
                      {t(`approvals.${approval}`)}
                    </option>
                  ))}
                </Select>
              </span>
            </div>
            <div className="grid gap-1 pl-8">
              {tool.before ? <ChangedParts tool={tool} before={tool.before} /> : <Description text={tool.description} />}
              <Folded title={t('schema')}>
                <ValueView label={t('schema')} value={tool.inputSchema} />
              </Folded>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Risk of a tool in the form that marks of all tools take: its own hints, and the approval set for it. */
function callOf({ risk, hints }: McpToolResource, approval: 'always' | 'never' | undefined) {
  return {
    risk,
    effects: hints.isReadOnly ? ('read' as const) : ('write' as const),
    approval: approval ?? ('default' as const),
    needsApproval: false,
  };
}

function Description({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return <p className="line-clamp-4 max-w-[90ch] whitespace-pre-line text-ink-2 wrap-anywhere">{withHiddenShown(text)}</p>;
}

const PARTS = ['title', 'description', 'inputSchema', 'outputSchema', 'hints', 'appUri', 'visibility'] as const;

/** Each part that differs from what was accepted. */
function ChangedParts({ tool, before }: { tool: McpToolResource; before: NonNullable<McpToolResource['before']> }) {
  const t = useTranslations('mcp');
  const changed = PARTS.filter((part) => textOf(tool[part]) !== textOf(before[part]));
  const differences = changed.map((part) => ({
    part,
    label: t(`parts.${part}`),
    before: textOf(before[part]),
    now: textOf(tool[part]),
  }));
  return <Differences differences={differences} />;
}

function textOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
