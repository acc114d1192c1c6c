import type { PublicEvent } from './public-event.ts';

/** An artifact that a run made, as its newest version of the run. */
export type RunArtifact = {
  /** Missing in runs of the command line. */
  readonly artifactId: string | undefined;
  readonly name: string;
  readonly mediaType: string;
  /** Missing with `summary`. */
  readonly sizeBytes: number | undefined;
  readonly revision: number;
  readonly nodeId: string;
};

/** What a run made, in the order of the first versions. */
export function artifactsOfEvents(events: readonly PublicEvent[]): RunArtifact[] {
  const made = new Map<string, RunArtifact>();
  for (const event of events) {
    if (event.type !== 'artifact_created') continue;
    const { artifactId, path = '', name = '', mediaType, sizeBytes, revision, nodeId } = event;
    made.set(artifactId ?? path, { artifactId, name, mediaType, sizeBytes, revision, nodeId });
  }
  return [...made.values()];
}
