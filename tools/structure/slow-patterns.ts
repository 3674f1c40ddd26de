import { analyse } from 'scslre'
import { isForTests, type Source, walk } from './source.ts'

export interface Pattern {
  readonly source: string
  readonly flags: string
  /** `path:line`, or the file that builds it. */
  readonly at: string
}

/** Files whose programs receive text from outside. */
const MEETS_OUTSIDE_TEXT = /^(?:upi|contract|server|checkout|sdk)\/|^web\/src\//

export const meetsOutsideText = ({ path }: Pick<Source, 'path'>): boolean =>
  MEETS_OUTSIDE_TEXT.test(path) && !isForTests(path)

/** The regular expressions that a file writes out. */
export const writtenPatterns = ({ path, program, lineAt }: Source): Pattern[] => {
  const found: Pattern[] = []
  walk(program, (node) => {
    if (node.type === 'Literal' && 'regex' in node)
      found.push({
        source: node.regex.pattern,
        flags: node.regex.flags,
        at: `${path}:${lineAt(node.start)}`,
      })
  })
  return found
}

/** Whether a file builds patterns from texts. */
export const buildsPatterns = ({ program }: Source): boolean => {
  let builds = false
  walk(program, (node) => {
    const callee = node.type === 'NewExpression' || node.type === 'CallExpression' ? node.callee : undefined
    if (callee?.type === 'Identifier' && callee.name === 'RegExp') builds = true
  })
  return builds
}

/** Repeats with a limit above this count as unlimited: up to the limit they take as long, and 256 times a text is no linear time. */
const REPEATS_MAX = 64
const LIMITED = /\{(\d+),(\d+)\}/g

const withoutLimits = (source: string): string =>
  source.replace(LIMITED, (limited, least, most) => (Number(most) > REPEATS_MAX ? `{${least},}` : limited))

/**
 * Why a pattern takes more than linear time, by the analysis of its automaton; undefined if it does not. `Trade` and
 * `Self` are two parts that can take the same letters, `Move` is a beginning that is tried again from each letter of the text.
 */
export const whySlow = ({ source, flags }: Pattern): string | undefined => {
  const { reports } = analyse({ source: withoutLimits(source), flags })
  return reports.length === 0 ? undefined : [...new Set(reports.map(({ type }) => type))].join(', ')
}

const PUMPS = [
  ' ',
  '0',
  '1',
  'a',
  'A',
  'x',
  '.',
  ',',
  '-',
  '/',
  ':',
  '@',
  '"',
  '=',
  '<',
  '(',
  '[',
  '\n',
  '\\',
]
/** Ends that no pattern matches. */
const ENDS = ['\u0001', '\n\u0001']
const WORDS = /[A-Za-z]{2,}/g
const WORDS_MAX = 12

/** Texts that make a pattern backtrack: its own words and common characters, repeated. */
const hostileTexts = (source: string, length: number): string[] => {
  const words = [...new Set(source.match(WORDS) ?? [])].slice(0, WORDS_MAX)
  const units = [...PUMPS, ...words.flatMap((word) => [word, `${word} `, ` ${word}/`, `${word}:`])]
  const pumped = units.map((unit) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length))
  return pumped.flatMap((text) => [
    ...ENDS.map((end) => text + end),
    ...words.slice(0, 4).map((word) => `${word} ${text}\u0001`),
  ])
}

const processorMs = (work: () => void): number => {
  const { user, system } = process.cpuUsage()
  work()
  const after = process.cpuUsage()
  return (after.user - user + after.system - system) / 1000
}

/** From short to long, to find exponential or cubic time before it takes minutes. */
const SHORT_LENGTHS = [16, 20, 24, 28, 32]
const LENGTHS = [100, 500, 2_000, 20_000]
/** A linear search of the longest text takes a fraction of this, a quadratic one a multiple. */
const SUSPICIOUS_MS = 30
/** Linear work takes twice as long for twice the text, quadratic work four times. */
const RATIO_MAX = 3
const TRIES = 3

/** The text with which a pattern takes more than twice the time for twice the length. */
export const slowText = ({ source, flags }: Pattern): string | undefined => {
  const pattern = new RegExp(source, flags)
  const searchMs = (text: string): number =>
    processorMs(() => {
      pattern.lastIndex = 0
      if (pattern.global) text.replace(pattern, '')
      else pattern.test(text)
    })
  for (const length of SHORT_LENGTHS) {
    // The first searches compile the pattern, and a garbage collection may fall into any: what is slow is slow each time.
    const found = hostileTexts(source, length).find((text) =>
      Array.from({ length: TRIES }).every(() => searchMs(text) > SUSPICIOUS_MS),
    )
    if (found !== undefined) return found
  }
  for (const length of LENGTHS) {
    const doubled = hostileTexts(source, 2 * length)
    const found = hostileTexts(source, length).find((text, n) => {
      if (searchMs(text) < SUSPICIOUS_MS) return false
      const ratios = Array.from({ length: TRIES }, () => searchMs(doubled[n] ?? '') / searchMs(text))
      return Math.min(...ratios) > RATIO_MAX
    })
    if (found !== undefined) return found
  }
  return undefined
}
