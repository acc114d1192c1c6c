import type { EventHub } from '#lib/ports/event-hub.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { RunStore } from '#lib/ports/run-store.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import { makeEndpointFetch } from '../../fetch/endpoint-fetch.ts';
import type { ProcessMetrics } from '../process-metrics.ts';
import type { OtlpSettings } from './otlp-settings.ts';
import { makeSendSpans } from './send-spans.ts';
import { TraceExporter } from './trace-exporter.ts';

type Needs = {
  readonly store: Pick<RunStore, 'readEvents'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Pick<ProcessMetrics, 'countTracePart' | 'countSpans'>;
  readonly version: string;
};

/**
 * Sends spans to where the settings say. The receiver is the administrator's choice, as a model's
 * address is.
 */
export function openTraceExport(settings: OtlpSettings, { metrics, ...needs }: Needs): TraceExporter {
  return new TraceExporter({
    ...needs,
    settings,
    send: makeSendSpans(settings, makeEndpointFetch()),
    random: Math.random,
    countPart: (outcome) => metrics.countTracePart({ outcome }),
    countSpans: (count) => metrics.countSpans({}, count),
  });
}

/** What is stored goes to those who watch, and its trace to the receiver. */
export function publishToBoth(hub: Pick<EventHub, 'publish'>, exporter: TraceExporter): Pick<EventHub, 'publish'> {
  return {
    publish(runId, events) {
      hub.publish(runId, events);
      exporter.publish(runId, events);
    },
  };
}
