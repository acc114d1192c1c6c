import type { ChatQuestion, PublicChatLook } from '#lib/chat/chat-look.ts';

/** What the owner of a chat set, as its parts need it. Empty texts are those of the page's language. */
export type FaceLook = {
  readonly name: string;
  readonly logoUrl: string | undefined;
  readonly welcome: string;
  readonly welcomeDetail: string;
  /** Undefined: those that the workflow suggests. */
  readonly questions: readonly ChatQuestion[] | undefined;
  readonly hint: string;
  /** Below the field; undefined in the studio. */
  readonly disclaimer: string | undefined;
  readonly privacyUrl: string;
  readonly contact: { readonly label: string; readonly url: string } | undefined;
  readonly takesFiles: boolean;
  readonly showsSources: boolean;
  readonly showsSteps: boolean;
};

/** In the studio, whose people made the workflow. */
export const studioLook: FaceLook = {
  name: '',
  logoUrl: undefined,
  welcome: '',
  welcomeDetail: '',
  questions: undefined,
  hint: '',
  disclaimer: undefined,
  privacyUrl: '',
  contact: undefined,
  takesFiles: true,
  showsSources: true,
  showsSteps: true,
};

/** Of a chat page, whose name is that of the page or else of its workflow. */
export function pageLook(look: PublicChatLook, name: string): FaceLook {
  const { logoUrl, welcome, welcomeDetail, questions, hint, disclaimer, privacyUrl, contact } = look;
  return {
    name,
    logoUrl: logoUrl ?? undefined,
    welcome,
    welcomeDetail,
    questions,
    hint,
    disclaimer,
    privacyUrl,
    contact: contact ?? undefined,
    takesFiles: look.attachments,
    showsSources: look.sources,
    showsSteps: look.steps !== 'none',
  };
}
