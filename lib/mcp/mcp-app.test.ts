import { expect, test } from 'vitest';
import { appFrameQuery, appSourcesOf, readAppSources } from './mcp-app.ts';

test('sources that an app declares are read, and what no policy can have is named', () => {
  const csp = {
    connectDomains: ['https://API.example/', 'wss://live.example:8443'],
    resourceDomains: ['https://*.cdn.example', 'http://plain.example', 'https://a.example; script-src *', 7],
    frameDomains: 'https://no-list.example',
  };
  const { sources, refused } = readAppSources(csp);
  expect(sources).toEqual({
    connect: ['https://api.example', 'wss://live.example:8443'],
    resource: ['https://*.cdn.example'],
    frame: [],
    base: [],
  });
  expect(refused).toEqual(['http://plain.example', 'https://a.example; script-src *', '7']);
  expect(appSourcesOf(new URLSearchParams(appFrameQuery(sources)))).toEqual(sources);
});

test.each([undefined, null, 'https://a.example', 7, []])('an app that declares %j reaches nothing', (csp) => {
  expect(readAppSources(csp)).toEqual({ sources: { connect: [], resource: [], frame: [], base: [] }, refused: [] });
});
