/** Where the API of this very process listens; pages ask it like any other caller. */
export function apiOrigin(): string {
  return `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
}
