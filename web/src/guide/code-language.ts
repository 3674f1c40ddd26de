/** In the order of the tabs. */
export const LANGUAGES = ['curl', 'node', 'php', 'python'] as const
export type Language = (typeof LANGUAGES)[number]

export const LANGUAGE_NAMES = {
  curl: 'curl',
  node: 'Node.js',
  php: 'PHP',
  python: 'Python',
} as const satisfies Record<Language, string>

/** One sample for each language that it makes sense in. */
export type Samples = Readonly<Partial<Record<Language, string>>>
