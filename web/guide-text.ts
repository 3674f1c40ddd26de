import { readdirSync, readFileSync } from 'node:fs'
import { FURTHER_CALLS, INTEGRATOR_CALLS } from '@galla/contract/api-reference/integrator-calls'
import {
  EXAMPLE_FAILURE,
  EXAMPLE_ORDER_NUMBER,
  EXAMPLE_WEBHOOK,
  WEBHOOK_ANSWER,
  WEBHOOK_ANSWER_UNKNOWN,
} from '@galla/contract/api-reference/integrator-examples'
import { webhookForm } from '@galla/contract/gateway-compat/dialect-webhooks'
import {
  API,
  everyRefusal,
  everyStatus,
  fieldTable,
  type Operation,
  refusalsOfCall,
  type Schema,
} from './guide-tables.ts'
import { SOME_ORIGIN } from './src/features/docs/guide/guide-shape.ts'

const GUIDE = new URL('../docs/guide/', import.meta.url)
const SAMPLES = new URL('samples/', GUIDE)

/** The language of each sample file, in the order of the tabs. */
const FENCES = { sh: 'sh', mjs: 'js', php: 'php', py: 'python', java: 'java', go: 'go' } as const
const EXTENSIONS = Object.keys(FENCES) as (keyof typeof FENCES)[]

/** The samples of a name, one for each language: real files, which tests run. */
export const samplesOf = (name: string): { readonly file: URL; readonly language: string }[] => {
  const names = new Set(readdirSync(SAMPLES))
  return EXTENSIONS.filter((extension) => names.has(`${name}.${extension}`)).map((extension) => ({
    file: new URL(`${name}.${extension}`, SAMPLES),
    language: FENCES[extension],
  }))
}

const fenced = (language: string, code: string): string => `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``
const titled = (title: string, ...blocks: readonly string[]): string =>
  [`**${title}**`, ...blocks].join('\n\n')

const jsonOf = (value: unknown): string => fenced('json', JSON.stringify(value, null, 2))

const callAt = (anchor: string) => INTEGRATOR_CALLS.find((call) => call.anchor === anchor)

const { event, amount, status, utr } = EXAMPLE_WEBHOOK
/** What the quickstart's receiver prints of its order. */
const PRINTED = { event, client_txn_id: 'ORDER-1000', amount, status, utr, verified: true }

const EXAMPLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    INTEGRATOR_CALLS.map(({ anchor, exampleReply }) => [anchor, jsonOf(exampleReply(SOME_ORIGIN))]),
  ),
  webhook: jsonOf(EXAMPLE_WEBHOOK),
  accepted: jsonOf(WEBHOOK_ANSWER.body),
  unknown: jsonOf(WEBHOOK_ANSWER_UNKNOWN.body),
  failure: jsonOf(EXAMPLE_FAILURE),
  printed: fenced('json', JSON.stringify(PRINTED)),
}

const operations = (): (readonly [path: string, method: string, operation: Operation])[] =>
  Object.entries(API.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [path, method.toUpperCase(), operation] as const),
  )

const sentSchema = ({ parameters = [], requestBody }: Operation): Schema => {
  const body = requestBody?.content['application/json']?.schema
  const asked = parameters.filter(
    (each) => each.in !== 'header' && (body === undefined || each.in !== 'path'),
  )
  if (body !== undefined) return body
  return {
    properties: Object.fromEntries(
      asked.map(({ name, description, schema }) => [
        name,
        { ...schema, ...(description === undefined ? {} : { description }) },
      ]),
    ),
    required: asked.filter(({ required }) => required).map(({ name }) => name),
  }
}

/** The fields of `data`, or of the whole reply without it. */
const replySchema = ({ responses }: Operation): Schema => {
  const schema = responses[200]?.content?.['application/json']?.schema ?? {}
  const named = schema.oneOf?.[0] ?? schema
  const whole = API.components.schemas[named.$ref?.split('/').at(-1) ?? ''] ?? named
  const { data, success: _success, msg: _msg, ...others } = whole.properties ?? {}
  return data ?? { ...whole, properties: others }
}

const fieldsOf = (what: string): string | undefined => {
  if (what === 'webhook') return fieldTable(API.components.schemas.Webhook ?? {}, 'received')
  const [anchor = '', reply] = what.split(' ')
  const name = callAt(anchor)?.name
  const found = operations().find(([, , { operationId }]) => operationId === name)?.[2]
  if (found === undefined) return undefined
  return reply === undefined
    ? fieldTable(sentSchema(found), 'sent')
    : fieldTable(replySchema(found), 'received')
}

/** Is this the anchor of a call whose section is short? Its fields are not worth their room in the search. */
export const isFurtherCall = (anchor: string): boolean =>
  FURTHER_CALLS.some(({ name }) => kebab(name) === anchor)

const kebab = (name: string): string => name.replaceAll(/[A-Z0-9]+/g, (part) => `-${part.toLowerCase()}`)

/** The section of one call in the API reference. */
const callText = ([path, method, operation]: ReturnType<typeof operations>[number]): string => {
  const { operationId, summary, description = '', security, responses, tags } = operation
  const known = INTEGRATOR_CALLS.find(({ name }) => name === operationId)
  const anchor = known?.anchor ?? kebab(operationId)
  const part = (title: string, name: string) =>
    isFurtherCall(anchor) ? `**${title}**` : `### ${title} <!-- ${anchor}-${name} -->`
  const refused = refusalsOfCall(operationId)
  const isJson = responses[200]?.content?.['application/json'] !== undefined
  return [
    `## ${summary} <!-- ${anchor} -->`,
    `**${method}** \`${SOME_ORIGIN}${path}\``,
    `${description}${security.length > 0 ? '' : ' Needs no key.'}`.trim(),
    ...(tags.includes('Other gateways') && !isJson
      ? []
      : [part('Request', 'request'), fieldTable(sentSchema(operation), 'sent')]),
    ...(known === undefined ? [] : [include('sample', `${anchor}: ${summary}: request`)]),
    ...(known === undefined || method === 'GET' ? [] : [`<!-- try ${anchor} -->`]),
    ...(isJson ? [part('Reply', 'reply'), fieldTable(replySchema(operation), 'received')] : []),
    ...(known === undefined ? [] : [include('json', `${anchor}: ${summary}: reply, 200`)]),
    ...(refused === '' ? [] : [part('Errors', 'errors'), refused]),
  ].join('\n\n')
}

/** What an include line of each kind becomes; undefined if it names nothing. */
const INCLUDES: Readonly<Record<string, (name: string, title: string) => string | undefined>> = {
  sample: (name, title) => {
    const found = samplesOf(name)
    const blocks = found.map(({ file, language }) => fenced(language, readFileSync(file, 'utf8')))
    return found.length === 0 ? undefined : titled(title, ...blocks)
  },
  json: (name, title) => (EXAMPLES[name] === undefined ? undefined : titled(title, EXAMPLES[name])),
  form: (name, title) => {
    if (name !== 'ekqr') return undefined
    const fields = Object.entries(webhookForm(name, EXAMPLE_WEBHOOK, EXAMPLE_ORDER_NUMBER))
    return titled(title, fenced('text', fields.map((pair) => pair.join('=')).join('\n')))
  },
  fields: (name) => fieldsOf(name),
  statuses: () => everyStatus(),
  refusals: () => everyRefusal(),
  calls: () => operations().map(callText).join('\n\n'),
  // Not text: what a page shows there, and a Markdown reader does not need.
  try: (name) => (callAt(name) === undefined ? undefined : `<!-- try ${name} -->`),
  figure: (name) => (name === 'order-life' ? `<!-- figure ${name} -->` : undefined),
  ladder: () => '<!-- ladder -->',
}

const include = (kind: string, rest: string): string => {
  const [, name = '', title = ''] = /^([^:]*)(?:: (.*))?$/s.exec(rest) ?? []
  const text = INCLUDES[kind]?.(name.trim(), title)
  if (text === undefined)
    throw new Error(`unknown include in the guide: ${`<!-- ${kind} ${rest}`.trimEnd()} -->`)
  return text
}

const INCLUDE_LINE = /^<!-- ([\w-]+)(?: (.*?))? -->$/gm

/** The Markdown with everything that its include lines name, for both of its forms: a page and a text. */
export const expanded = (markdown: string): string =>
  markdown.replaceAll(INCLUDE_LINE, (_line, kind: string, rest = '') => include(kind, rest))

export const guideText = (name: string): string =>
  expanded(readFileSync(new URL(`${name}.md`, GUIDE), 'utf8'))

/** The address of a page of the guide. */
export const addressOf = (name: string): string =>
  name === 'README' ? '/docs' : name === 'api' ? '/api' : `/docs/${name}`

/** The text that a program reads: the file itself, with what it includes and with addresses in place of file names. */
export const textForPrograms = (name: string): string =>
  guideText(name)
    .replaceAll(
      /\]\(([\w-]+)\.md(?=[#)])/g,
      (_link, other: string) => `](${SOME_ORIGIN}${addressOf(other)}.md`,
    )
    .replaceAll(/^<!-- .* -->\n\n?/gm, '')
    .replaceAll(/ <!-- [\w-]+ -->$/gm, '')
