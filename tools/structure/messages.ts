import type { Node } from 'oxc-parser'
import { type Finding, isForTests, type Repository, type Source, walk } from './source.ts'

/** The catalogues, and the folder whose messages each has. */
const CATALOGUES = [
  { pattern: /^web\/src\/locales\/\w+\.json$/, folder: 'web/src/' },
  { pattern: /^server\/src\/platform\/mail\/\w+\.json$/, folder: 'server/src/' },
]
const TRANSLATES = new Set(['t', 'richText'])
/** Texts of the server and of the shared schemas; the catalogues may have them too. */
const SERVER_TEXTS = /^(?:contract|upi)\/src\//
/** What is known of each bank, which the web shows. */
const BANK_TEXTS = 'upi/corpus/banks.json'

/** Every message of the web, and of e-mails, has its translation in each catalogue, and each catalogue has no other. */
export const messages = (repository: Repository): Finding[] =>
  CATALOGUES.flatMap(({ pattern, folder }) => {
    const used = repository.sources
      .filter(({ path }) => path.startsWith(folder) && !isForTests(path))
      .flatMap(messagesIn)
    const catalogues = repository.texts.filter(({ path }) => pattern.test(path))
    return catalogues.flatMap(({ path, text }) => {
      const known: Readonly<Record<string, string>> = JSON.parse(text)
      return [
        ...used
          .filter(({ message }) => message === undefined || !Object.hasOwn(known, message))
          .map(missing(path)),
        ...unused(path, known, new Set(used.map(({ message }) => message)), repository),
      ]
    })
  })

interface Used {
  readonly path: string
  readonly line: number
  /** Absent where it is not written out. */
  readonly message: string | undefined
}

const messagesIn = (source: Source): Used[] => {
  const found: Used[] = []
  walk(source.program, (node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return
    if (!TRANSLATES.has(node.callee.name) || source.path.startsWith('web/src/locales/')) return
    found.push({
      path: source.path,
      line: source.lineAt(node.start),
      message: writtenText(node.arguments[0]),
    })
  })
  return found
}

const writtenText = (node: Node | undefined): string | undefined =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined

const missing =
  (catalogue: string) =>
  ({ path, line, message }: Used): Finding => ({
    path,
    line,
    what: message === undefined ? 'a message that is not written out' : `no translation of "${message}"`,
    instead: message === undefined ? 'pass the English text itself to t' : `add it to ${catalogue}`,
  })

const unused = (
  path: string,
  known: Readonly<Record<string, string>>,
  used: ReadonlySet<string | undefined>,
  { sources, texts }: Repository,
): Finding[] => {
  const rest = Object.keys(known).filter((message) => !used.has(message))
  const serverTexts = [
    ...sources.filter((source) => SERVER_TEXTS.test(source.path)),
    ...texts.filter((each) => each.path === BANK_TEXTS),
  ]
    .map(({ text }) => text)
    .join('\n')
  return rest
    .filter((message) => !serverTexts.includes(message))
    .map((message) => ({ path, line: 1, what: `"${message}" is no message`, instead: 'take it out' }))
}
