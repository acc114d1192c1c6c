import { headerLinesOf, readHeaderLines } from '#components/data/header-lines.ts';
import { A2A_TIMEOUT_S, a2aNameSchema } from '#lib/a2a/a2a-service.ts';
import type { A2aServiceResource } from '#lib/api/a2a-services.contract.ts';

/** An A2A agent as its form holds it: every field a text. */
export type AgentDraft = {
  readonly kind: 'url' | 'slug';
  readonly name: string;
  readonly displayName: string;
  readonly url: string;
  readonly slug: string;
  readonly user: string;
  readonly credentialId: string;
  readonly headers: string;
  readonly risk: A2aServiceResource['risk'];
  readonly approval: 'risk' | 'always' | 'never';
  readonly timeoutS: string;
};
export type AgentDraftProblems = Partial<Record<keyof AgentDraft, 'missing' | 'name' | 'taken' | 'url' | 'headers' | 'timeout'>>;

export function agentDraftOf(agent: A2aServiceResource | undefined): AgentDraft {
  return {
    kind: agent?.slug == null ? 'url' : 'slug',
    name: agent?.name ?? '',
    displayName: agent?.displayName ?? '',
    url: agent?.url ?? '',
    slug: agent?.slug ?? '',
    user: agent?.user ?? '',
    credentialId: agent?.credentialId ?? '',
    headers: headerLinesOf(agent?.headers ?? {}),
    risk: agent?.risk ?? 'medium',
    approval: agent?.approval ?? 'risk',
    timeoutS: String(agent?.timeoutS ?? A2A_TIMEOUT_S.default),
  };
}

/** @param taken names of other agents */
export function agentDraftProblems(draft: AgentDraft, taken: readonly string[]): AgentDraftProblems {
  const problems: AgentDraftProblems = {};
  const name = draft.name.trim();
  if (name === '') problems.name = 'missing';
  else if (!a2aNameSchema.safeParse(name).success) problems.name = 'name';
  else if (taken.includes(name)) problems.name = 'taken';
  if (draft.kind === 'slug') {
    if (draft.slug === '') problems.slug = 'missing';
  } else {
    if (draft.url.trim() === '') problems.url = 'missing';
    else if (!/^https?:\/\//i.test(draft.url.trim()) || !URL.canParse(draft.url.trim())) problems.url = 'url';
    if (!readHeaderLines(draft.headers)) problems.headers = 'headers';
  }
  const timeoutS = Number(draft.timeoutS);
  if (!Number.isInteger(timeoutS) || timeoutS < 1 || timeoutS > A2A_TIMEOUT_S.max) problems.timeoutS = 'timeout';
  return problems;
}

/** What of a draft without problems an agent takes, new or changed. */
export function agentSettingsOf(draft: AgentDraft) {
  const name = draft.name.trim();
  const isInside = draft.kind === 'slug';
  return {
    name,
    displayName: draft.displayName.trim() || name,
    ...(isInside ? { slug: draft.slug } : { url: draft.url.trim() }),
    user: isInside ? draft.user.trim() || null : null,
    credentialId: isInside ? null : draft.credentialId || null,
    headers: isInside ? {} : (readHeaderLines(draft.headers) ?? {}),
    risk: draft.risk,
    approval: draft.approval === 'risk' ? null : draft.approval,
    timeoutS: Number(draft.timeoutS),
  };
}
