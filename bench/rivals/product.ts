/** Number of nodes of the two workflows that are called. */
export const CALLED_SIZES = [3, 10] as const;
export type CalledSize = (typeof CALLED_SIZES)[number];

/** A request that runs a published workflow and has its result in the answer. */
export type Endpoint = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type SetUp = {
  readonly endpoints: Readonly<Record<CalledSize, Endpoint>>;
  /** Starts a run that sends a request to the slow server between two other nodes. */
  readonly slow: Endpoint;
  /** Starts a run that waits for 70 seconds, or for a person where there is no node for waiting. */
  readonly waiting: Endpoint;
  /** Address of the editor with the workflow of 10 nodes. */
  readonly editorUrl: string;
  /** Cookies of a member who has signed in; empty without accounts. */
  readonly cookies: readonly { readonly name: string; readonly value: string }[];
  /** What its page keeps in `localStorage` of a member who has signed in. */
  readonly storage?: Readonly<Record<string, string>>;
};

/** State of a run, as the product's own log has it. */
export type StoredRun = {
  readonly status: string;
  /** Nodes whose output is in the log. */
  readonly nodesWithOutput: number;
};

/** Where a server is started. `slowOrigin`: a server on loopback that its workflows call. */
export type Place = { readonly port: number; readonly folder: string; readonly slowOrigin: string };

/** A started server. */
export type Started = { readonly url: string; readonly slowOrigin: string };

/** A product that is started, set up and called through its own public interfaces. */
export interface Product {
  readonly name: string;
  readonly version: string;
  /** The program and its arguments, without a shell. */
  readonly command: readonly [program: string, ...args: string[]];
  readonly folder: string;
  /** Environment of a server there. It keeps its data in the folder. */
  env(place: Place): Readonly<Record<string, string>>;
  /** Selector of a node on the canvas that can be used. */
  readonly nodeSelector: string;
  /** Makes a member if there are accounts, stores the workflows and publishes them. */
  setUp(started: Started): Promise<SetUp>;
  /** Stored runs, newest first, up to 100. */
  storedRuns(started: Started): Promise<StoredRun[]>;
  /** Decides what the newest run waits for, where it waits for a person. */
  decide?(started: Started, waiting: Endpoint): Promise<void>;
}
