import { SAME_NAME_MAX, SESSIONS_LISTED } from '#components/chat/list-limits.ts';
import { storeKey } from '#components/pages/chat/browser-store.ts';
import { LazyConversationCode } from '#components/pages/chat/early/lazy-conversation-code.tsx';
import { type EarlyConversation as About, requestConversation } from '#components/pages/chat/early/request-conversation.ts';
import { InlineScript } from '#components/shell/inline-script.tsx';
import { HOSTED_QUERY } from '#lib/api/hosted-page.ts';
import { LANGUAGE_HEADER } from '#lib/i18n/language.ts';

type EarlyConversationProps = { readonly slug: string; readonly isFramed: boolean; readonly policy: string | null };

/**
 * For a page that opens with a stored conversation: its requests are sent, and the code that draws it is loaded, while
 * the page is parsed, and not after its hydration.
 */
export function EarlyConversation({ slug, isFramed, policy }: EarlyConversationProps) {
  const about: About = {
    slug,
    nameParameter: HOSTED_QUERY.chat,
    credentialKey: storeKey('credential', slug),
    sessionKey: isFramed ? storeKey('session', slug) : undefined,
    languageHeader: LANGUAGE_HEADER,
    listLimit: SESSIONS_LISTED,
    sameNameLimit: SAME_NAME_MAX,
  };
  return (
    <>
      <InlineScript policy={policy} run={requestConversation} args={[about]} />
      <LazyConversationCode />
    </>
  );
}
