/** What is wrong with a skill. One with an error cannot be used. */
export type SkillProblem = {
  readonly severity: 'error' | 'warning';
  /** Stable, in words joined by `-`. */
  readonly code: string;
  readonly message: string;
  /** Field of the front matter, heading of the body, or path of a file. */
  readonly at?: string;
};

export function skillError(code: string, message: string, at?: string): SkillProblem {
  return { severity: 'error', code, message, ...(at !== undefined && { at }) };
}

export function skillWarning(code: string, message: string, at?: string): SkillProblem {
  return { severity: 'warning', code, message, ...(at !== undefined && { at }) };
}
