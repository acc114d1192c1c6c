/** Conversations that the list of a chat page shows at first. */
export const SESSIONS_LISTED = 50;
/** Sessions of one name among which that of the page is looked for. */
export const SAME_NAME_MAX = 50;
