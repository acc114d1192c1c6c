/** What an attack aims at, as the process of the strangers gets it. */
export type AttackTarget = {
  readonly url: string;
  /** Endpoints with a public chat page: one whose runs wait, and one that answers at once. */
  readonly pageSlug: string;
  readonly talkSlug: string;
  /** Its page has a file input, and answers with a document. */
  readonly fileSlug: string;
  readonly formSlug: string;
  readonly hookSlug: string;
  /** Ids of runs, sessions and files of members, keys and another visitor. */
  readonly privatePaths: readonly string[];
  /** In every text that no stranger may read. */
  readonly plant: string;
  readonly clients: number;
  readonly seconds: number;
};

export type AttackReport = {
  /** Answers by kind of attack and status; `cut` for those without. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Answers that a plant was found in, the first few. */
  readonly leaks: readonly string[];
  /** Starts with the page whose runs wait that may have started a run, and streams of it that were refused. */
  readonly startedStreams: number;
  readonly refusedStreams: number;
};
