'use client';
import { EyeOff } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import type { McpChanges } from '#components/pages/mcp/use-mcp-servers.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Folded } from '#components/ui/folded.tsx';
import { Select } from '#components/ui/select.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { ValueView } from '#components/ui/value-view.tsx';
import type { McpServerResource, McpToolResource } from '#lib/api/mcp-servers.contract.ts';
import { withHiddenShown } from '#lib/mcp/hidden-text.ts';

type McpToolListProps = { server: McpServerResource; changes: McpChanges };
type Approval = 'risk' | 'always' | 'never';

/** The tools of a server: which workflows may call, and when a person approves a call. */
export function McpToolList({ server, changes }: McpToolListProps) {
  const t = useTranslations('mcp');
  const { tools, approvals, allowTools, status } = server;
  if (tools.length === 0) return status === 'unread' ? <p className="text-ink-2">{t('unreadText')}</p> : null;
  const params = { id: server.id };

  function allow(name: string, isAllowed: boolean) {
    const now = allowTools ?? tools.map((tool) => tool.name);
    const next = isAllowed ? [...now, name] : now.filter((one) => one !== name);
    const isAll = tools.every((tool) => next.includes(tool.name));
    void changes.change(() => apiClient.updateMcpServer({ params, body: { allowTools: isAll ? null : next } }));
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
                disabled={changes.isBusy}
                onCheckedChange={(checked) => allow(tool.name, checked === true)}
              />
              <label htmlFor={`allow-${tool.name}`} className="min-w-0">
                <code className="wrap-anywhere">{tool.id}</code>
              </label>
              {tool.state === 'approved' ? null : (
                <Tag look={tool.state === 'removed' ? 'failed' : 'waiting'}>{t(`states.${tool.state}`)}</Tag>
              )}
              <Hidden tool={tool} />
              <span className="grow" />
              <span className={`text-meta ${tool.risk === 'high' ? 'text-failed' : 'text-ink-3'}`}>
                {t(`risks.${tool.risk}`)}
              </span>
              <span className="w-40">
                <Select
                  aria-label={t('approvalNamed', { name: tool.name })}
                  disabled={changes.isBusy}
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
              {tool.before ? <Difference tool={tool} before={tool.before} /> : <Description text={tool.description} />}
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

function Hidden({ tool: { hiddenCharacters } }: { tool: McpToolResource }) {
  const t = useTranslations('mcp');
  if (hiddenCharacters === 0) return null;
  return (
    <Tag look="failed">
      <EyeOff size={10} aria-hidden="true" />
      {t('hidden', { count: hiddenCharacters })}
    </Tag>
  );
}

function Description({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return <p className="line-clamp-4 max-w-[90ch] whitespace-pre-line text-ink-2 wrap-anywhere">{withHiddenShown(text)}</p>;
}

const PARTS = ['title', 'description', 'inputSchema', 'outputSchema', 'hints', 'appUri', 'visibility'] as const;

/** Each part that differs from what was accepted, before and after. */
function Difference({ tool, before }: { tool: McpToolResource; before: NonNullable<McpToolResource['before']> }) {
  const t = useTranslations('mcp');
  const changed = PARTS.filter((part) => textOf(tool[part]) !== textOf(before[part]));
  return (
    <div className="grid max-w-[100ch] gap-2" data-part="difference">
      {changed.map((part) => (
        <div key={part} className="grid gap-1">
          <span className="text-meta font-strong text-ink-3">{t(`parts.${part}`)}</span>
          <div className="grid gap-1 md:grid-cols-2">
            <Side title={t('before')} text={textOf(before[part])} look="border-failed-line bg-failed-bg" />
            <Side title={t('now')} text={textOf(tool[part])} look="border-waiting-line bg-waiting-bg" />
          </div>
        </div>
      ))}
    </div>
  );
}

function Side({ title, text, look }: { title: string; text: string; look: string }) {
  return (
    <figure className={`min-w-0 rounded-control border px-2 py-1 ${look}`}>
      <figcaption className="text-meta text-ink-3">{title}</figcaption>
      <pre className="max-h-60 overflow-auto font-mono text-meta whitespace-pre-wrap wrap-anywhere">{text || '–'}</pre>
    </figure>
  );
}

function textOf(value: unknown): string {
  if (value === undefined) return '';
  return withHiddenShown(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
}
