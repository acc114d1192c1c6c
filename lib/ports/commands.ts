import type { WorkspaceId } from './run-store.ts';

export type CommandRequest = ({ readonly command: string; readonly args: readonly string[] } | { readonly shell: string }) & {
  /** Folder of the workspace. @defaultValue its main folder */
  readonly workdir?: string;
  readonly timeoutMs: number;
};

export type CommandResult = {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether a part of the output is missing. */
  readonly isCut: boolean;
};

/** Programs of the server that the administrator lets tools start. */
export interface Commands {
  /** Whether a program would be started. @throws {NodeFailure} why not, as `run` */
  check(request: CommandRequest, call: { readonly workspaceId: WorkspaceId }): Promise<void>;
  /**
   * Runs a program until it ends. Its whole process group is killed at the time limit and when the signal aborts.
   * @throws {NodeFailure} `command-not-allowed`, `command-not-found`, `command-timed-out`, and those of
   * `WorkspaceFiles` for the folder
   */
  run(request: CommandRequest, call: { readonly workspaceId: WorkspaceId; readonly signal: AbortSignal }): Promise<CommandResult>;
}
