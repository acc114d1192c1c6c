import type pg from 'pg';
import { type ChatLook, readChatLook } from '#lib/chat/chat-look.ts';
import { type ChatVoice, readChatVoice } from '#lib/chat/chat-voice.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { type WorkspaceId, workspaceId } from '#lib/ports/run-store.ts';
import type { EventLevel } from '#lib/run/public-event.ts';
import { type Sql, sql } from '../database/sql.ts';

/** A key with the deployment it gives access to. */
export type Endpoint = {
  readonly keyId: string;
  /** SHA-256 of the key's secret. */
  readonly hash: string;
  readonly ratePerMinute: number | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly workspaceId: WorkspaceId;
  readonly slug: string;
  readonly workflowId: string;
  readonly version: number;
  readonly documentHash: string;
  readonly events: EventLevel;
  /** Restrictions that callers may put on a run. */
  readonly allowedModels: readonly string[];
  readonly allowsToolNames: boolean;
  /** Whether its keys may decide approvals of their runs. */
  readonly allowsDecisions: boolean;
  /** Whether its callers may add tools that they execute themselves. */
  readonly allowsCallerTools: boolean;
  /** Runs, sessions and idempotency keys belong to all of its keys instead of the one that started them. */
  readonly sharesRuns: boolean;
  /** Origins whose pages may call it. */
  readonly allowedOrigins: readonly string[];
  /** Model usage of its runs is counted. */
  readonly hasBudget: boolean;
  /** Of a visitor of a public chat page, who has no key: the runs that all visitors of it may start in a minute. */
  readonly visitorsPerMinute?: number;
};

/** True for a visitor of a public chat page; false for a key, and for a member, who has no endpoint. */
export function isVisitor(endpoint: Pick<Endpoint, 'visitorsPerMinute'> | undefined): boolean {
  return endpoint?.visitorsPerMinute !== undefined;
}

/** A chat page that is not off. */
export type LiveChatPage = {
  readonly access: 'public' | 'key';
  /** Of the pages that may show it in a frame. */
  readonly origins: readonly string[];
  readonly look: ChatLook;
  readonly voice: ChatVoice;
  /** Null without a logo. */
  readonly logoHash: string | null;
  readonly ratePerMinute: number;
  readonly visitorRatePerMinute: number;
  readonly endpoint: Pick<
    Endpoint,
    'workspaceId' | 'slug' | 'workflowId' | 'version' | 'documentHash' | 'events' | 'allowsDecisions'
  >;
};

export type PublicCard = Pick<Endpoint, 'slug' | 'version' | 'documentHash'>;

function findEndpoint(keyId: string): Sql {
  return sql`SELECT k.id AS "keyId", k.hash, k.rate_per_minute AS "ratePerMinute", k.expires_at AS "expiresAt",
      k.revoked_at AS "revokedAt", d.workspace_id AS "workspaceId", d.slug, d.workflow_id AS "workflowId", d.version,
      v.document_hash AS "documentHash", d.events, d.allowed_models AS "allowedModels", d.allows_tool_names AS "allowsToolNames",
      d.allows_decisions AS "allowsDecisions", d.shares_runs AS "sharesRuns", d.allows_caller_tools AS "allowsCallerTools",
      d.allowed_origins AS "allowedOrigins",
      EXISTS (SELECT 1 FROM key_budgets b WHERE b.key_id = k.id) AS "hasBudget"
    FROM api_keys k JOIN deployments d ON d.slug = k.slug
      JOIN versions v ON v.workflow_id = d.workflow_id AND v.number = d.version
    WHERE k.id = ${keyId}`;
}

function findChatPage(slug: string): Sql {
  return sql`SELECT c.access, c.origins, c.look, c.voice, c.logo_hash AS "logoHash", c.rate_per_minute AS "ratePerMinute", c.visitor_rate_per_minute AS "visitorRatePerMinute",
      d.workspace_id AS "workspaceId", d.slug, d.workflow_id AS "workflowId", d.version, v.document_hash AS "documentHash",
      d.events, d.allows_decisions AS "allowsDecisions"
    FROM chat_pages c JOIN deployments d ON d.slug = c.slug
      JOIN versions v ON v.workflow_id = d.workflow_id AND v.number = d.version
    WHERE c.slug = ${slug} AND c.access <> 'off'`;
}

/**
 * Endpoints by key, for published requests: the key decides the workspace. Nothing else reads
 * across workspaces.
 */
export class EndpointStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Null when there is no such key. Expiry and revocation are for the caller to check. */
  async find(keyId: string): Promise<Endpoint | null> {
    const { rows } = await this.#pool.query<Omit<Endpoint, 'workspaceId'> & { workspaceId: string }>(
      findEndpoint(keyId).named('find-endpoint'),
    );
    const [row] = rows;
    return row ? { ...row, workspaceId: workspaceId(row.workspaceId) } : null;
  }

  /** Null where there is no deployment, or its page is off. */
  async findChatPage(slug: string): Promise<LiveChatPage | null> {
    type Row = Omit<LiveChatPage, 'endpoint' | 'look' | 'voice'> & { look: string | null; voice: string | null } & Omit<
        LiveChatPage['endpoint'],
        'workspaceId'
      > & { workspaceId: string };
    const { rows } = await this.#pool.query<Row>(findChatPage(slug).named('find-chat-page'));
    const [row] = rows;
    if (!row) return null;
    const { access, origins, look, voice, logoHash, ratePerMinute, visitorRatePerMinute, ...endpoint } = row;
    const workspace = workspaceId(endpoint.workspaceId);
    return {
      access,
      origins,
      look: readChatLook(look),
      voice: readChatVoice(voice),
      logoHash,
      ratePerMinute,
      visitorRatePerMinute,
      endpoint: { ...endpoint, workspaceId: workspace },
    };
  }

  /** Null where there is no page, or it has no logo. */
  async findChatLogo(
    slug: string,
  ): Promise<{ readonly bytes: Buffer; readonly mediaType: string; readonly hash: string } | null> {
    const { rows } = await this.#pool.query<{ bytes: Buffer; mediaType: string; hash: string }>(
      sql`SELECT logo AS bytes, logo_type AS "mediaType", logo_hash AS hash FROM chat_pages
        WHERE slug = ${slug} AND access <> 'off' AND logo IS NOT NULL`,
    );
    return rows[0] ?? null;
  }

  /** A chat that its visitor shared. Whether the page lets that be read is for the caller to check. */
  async findSharedChat(slug: string, token: string): Promise<{ title: string; content: string; sharedAt: Date } | null> {
    const { rows } = await this.#pool.query<{ title: string; content: string; sharedAt: Date }>(
      sql`SELECT s.title, c.content, c.created_at AS "sharedAt" FROM chat_shares c JOIN sessions s ON s.id = c.session_id
        WHERE c.token = ${token} AND c.slug = ${slug}`,
    );
    return rows[0] ?? null;
  }

  /** Null where there is no deployment, or its card needs a key. */
  async findPublicCard(slug: string): Promise<PublicCard | null> {
    const { rows } = await this.#pool.query<PublicCard>(
      sql`SELECT d.slug, d.version, v.document_hash AS "documentHash" FROM deployments d
        JOIN versions v ON v.workflow_id = d.workflow_id AND v.number = d.version WHERE d.slug = ${slug} AND d.publishes_card`,
    );
    return rows[0] ?? null;
  }

  /** Slugs of deployments that publish their card. */
  async listPublicCards(limit: number): Promise<string[]> {
    const { rows } = await this.#pool.query<{ slug: string }>(
      sql`SELECT slug FROM deployments WHERE publishes_card ORDER BY slug LIMIT ${limit}`,
    );
    return rows.map(({ slug }) => slug);
  }

  /** Origins whose pages may call the endpoint; none where there is no such endpoint. */
  async findOrigins(slug: string): Promise<readonly string[]> {
    const { rows } = await this.#pool.query<{ origins: string[] }>(
      sql`SELECT allowed_origins AS origins FROM deployments WHERE slug = ${slug}`,
    );
    return rows[0]?.origins ?? [];
  }

  /** Origins whose pages may call any endpoint. */
  async listOrigins(): Promise<readonly string[]> {
    const { rows } = await this.#pool.query<{ origin: string }>(
      sql`SELECT DISTINCT unnest(allowed_origins) AS origin FROM deployments WHERE allowed_origins <> '{}'`,
    );
    return rows.map(({ origin }) => origin);
  }

  async markUsed(keyId: string, at: Date): Promise<void> {
    await this.#pool.query(sql`UPDATE api_keys SET last_used_at = ${at} WHERE id = ${keyId}`);
  }

  /** @throws {AppError} `not-found` */
  async readDocument(documentHash: string): Promise<string> {
    const { rows } = await this.#pool.query<{ document: string }>(
      sql`SELECT document FROM documents WHERE hash = ${documentHash}`,
    );
    if (rows[0]) return rows[0].document;
    throw new AppError('not-found', `No document with the hash ${documentHash} is stored.`);
  }
}
