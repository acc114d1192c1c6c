/** Operations of OpenAI's API below a base URL that is not the one of this server. */
const MISPLACED =
  /^\/+(?:api\/+)?(?:openai\/+)?(?:v\d+\/+)*(?:run\/+[^/]+\/+)?(?:openai\/+)?(?:v\d+\/+)*(chat\/+completions|responses|models(?:\/+[^/]+)?)\/*$/;

/** Operations of this API. */
const OWN = /^\/api\/v1\/models(?:\/[^/]+)?$/;

/** Where an operation is that a client with another base URL asks for. @returns undefined for any other path */
export function openAiAddressFor(path: string): string | undefined {
  if (OWN.test(path)) return undefined;
  const [, operation] = MISPLACED.exec(path) ?? [];
  const address = operation && `/v1/${operation.replaceAll(/\/+/g, '/')}`;
  return address === path ? undefined : address;
}
