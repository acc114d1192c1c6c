/** The token of `Authorization: Bearer …`; the scheme is read in any case. */
export function readBearer(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}
