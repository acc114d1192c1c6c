import type { NodeFailure } from '../errors/node-failure.ts';
import type { TokenUsage } from '../run/run-event.ts';

/** A request to a model that writes no answer. */
export type MeteredCall = {
  readonly operation: 'embed' | 'rerank';
  readonly model: { readonly name: string; readonly provider: string; readonly modelId: string };
  /** How many texts it has. */
  readonly texts: number;
};

/** How a request ended: answered, failed, or cancelled. */
export type MeteredEnd = { readonly usage: TokenUsage } | { readonly failure: NodeFailure } | 'cancelled';

/** Admits and counts requests to embedding models and rerankers, for the budgets and logs of who causes them. */
export interface ModelMeter {
  /**
   * Before a request.
   * @returns what is called once, when the request has ended
   * @throws {NodeFailure} `day-token-budget` and the like outside runs; in a run as `admitModelCall`
   */
  begin(call: MeteredCall): Promise<(end: MeteredEnd) => void>;
}

/** Admits and counts requests that no run makes, whatever they are. */
export interface OutsideMeter {
  /** As `ModelMeter`. */
  begin(): Promise<(end: MeteredEnd) => void>;
}

/** A request, and who pays for it. */
export type MeteredRequest = { readonly signal: AbortSignal; readonly meter: ModelMeter };
