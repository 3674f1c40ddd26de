import type { Finding, Repository, Source, Text } from './source.ts'

/** Texts that no line may contain. */
const FORBIDDEN_TEXTS: readonly { pattern: RegExp; within: RegExp; what: string; instead: string }[] = [
  {
    pattern: /(?<![\w.~:\\-])\/(work|home\/[a-z]\w*|Users\/\w+|root\/\w+)\/[\w.]/,
    within: /./,
    what: 'a path of one machine',
    instead: 'name it from the root of the repository, or by its setting',
  },
  {
    pattern: /\b[A-Z]:\\(Users|work)\\/,
    within: /./,
    what: 'a path of one machine',
    instead: 'name it from the root of the repository, or by its setting',
  },
  {
    pattern: /"resolved": "https?:\/\/(?!registry\.npmjs\.org\/)/,
    within: /(^|\/)package-lock\.json$/,
    what: 'a package from one registry',
    instead: 'npm install with omit-lockfile-registry-resolved',
  },
  {
    pattern: /(--|\/\*|^\s*\*|<!--).*\b(TODO|FIXME|XXX)\b/,
    within: /\.(sql|css|html)$/,
    what: 'an unfinished note',
    instead: 'do it, or write down why not',
  },
]

export const texts = (repository: Repository): Finding[] => [
  ...repository.texts.flatMap(forbiddenIn),
  ...repository.sources.flatMap(unfinishedIn),
]

const forbiddenIn = ({ path, text }: Text): Finding[] =>
  FORBIDDEN_TEXTS.filter(
    ({ within, pattern }) => within.test(path) && new RegExp(pattern, 'm').test(text),
  ).flatMap(({ pattern, what, instead }) =>
    text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [{ path, line: index + 1, what, instead }] : [])),
  )

const unfinishedIn = (source: Source): Finding[] =>
  source.comments.flatMap((comment) => {
    const at = comment.value.search(/\b(TODO|FIXME|XXX)\b/)
    const ignore = /^\s*@ts-(ignore|nocheck)\b/.test(comment.value)
    if (at < 0 && !ignore) return []
    const line = source.lineAt(comment.start + Math.max(at, 0))
    return ignore
      ? [{ path: source.path, line, what: 'a silenced compiler', instead: 'say what it is' }]
      : [{ path: source.path, line, what: 'an unfinished note', instead: 'do it, or write down why not' }]
  })
