export interface BannedWord {
  /** What a report calls it. */
  readonly name: string;
  readonly pattern: RegExp;
  /** What to write instead. */
  readonly say: string;
}

/**
 * Words that have a common term, with that term. A pattern is listed only if it rarely matches
 * ordinary English: "take up" is in the list, "place" is not.
 */
export const bannedWords: readonly BannedWord[] = [
  { name: 'heed, obey', pattern: /heed|\bobey|obey(s|ed)\b|Obey/gi, say: 'apply, onSignal' },
  { name: 'whoever, nobody, somebody', pattern: /\b(whoever|nobody|somebody)\b/gi, say: 'name the subject, or use the passive' },
  { name: 'small letters', pattern: /\bsmall letters?\b/gi, say: 'lowercase letters' },
  { name: 'lies', pattern: /\blies (over|in|at|on|around|behind|below|above|beside|between|there)\b/gi, say: 'is, covers' },
  { name: 'give out', pattern: /\b(gives? out|given out|gave out)\b/gi, say: 'return, assign, issue' },
  { name: 'goes on', pattern: /\b(goes|go|going|went|gone) on\b(?! to\b)|\bgoOn|[a-z]GoOn|goesOn/gi, say: 'continue, resume' },
  { name: 'let go', pattern: /\b(let|lets|letting) go\b|\bletGo|LetGo/g, say: 'suspend, release' },
  { name: 'let wait', pattern: /letWait|\b(let|lets) (it|them|the run|a run) wait\b/g, say: 'suspend' },
  { name: 'take up', pattern: /\b(take|takes|taken|taking|took) up\b|take(s|n)?Up\b|take(s|n)?Up[A-Z]/g, say: 'resume' },
  {
    name: 'stands',
    pattern:
      /\bstands?(?! for\b)\b(?= (still|at|in|on|before|behind|there|beside|between|here|first|alone|as|by|under|over|with|open|next|last|so|above|below|after|where|nowhere|twice|once))|\bstands\b(?! for\b)|\bstood\b|standsAt/gi,
    say: 'is, paused at',
  },
  {
    name: 'told, untold',
    pattern: /\b(un)?told\b|[a-z]Told\b|\bTold[A-Z]|[a-z]Told[A-Z]|#untold/gi,
    say: 'notified, logged, pending',
  },
  {
    name: 'lies in',
    pattern: /\b(lies?|lay|lain) (in|at|on|under|beside|before|behind|between|there|outside|inside|within|ahead)\b/gi,
    say: 'is in',
  },
  { name: 'in the place of', pattern: /\bin (the place|place) of\b/gi, say: 'instead of' },
  { name: 'hangs on', pattern: /\b(hangs?|hanging|hung) on\b/gi, say: 'depends on' },
  {
    name: 'beat',
    pattern: /(?<!heart)(?<!heart[- _])(?<![a-z])beats?\b|(?<!Heart)(?<=[a-z])Beats?\b/g,
    say: 'flush interval, tick',
  },
  { name: 'breath, linger', pattern: /breath|\blinger|Linger/gi, say: 'debounce, grace period' },
  { name: 'last words', pattern: /last[ _-]?words/gi, say: 'grace period' },
  { name: 'Places', pattern: /(?<!decimal)(Places\b|\bplacesOf|\bplacesAfter)/g, say: 'index, positions, semaphore' },
  { name: 'is asked', pattern: /\b(is|are|was|were|be|been|being) asked\b/gi, say: 'active voice: X calls Y' },
  { name: 'Asked', pattern: /[a-z]Asked\b|\bAsked[A-Z]?/g, say: 'request, pending' },
  { name: 'is left', pattern: /\b(is|are|was|were) left\b(?! (to|of|join|over)\b)/gi, say: 'remains, is suspended' },
  { name: 'what is … is …', pattern: /\bwhat (is|was|are|were) [^.,;:'"`]{1,40} (is|was|are)\b/gi, say: 'subject, verb, object' },
  { name: 'news', pattern: /\bnews\b|takeNews|hasNews|#news/g, say: 'pending signals' },
  { name: 'beside', pattern: /\bbeside\b/gi, say: 'next to, concurrently, in addition to' },
  {
    name: 'make whole',
    pattern: /\b(make|makes|made|making) (it |them |a document )?whole\b|makeWhole/gi,
    say: 'inline sub-workflows',
  },
  { name: 'narrowing', pattern: /narrowing/gi, say: 'restriction' },
  { name: 'suspect', pattern: /suspect|suspicion/gi, say: 'poison run, crash count' },
  { name: 'sign of life', pattern: /signs? of life/gi, say: 'heartbeat' },
  { name: 'deaf', pattern: /\bdeaf\b|isDeaf/g, say: 'paused' },
  { name: 'hear', pattern: /\b(hears?|hearing|heard)\b/g, say: 'receive, append' },
  { name: 'is said', pattern: /\b(is|are|was|were|be) said\b|\bsays? so\b|\bsaid so\b/gi, say: 'is stated, is reported' },
  { name: 'none', pattern: /\b(that|what|which|this|it) (is|are|was) none\b(?! of the\b)/gi, say: 'name what it is not' },
];

/** Ids of a specification that is no part of the project. */
export const specIdPattern = /\b(WF|ND|EN|IN|AG|TL|CX|PB|UI|TR|IM|OP|SE|CR|CH|SK)-\d+\b/g;
