import { type ChatPageResource, noChatPage } from '#lib/api/chat-pages.contract.ts';
import { readChatLook } from '#lib/chat/chat-look.ts';
import { readChatVoice } from '#lib/chat/chat-voice.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Db } from '../database/make-db.ts';
import { sql } from '../database/sql.ts';

/** A logo as it is served: a copy of a file. */
export type ChatLogo = { readonly bytes: Uint8Array; readonly mediaType: string; readonly hash: string };

type ChatPageChange = Partial<ChatPageResource> & {
  /** Null: none. */
  readonly logo?: ChatLogo | null;
};

export type ChatPageRepository = {
  /** The settings of a deployment; those of a page that is off where none were stored. */
  get(slug: string): Promise<StoredChatPage>;
  /** What is not given stays, also what another change sets at the same time. @returns null without the deployment */
  change(slug: string, change: ChatPageChange): Promise<StoredChatPage | null>;
  /** Chats that visitors have are deleted after so many days without a turn; later ones take it from their start. */
  keepChats(slug: string, keepDays: number): Promise<void>;
};

type Row = Omit<ChatPageResource, 'look' | 'voice'> & {
  readonly look: string | null;
  readonly voice: string | null;
  readonly logoHash: string | null;
};
export type StoredChatPage = ChatPageResource & {
  /** Null without a logo. */
  readonly logoHash: string | null;
};

const toPage = ({ look, voice, ...page }: Row): StoredChatPage => ({
  ...page,
  look: readChatLook(look),
  voice: readChatVoice(voice),
});

export function chatPageRepository({ query }: Db, workspaceId: WorkspaceId): ChatPageRepository {
  return {
    async get(slug) {
      const [row] = await query<Row>(sql`SELECT access, origins, rate_per_minute AS "ratePerMinute",
          visitor_rate_per_minute AS "visitorRatePerMinute", look, voice, logo_hash AS "logoHash"
        FROM chat_pages WHERE slug = ${slug} AND workspace_id = ${workspaceId}`);
      return row ? toPage(row) : { ...noChatPage, logoHash: null };
    },
    async change(slug, { look, logo, voice, ...change }) {
      const made = { ...noChatPage, ...change };
      const given = (name: keyof typeof change) => change[name] ?? null;
      const looks = look ? JSON.stringify(look) : null;
      const voices = voice ? JSON.stringify(voice) : null;
      const bytes = logo ? Buffer.from(logo.bytes) : null;
      const changesLogo = logo !== undefined;
      const [row] = await query<Row>(sql`INSERT INTO chat_pages AS page
          (slug, workspace_id, access, origins, rate_per_minute, visitor_rate_per_minute, look, voice, logo, logo_type, logo_hash)
        SELECT slug, workspace_id, ${made.access}, ${[...made.origins]}::text[], ${made.ratePerMinute}::int,
            ${made.visitorRatePerMinute}::int, ${looks}, ${voices}, ${bytes}::bytea, ${logo?.mediaType ?? null}, ${logo?.hash ?? null}
          FROM deployments WHERE slug = ${slug} AND workspace_id = ${workspaceId}
        ON CONFLICT (slug) DO UPDATE SET changed_at = now(),
          access = coalesce(${given('access')}, page.access), origins = coalesce(${given('origins')}::text[], page.origins),
          rate_per_minute = coalesce(${given('ratePerMinute')}::int, page.rate_per_minute),
          visitor_rate_per_minute = coalesce(${given('visitorRatePerMinute')}::int, page.visitor_rate_per_minute),
          look = coalesce(${looks}, page.look), voice = coalesce(${voices}, page.voice),
          logo = CASE WHEN ${changesLogo} THEN excluded.logo ELSE page.logo END,
          logo_type = CASE WHEN ${changesLogo} THEN excluded.logo_type ELSE page.logo_type END,
          logo_hash = CASE WHEN ${changesLogo} THEN excluded.logo_hash ELSE page.logo_hash END
        RETURNING access, origins, rate_per_minute AS "ratePerMinute", visitor_rate_per_minute AS "visitorRatePerMinute",
          look, voice, logo_hash AS "logoHash"`);
      return row ? toPage(row) : null;
    },
    async keepChats(slug, keepDays) {
      await query(sql`UPDATE sessions SET keep_days = ${keepDays}::int,
          expires_at = updated_at + ${keepDays}::int * interval '1 day'
        WHERE workspace_id = ${workspaceId} AND slug = ${slug} AND owner_kind = 'visitor'`);
    },
  };
}
