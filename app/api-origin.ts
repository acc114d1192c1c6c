/** Origin of the API of this process, which pages call like other clients. */
export function apiOrigin(): string {
  return process.env.THREADLOOM_OWN_ORIGIN ?? 'http://127.0.0.1:3000';
}
