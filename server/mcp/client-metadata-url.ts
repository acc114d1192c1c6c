/** Authorization servers take only https addresses. */
export function clientMetadataUrlOf(publicUrl: string | undefined): string | undefined {
  return publicUrl?.startsWith('https://') ? new URL('/api/v1/mcp-client-metadata', publicUrl).href : undefined;
}
