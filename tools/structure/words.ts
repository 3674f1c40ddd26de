import type { Finding, Repository, Text } from './source.ts'

/** Words that names, comments and texts must not contain, each with its replacement. */
const BANNED: Readonly<Record<string, string>> = {
  told: 'reported, written, printed, or the thing itself: payload, input',
  asker: 'caller',
  askers: 'callers',
  deed: 'action',
  deeds: 'actions',
  beaten: 'has a conflict',
  woken: 'ready, notified',
  anew: 'again',
  whoever: 'anyone who, the person who',
  somebody: 'someone',
  anybody: 'anyone',
  everybody: 'everyone',
  nonsense: 'invalid response, invalid input',
  draughtsman: 'renderer',
  hopeless: 'permanent failure',
  thrice: 'three times',
  hither: 'here',
  thither: 'there',
  hence: 'so',
  whence: 'where from',
  thereof: 'of it',
  forthwith: 'at once',
  betimes: 'early',
  aforesaid: 'this',
  tidy: 'structure test',
  he: 'they, or the role: the merchant, the customer, the operator',
  him: 'them, or the role',
  his: 'their, or the role',
  himself: 'themselves, or the role',
}

/** Phrases of more than one word. */
const BANNED_PHRASES: readonly {
  readonly name: string
  readonly pattern: RegExp
  readonly instead: string
}[] = [
  { name: 'can not', pattern: /\bcan not\b(?! only)/gi, instead: 'cannot' },
  { name: 'that which', pattern: /\bthat which\b/gi, instead: 'what' },
]

const WRITTEN = /\.([mc]?[jt]sx?|css|sql|md|html)$/
/** The table itself and its tests. */
const ABOUT_WORDS = /^tools\/structure\/words(\.test)?\.ts$/
const WORD = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g

export const bannedWords = (repository: Repository): Finding[] =>
  repository.texts.filter(({ path }) => WRITTEN.test(path) && !ABOUT_WORDS.test(path)).flatMap(wordsIn)

/** Reports each banned word once per file, where it occurs first. */
const wordsIn = ({ path, text }: Text): Finding[] => {
  const found = new Map<string, Finding>()
  const add = (name: string, at: number, instead: string): void => {
    if (found.has(name)) return
    const line = text.slice(0, at).split('\n').length
    found.set(name, { path, line, what: `the word "${name}"`, instead })
  }
  for (const match of text.matchAll(WORD)) {
    const name = match[0].toLowerCase()
    const instead = Object.hasOwn(BANNED, name) ? BANNED[name] : undefined
    if (instead !== undefined) add(name, match.index, instead)
  }
  for (const { name, pattern, instead } of BANNED_PHRASES)
    for (const match of text.matchAll(pattern)) add(name, match.index, instead)
  return [...found.values()]
}
