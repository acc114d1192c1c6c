import { type ChatPageResource, noChatPage } from '#lib/api/chat-pages.contract.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Db } from '../database/make-db.ts';
import { sql } from '../database/sql.ts';

export type ChatPageRepository = {
  /** The settings of a deployment; those of a page that is off where none were stored. */
  get(slug: string): Promise<ChatPageResource>;
  /** @returns false without the deployment */
  save(slug: string, page: ChatPageResource): Promise<boolean>;
};

export function chatPageRepository({ query }: Db, workspaceId: WorkspaceId): ChatPageRepository {
  return {
    async get(slug) {
      const [row] = await query<ChatPageResource>(sql`SELECT access, origins, rate_per_minute AS "ratePerMinute",
          visitor_rate_per_minute AS "visitorRatePerMinute"
        FROM chat_pages WHERE slug = ${slug} AND workspace_id = ${workspaceId}`);
      return row ?? noChatPage;
    },
    async save(slug, { access, origins, ratePerMinute, visitorRatePerMinute }) {
      const rows = await query<{ slug: string }>(sql`INSERT INTO chat_pages
          (slug, workspace_id, access, origins, rate_per_minute, visitor_rate_per_minute)
        SELECT slug, workspace_id, ${access}, ${[...origins]}::text[], ${ratePerMinute}::int, ${visitorRatePerMinute}::int
          FROM deployments WHERE slug = ${slug} AND workspace_id = ${workspaceId}
        ON CONFLICT (slug) DO UPDATE SET access = excluded.access, origins = excluded.origins, changed_at = now(),
          rate_per_minute = excluded.rate_per_minute, visitor_rate_per_minute = excluded.visitor_rate_per_minute
        RETURNING slug`);
      return rows.length > 0;
    },
  };
}
