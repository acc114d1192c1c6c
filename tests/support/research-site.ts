import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ResearchPage = {
  readonly path: string;
  readonly title: string;
  /** What an answer may claim from it. */
  readonly fact: string;
};

/** Pages on one subject, each with one fact and much text around it. */
export const researchPages: readonly ResearchPage[] = [
  { path: '/moon', title: 'The moon and the tides', fact: 'The pull of the moon raises two bulges of water' },
  { path: '/sun', title: 'The sun and the tides', fact: 'At full and new moon the pull of the sun adds to that of the moon' },
  {
    path: '/coast',
    title: 'Tides and coasts',
    fact: 'In the Bay of Fundy the funnel of the coast makes tides of sixteen metres',
  },
  {
    path: '/tables',
    title: 'Tide tables',
    fact: 'The oldest known tide table for London Bridge is from the thirteenth century',
  },
];

/** A loopback site with a search in the format of SearXNG and pages of some 6,000 characters. */
export async function startResearchSite(): Promise<{ origin: string; host: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname === '/search') {
      const query = (url.searchParams.get('q') ?? '').toLowerCase();
      const found = researchPages.filter(({ title }) =>
        title
          .toLowerCase()
          .split(' ')
          .some((word) => query.includes(word)),
      );
      // A search engine that understands nothing of the query still gives something.
      const results = (found.length > 0 ? found : researchPages.slice(0, 1)).map(({ path, title, fact }) => ({
        title,
        url: `http://${request.headers.host}${path}`,
        content: fact.slice(0, 30),
      }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
      return;
    }
    const page = researchPages.find(({ path }) => path === url.pathname);
    if (!page) {
      response.writeHead(404).end('There is no such page');
      return;
    }
    const filler = Array.from(
      { length: 60 },
      (_, index) => `<p>Line ${index} of ${page.title} says more about water, ships and harbours.</p>`,
    );
    const html = `<html><head><title>${page.title}</title></head><body><h1>${page.title}</h1><p>${page.fact}.</p>${filler.join('')}</body></html>`;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: `http://${host}`,
    host,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
