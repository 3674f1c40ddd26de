/** A page of the guide, as the build reads it from its Markdown. */
export interface GuidePage {
  readonly name: string
  readonly title: string
  /** Above the sections. */
  readonly intro: readonly Block[]
  readonly sections: readonly Section[]
  /** Only of the overview: the address of each section of every page. */
  readonly places?: Readonly<Record<string, string>>
}

export interface Section {
  readonly id: string
  readonly title: string
  readonly blocks: readonly Block[]
  readonly parts: readonly Section[]
}

export type Block =
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'code'; readonly title: string; readonly samples: Samples }
  | { readonly kind: 'try'; readonly call: string }
  | { readonly kind: 'figure'; readonly name: string }

/** In the order of the tabs. Calls have samples in the first four, webhook receivers in all but curl. */
export const LANGUAGES = ['curl', 'node', 'php', 'python', 'java', 'go', 'json', 'text'] as const
export type Language = (typeof LANGUAGES)[number]

export const LANGUAGE_NAMES = {
  curl: 'curl',
  node: 'Node.js',
  php: 'PHP',
  python: 'Python',
  java: 'Java',
  go: 'Go',
  json: 'JSON',
  text: 'Text',
} as const satisfies Record<Language, string>

export type Samples = Readonly<Partial<Record<Language, string>>>

/** In every text and sample, where the page has the address of its server and the reader's key. */
export const SOME_ORIGIN = 'https://your-galla.example'
export const PLACEHOLDER_KEY = 'key_test_...'
