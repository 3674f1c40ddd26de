/** In the order of the tabs. Calls have samples in the first four, webhook receivers in all but curl. */
export const CALL_LANGUAGES = ['curl', 'node', 'php', 'python'] as const
export const LANGUAGES = [...CALL_LANGUAGES, 'java', 'go'] as const
export type CallLanguage = (typeof CALL_LANGUAGES)[number]
export type Language = (typeof LANGUAGES)[number]

export const LANGUAGE_NAMES = {
  curl: 'curl',
  node: 'Node.js',
  php: 'PHP',
  python: 'Python',
  java: 'Java',
  go: 'Go',
} as const satisfies Record<Language, string>

/** One sample for each language that supports it. */
export type Samples = Readonly<Partial<Record<Language, string>>>
