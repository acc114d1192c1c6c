import { createHash } from 'node:crypto';
import { a2aToolId } from '#lib/a2a/a2a-service.ts';
import { compareCards, type PinnedCard } from '#lib/a2a/pinned-card.ts';
import type { A2aServiceResource } from '#lib/api/a2a-services.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { canonicalJson } from '#lib/mcp/compare-tools.ts';
import { countHidden } from '#lib/mcp/hidden-text.ts';
import type { A2aServiceRecord } from '../../db/repositories/a2a-service-repository.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';

/** @throws {AppError} `not-found` */
export async function loadA2aService({ a2aServices }: Repositories, serviceId: string): Promise<A2aServiceRecord> {
  const found = await a2aServices.get(serviceId);
  if (!found) throw a2aServiceNotFound(serviceId);
  return found;
}

export function a2aServiceNotFound(serviceId: string): AppError {
  return new AppError('not-found', `There is no A2A service ${serviceId}.`);
}

/** Names exactly what a person looked at before accepting it. */
export function hashOfCard(card: PinnedCard): string {
  return createHash('sha256').update(canonicalJson(card)).digest('base64url');
}

/** @param published addresses of the published workflows of the workspace */
export function toA2aServiceResource(record: A2aServiceRecord, published: ReadonlySet<string>): A2aServiceResource {
  const {
    serviceId,
    endUser,
    refreshedAt,
    headers,
    allowSkills,
    approved,
    found,
    createdAt: _,
    changedAt: __,
    ...plain
  } = record;
  const card = found ?? approved;
  return {
    ...plain,
    id: serviceId,
    toolId: a2aToolId(record.name),
    user: endUser,
    headers: { ...headers },
    allowSkills: allowSkills && [...allowSkills],
    status: statusOf(record, published),
    refreshedAt: refreshedAt?.toISOString() ?? null,
    card,
    cardHash: found && hashOfCard(found),
    differences: approved && found ? compareCards(approved, found) : [],
    hiddenCharacters: card ? countHidden(JSON.stringify(card)) : 0,
  };
}

function statusOf({ isEnabled, slug, problem, approved, found }: A2aServiceRecord, published: ReadonlySet<string>) {
  if (!isEnabled) return 'off';
  if (slug !== null) return published.has(slug) ? 'ready' : 'unpublished';
  if (problem !== null) return 'failed';
  if (found) return approved ? 'changed' : 'unaccepted';
  return approved ? 'ready' : 'unread';
}
