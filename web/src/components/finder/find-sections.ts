/** A section of the guide or the reference in the search index, which the build writes. */
export interface SearchEntry {
  /** With the section's anchor. */
  readonly path: string
  readonly title: string
  /** The page and the parent section. */
  readonly under: readonly string[]
  readonly text: string
}

/** Fetched by the first search. */
export const SEARCH_INDEX_PATH = '/docs-search.json'

export interface FoundSection {
  readonly entry: SearchEntry
  /** The text around the first matched word. */
  readonly around: readonly Piece[]
}

export interface Piece {
  readonly text: string
  readonly marked: boolean
  readonly at: number
}

const FOUND_MAX = 12
const WORDS_MAX = 8
const AROUND_CHARACTERS = 60

/** Underscores belong to a word: client_txn_id is one. */
const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_@.-]+/u)
    .map((word) => word.replaceAll(/^[.-]+|(?<![.-])[.-]+$/g, ''))
    .filter((word) => word !== '')

/** Scores a match: whole word, prefix, substring, or none. */
const fit = (word: string, text: string): number => {
  const at = text.indexOf(word)
  if (at < 0) return 0
  const words = wordsOf(text)
  if (words.includes(word)) return 4
  return words.some((each) => each.startsWith(word)) ? 3 : 1
}

const WEIGHTS = { title: 10, under: 3, text: 1 } as const

const scoreOf = (entry: SearchEntry, words: readonly string[]): number => {
  const title = entry.title.toLowerCase()
  const under = entry.under.join(' ').toLowerCase()
  const text = entry.text.toLowerCase()
  const scores = words.map(
    (word) =>
      WEIGHTS.title * fit(word, title) + WEIGHTS.under * fit(word, under) + WEIGHTS.text * fit(word, text),
  )
  // Every word must match.
  return scores.includes(0) ? 0 : scores.reduce((sum, each) => sum + each, 0)
}

/** The sections that contain every word of the query, the best match first. */
export const findSections = (entries: readonly SearchEntry[], question: string): readonly FoundSection[] => {
  const words = wordsOf(question).slice(0, WORDS_MAX)
  if (words.length === 0) return []
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, FOUND_MAX)
    .map(({ entry }) => ({ entry, around: marked(around(entry.text, words), words) }))
}

const around = (text: string, words: readonly string[]): string => {
  const lower = text.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0)
  const first = Math.min(...places, lower.length)
  const from = first === lower.length ? 0 : Math.max(0, first - AROUND_CHARACTERS)
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1
  const end = start + 2.5 * AROUND_CHARACTERS
  return `${start > 0 ? '... ' : ''}${text.slice(start, end)}${end < text.length ? ' ...' : ''}`
}

const marked = (text: string, words: readonly string[]): readonly Piece[] => {
  const pattern = new RegExp(
    `(${words.map((word) => word.replaceAll(/[.\\+*?^$()[\]{}|-]/g, '\\$&')).join('|')})`,
    'gi',
  )
  let at = 0
  return text.split(pattern).flatMap((piece, index) => {
    const found = { text: piece, marked: index % 2 === 1, at }
    at += piece.length
    return piece === '' ? [] : [found]
  })
}
