import type { JsonValue } from '../json/json-value.ts';
import type { CredentialUse } from './runtime.ts';

export type DatabaseQuery = {
  /** Of type `postgres` or `mysql`; its value is opened where the connection is made. */
  readonly credential: CredentialUse;
  /** One statement, in which parameters have placeholders. */
  readonly query: string;
  readonly parameters: readonly JsonValue[];
  /** Runs in a transaction in which the server refuses changes, and that is undone at its end. */
  readonly readOnly: boolean;
  /** More rows fail the query. */
  readonly maxRows: number;
  /** Of connection and statement. The server ends a statement then, on abort, and when this process dies. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

/** `count`: of rows, or of the rows that were changed. */
export type DatabaseResult = { readonly rows: readonly Readonly<Record<string, JsonValue>>[]; readonly count: number };

export interface DatabaseClient {
  /**
   * @throws {GuardedFetchError} for a credential or an address
   * @throws {NodeFailure} `database-failed` with the message of the server, `database-result-too-large`;
   * `database-role-unbound` and `database-statement-refused` for what read only does not hold back;
   * `database-timed-out` and `database-unreachable`, which may succeed on retry
   */
  query(query: DatabaseQuery): Promise<DatabaseResult>;
}
