/** Origin of the API of this process, which pages call like other clients. */
export function apiOrigin(): string {
  return `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
}
