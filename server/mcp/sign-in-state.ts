import type { OAuthClientInformationMixed, OAuthDiscoveryState, OAuthTokens } from '@modelcontextprotocol/client';
import type { SecretBox } from '../secrets/secret-box.ts';

/** What is stored of a sign-in at an MCP server's authorization server. All of it is sealed. */
export type SignInState = {
  /** Where the browser comes back to. It is part of the registration. */
  readonly redirectUrl: string;
  readonly client?: OAuthClientInformationMixed;
  readonly tokens?: OAuthTokens;
  readonly codeVerifier?: string;
  readonly discovery?: OAuthDiscoveryState;
  /** What the server refused for want of scope: the next sign-in requests it. */
  readonly wantedScope?: string;
};

export function sealSignIn(serverId: string, state: SignInState, secrets: Pick<SecretBox, 'seal'>): string {
  return secrets.seal(JSON.stringify(state), aadOf(serverId));
}

/** @throws {AppError} `secret-unreadable` */
export function openSignIn(serverId: string, sealed: string, secrets: Pick<SecretBox, 'open'>): SignInState {
  return JSON.parse(secrets.open(sealed, aadOf(serverId)));
}

function aadOf(serverId: string): string {
  return `mcp_servers/${serverId}/sign_in`;
}
