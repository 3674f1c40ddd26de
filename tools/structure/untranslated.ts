import type { Node } from 'oxc-parser'
import { type Finding, isForTests, type Repository, type Source, walk } from './source.ts'

/** Screens that are in English on purpose. A test keeps the list from growing; remove screens that have no bare text. */
export const ENGLISH: Readonly<Record<string, string>> = {
  'web/src/shell/operator-shell.tsx': 'for operators',
  'web/src/features/contact/': 'the public site',
  'web/src/features/counter/': 'speaks the language of its counter, in counter-texts.ts',
  'web/src/features/docs/': 'for integrators',
  'web/src/features/features/': 'the public site',
  'web/src/features/operator/': 'for operators',
  'web/src/features/outbox/': 'the mail of a development server',
  'web/src/features/simulator/': 'for integrators',
  'web/src/features/webhooks/': 'for integrators',
  'web/src/prerender/': 'the public site',
}

/** A sentence, or a word that begins like a label. */
const PROSE = /^[A-Z][a-z]+(?: [a-z]+|[.!?:]|$)|\b[a-z]{2,} [a-z]{2,} [a-z]{2,}/
const TEXT_ATTRIBUTES =
  /^(?:alt|aria-label|busyLabel|closeLabel|description|label|line|note|placeholder|summary|text|title|what)$/
const TEXT_PROPERTIES =
  /^(?:action|description|failed|head|label|line|missing|note|other|text|title|unreachable|word)$/

/** Every text of a translated screen is a message: `t('Sign in')`. */
export const untranslated = (repository: Repository): Finding[] => {
  const found = repository.sources
    .filter(({ path }) => path.startsWith('web/src/') && !isForTests(path))
    .flatMap(bareTextsIn)
  const stale = Object.keys(ENGLISH)
    .filter((prefix) => repository.sources.some(({ path }) => path.startsWith(prefix)))
    .filter((prefix) => !found.some(({ path }) => path.startsWith(prefix)))
    .map((path) => ({
      path,
      line: 1,
      what: 'listed as English, and has no bare text',
      instead: 'take it from the list in tools/structure/untranslated.ts',
    }))
  return [...found.filter(({ path }) => !isEnglish(path)), ...stale]
}

const isEnglish = (path: string): boolean => Object.keys(ENGLISH).some((prefix) => path.startsWith(prefix))

const bareTextsIn = (source: Source): Finding[] => {
  const found: Finding[] = []
  walk(source.program, (node, around) => {
    const text = bareText(node) ?? (around.some(isNotShown) ? undefined : sentenceOf(node))
    if (text === undefined) return
    found.push({
      path: source.path,
      line: source.lineAt(node.start),
      what: `"${text.trim()}" is no message`,
      instead: `write t('...'), and its Hindi in web/src/locales/hi.json`,
    })
  })
  return found
}

const bareText = (node: Node): string | undefined => {
  if (node.type === 'JSXText')
    return /\p{L}{3,}/u.test(node.value) && node.value.trim() !== 'Galla' ? node.value : undefined
  if (node.type === 'JSXAttribute' && node.name.type === 'JSXIdentifier')
    return TEXT_ATTRIBUTES.test(node.name.name) ? proseOf(node.value) : undefined
  if (node.type === 'Property' && node.key.type === 'Identifier')
    return TEXT_PROPERTIES.test(node.key.name) ? proseOf(node.value) : undefined
  return undefined
}

const proseOf = (node: Node | null): string | undefined => {
  const inner = node?.type === 'JSXExpressionContainer' ? node.expression : node
  if (inner?.type === 'Literal' && typeof inner.value === 'string')
    return PROSE.test(inner.value) ? inner.value : undefined
  if (inner?.type !== 'TemplateLiteral') return undefined
  const text = inner.quasis.map(({ value }) => value.cooked ?? '').join('…')
  return PROSE.test(text) ? text : undefined
}

const SENTENCE = /^[A-Z][a-z]+ [a-z]+/

const sentenceOf = (node: Node): string | undefined =>
  node.type === 'Literal' && typeof node.value === 'string' && SENTENCE.test(node.value)
    ? node.value
    : undefined

/** Messages, texts for programmers, and texts that the attribute or property around them reports. */
const isNotShown = (node: Node): boolean =>
  node.type === 'NewExpression' ||
  (node.type === 'CallExpression' && isNotShownBy(node.callee)) ||
  bareText(node) !== undefined

const isNotShownBy = (callee: Node): boolean => {
  if (callee.type === 'Super') return true
  if (callee.type === 'MemberExpression')
    return callee.object.type === 'Identifier' && callee.object.name === 'console'
  return callee.type === 'Identifier' && MESSAGE_CALLS.has(callee.name)
}

const MESSAGE_CALLS = new Set(['t', 'richText'])
