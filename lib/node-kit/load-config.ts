import type { AnyNodeDefinition, ConfigOf } from './define-node.ts';

type StoredConfig = { readonly version: number; readonly config: Readonly<Record<string, unknown>> };

export type ConfigFailure =
  /** A newer build wrote the document; the config is not changed. */
  | { readonly ok: false; readonly reason: 'version-newer'; readonly message: string }
  /** The node type cannot migrate this version. */
  | { readonly ok: false; readonly reason: 'migration-failed'; readonly message: string }
  | { readonly ok: false; readonly reason: 'config-invalid'; readonly message: string; readonly issues: readonly ConfigIssue[] };

type ConfigIssue = { readonly path: readonly (string | number)[]; readonly message: string };

export type MigratedConfig = {
  readonly ok: true;
  readonly version: number;
  readonly config: Record<string, unknown>;
  readonly isMigrated: boolean;
};

/** Migrates a stored config step by step to the version of the definition. Does not change the argument. */
export function migrateConfig(
  node: AnyNodeDefinition,
  { version, config }: StoredConfig,
): MigratedConfig | Extract<ConfigFailure, { reason: 'version-newer' | 'migration-failed' }> {
  if (version > node.version) {
    const message = `This ${node.id} node has version ${version}; this build knows up to ${node.version}`;
    return { ok: false, reason: 'version-newer', message };
  }
  if (version === node.version) return { ok: true, version, config, isMigrated: false };
  let current: Record<string, unknown> = structuredClone(config);
  for (let next = version + 1; next <= node.version; next++) {
    const migrate = node.migrations[next];
    if (!migrate)
      return {
        ok: false,
        reason: 'migration-failed',
        message: `${node.id} has no migration from version ${next - 1} to ${next}`,
      };
    try {
      current = migrate(current);
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      return {
        ok: false,
        reason: 'migration-failed',
        message: `The migration of ${node.id} from version ${next - 1} to ${next} failed: ${cause}`,
      };
    }
  }
  return { ok: true, version: node.version, config: current, isMigrated: true };
}

/** A stored config for the executor: migrated, validated, with defaults. Expressions are not evaluated. */
export function loadConfig<Node extends AnyNodeDefinition>(
  node: Node,
  stored: StoredConfig,
): { readonly ok: true; readonly config: ConfigOf<Node> } | ConfigFailure {
  const migrated = migrateConfig(node, stored);
  if (!migrated.ok) return migrated;
  const parsed = node.config.safeParse(migrated.config);
  if (parsed.success) return { ok: true, config: parsed.data };
  const issues = (parsed.error.issues as readonly { path: PropertyKey[]; message: string }[]).map(({ path, message }) => ({
    path: path.filter((key) => typeof key !== 'symbol'),
    message,
  }));
  return {
    ok: false,
    reason: 'config-invalid',
    message: `${node.id}: ${issues[0]?.message ?? 'the config is not valid'}`,
    issues,
  };
}
