import { expect, test } from 'vitest';
import { artifactsOfEvents } from './artifacts-of-events.ts';
import type { PublicEvent } from './public-event.ts';

test('each artifact once, as its last version, in the order of the first ones', () => {
  const made = (artifactId: string, revision: number): PublicEvent => ({
    runId: 'run_1',
    seq: 1,
    at: '2026-01-01T00:00:00.000Z',
    type: 'artifact_created',
    nodeId: 'deck',
    artifactId,
    name: `${artifactId}.pptx`,
    path: `runs/run_1/artifacts/${artifactId}.pptx`,
    mediaType: 'application/pdf',
    sizeBytes: revision * 10,
    revision,
  });
  const done = { ...made('a', 1), type: 'breakpoint_reached' } as PublicEvent;
  expect(artifactsOfEvents([made('a', 1), done, made('b', 1), made('a', 2)])).toEqual([
    { artifactId: 'a', name: 'a.pptx', mediaType: 'application/pdf', sizeBytes: 20, revision: 2, nodeId: 'deck' },
    { artifactId: 'b', name: 'b.pptx', mediaType: 'application/pdf', sizeBytes: 10, revision: 1, nodeId: 'deck' },
  ]);
});
