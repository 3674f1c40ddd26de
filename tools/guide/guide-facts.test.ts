import { readdirSync, readFileSync } from 'node:fs'
import { FURTHER_CALLS, INTEGRATOR_CALLS } from '@galla/contract/api-reference/integrator-calls'
import {
  EXAMPLE_ORDER,
  EXAMPLE_WEBHOOK,
  WEBHOOK_ANSWER,
  WEBHOOK_ANSWER_UNKNOWN,
} from '@galla/contract/api-reference/integrator-examples'
import {
  CREATE_ORDER_FIELDS,
  STATUS_FIELDS,
  WEBHOOK_FIELDS,
} from '@galla/contract/api-reference/integrator-fields'
import { refusalsOf } from '@galla/contract/endpoint-refusals'
import { AMOUNT_RUPEES_MAX } from '@galla/contract/fields'
import { CUTEPE_STATUS, EKQR_STATUS } from '@galla/contract/gateway-compat/dialect-fields'
import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import {
  API_BURST_SECONDS,
  API_RATE_PER_SECOND,
  BODY_BYTES_MAX,
  IDEMPOTENCY_HOURS,
  IDEMPOTENCY_KEY_CHARS_MAX,
} from '@galla/contract/limits'
import {
  EXPIRES_IN_SECONDS_MAX,
  EXPIRES_IN_SECONDS_MIN,
  EXPIRES_IN_SECONDS_MIN_TEST,
  EXPIRY_SECONDS,
  PAY_ATTEMPTS_MAX,
  RETRY_HOURS,
  SETTLING_SECONDS,
} from '@galla/contract/orders/order-status'
import { createOrderBody } from '@galla/contract/orders/orders'
import { REFUSALS } from '@galla/contract/refusals'
import {
  ATTEMPTS_MAX,
  CONNECT_TIMEOUT_MS,
  EVENT_DAYS,
  FAILING_DAYS_MAX,
  PREVIOUS_SECRET_SECONDS,
  RETRY_DELAYS_SECONDS,
  RETRY_JITTER,
  SECRET_PREFIX,
  TOTAL_TIMEOUT_MS,
} from '@galla/contract/webhooks/webhook'
import { PLUGIN_PATH } from '@galla/contract/woocommerce-plugin'
import { expect, test } from 'vitest'
import { guidePage } from '../../web/guide-page.ts'
import { expanded, guideText, textForPrograms } from '../../web/guide-text.ts'
import { codePieces } from '../../web/src/features/docs/guide/code/code-pieces.ts'
import { GUIDE_GROUPS, GUIDE_PAGES } from '../../web/src/features/docs/guide/guide-list.ts'
import {
  LANGUAGES,
  PLACEHOLDER_KEY,
  type Section,
  SOME_ORIGIN,
} from '../../web/src/features/docs/guide/guide-shape.ts'
import { sampleFile } from './guide-programs.ts'
import { TOLERANCE_SECONDS } from './guide-receivers.ts'

const GUIDE = new URL('../../docs/guide/', import.meta.url)
const NAMES = ['README', ...GUIDE_PAGES.map(({ name }) => name)]

/** A page as one line, because its lines wrap anywhere. */
const spoken = (name: string): string => guideText(name).replaceAll(/\s+/g, ' ')

const UNITS = [
  ['day', 86_400, 400],
  ['hour', 3_600, 48],
  ['minute', 60, 120],
  ['second', 1, 120],
] as const
/** `5 minutes`, `75 hours 35 minutes`. */
const lasting = (seconds: number): string => {
  const counted = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`
  const whole = UNITS.find(([, each, max]) => seconds % each === 0 && seconds >= each && seconds < each * max)
  if (whole !== undefined) return counted(seconds / whole[1], whole[0])
  return `${counted(Math.floor(seconds / 3_600), 'hour')} ${counted(Math.floor((seconds % 3_600) / 60), 'minute')}`
}
const short = (seconds: number): string =>
  seconds % 3_600 === 0 ? `${seconds / 3_600} h` : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`

const inAll = RETRY_DELAYS_SECONDS.reduce<number>((sum, seconds) => sum + seconds, 0)
const expiry = lasting(EXPIRY_SECONDS)
const rupees = AMOUNT_RUPEES_MAX.toLocaleString('en-IN', { minimumFractionDigits: 2 })

test.each([
  ['quickstart', `The page expires after ${expiry};`],
  ['orders', `can try again for ${RETRY_HOURS} hours, up to ${PAY_ATTEMPTS_MAX} attempts in total.`],
  ['orders', `The payment URL expired, ${expiry} after the order was created`],
  [
    'orders',
    `waits another ${lasting(SETTLING_SECONDS.live)} for money that was sent in the last second (${lasting(SETTLING_SECONDS.test)} in test mode)`,
  ],
  ['orders', `The payment URL expires in ${expiry} unless you send \`expires_in\`.`],
  ['orders', `header with 1 to ${IDEMPOTENCY_KEY_CHARS_MAX} characters`],
  ['orders', `For ${IDEMPOTENCY_HOURS} hours, the same key returns the first reply again`],
  ['webhooks', `Answer with HTTP ${WEBHOOK_ANSWER.status} within ${lasting(TOTAL_TIMEOUT_MS / 1000)}.`],
  ['webhooks', `answer with ${WEBHOOK_ANSWER_UNKNOWN.status}.`],
  ['webhooks', `more than ${lasting(TOLERANCE_SECONDS)} away from your clock`],
  ['webhooks', `signs with both secrets for ${PREVIOUS_SECRET_SECONDS / 3600} hours.`],
  ['webhooks', `Your signing secret starts with \`${SECRET_PREFIX}\`.`],
  [
    'webhooks',
    `${ATTEMPTS_MAX} attempts in ${lasting(inAll - (inAll % 60))}. Each wait varies by up to ${RETRY_JITTER * 100}%`,
  ],
  [
    'webhooks',
    ['immediately', ...RETRY_DELAYS_SECONDS.map(short)].map((wait, at) => `${at + 1}. ${wait}`).join(' '),
  ],
  [
    'webhooks',
    `You have ${lasting(CONNECT_TIMEOUT_MS / 1000)} to accept the connection and ${lasting(TOTAL_TIMEOUT_MS / 1000)} in total.`,
  ],
  ['webhooks', `After ${FAILING_DAYS_MAX} days with only failures`],
  ['webhooks', `Galla keeps events and their attempts for ${EVENT_DAYS} days.`],
  ['errors', `message '${WEBHOOK_ANSWER_UNKNOWN.body.message}'`],
  [
    'errors',
    `${API_RATE_PER_SECOND} per second, with bursts of up to ${API_RATE_PER_SECOND * API_BURST_SECONDS}.`,
  ],
  ['errors', `${BODY_BYTES_MAX / 1024} kB, as JSON or a form`],
  ['errors', `₹0.01 to ₹${rupees}, at most 2 decimals`],
  [
    'errors',
    `Expires after ${expiry}. With expires_in: after ${lasting(EXPIRES_IN_SECONDS_MIN)} (${lasting(EXPIRES_IN_SECONDS_MIN_TEST)} in test mode) to ${lasting(EXPIRES_IN_SECONDS_MAX)} (${EXPIRES_IN_SECONDS_MAX} seconds)`,
  ],
  ['errors', `The payment URL expires in ${expiry}.`],
  ['errors', `Your webhook must answer HTTP ${WEBHOOK_ANSWER.status}.`],
  ['moving', `sends \`failure\` ${SETTLING_SECONDS.live} seconds after the order expires`],
  ['woocommerce', `](${SOME_ORIGIN}${PLUGIN_PATH})`],
])('%s says: %s', (name, fact) => {
  expect(spoken(name)).toContain(fact)
})

test('the guide for clients of other gateways has their paths and status values', () => {
  const text = guideText('moving')
  for (const path of Object.values(DIALECT_PATHS)) expect(text).toContain(`\`${path}\``)
  for (const status of ['created', 'pending', 'success', 'failed'] as const)
    expect(text).toMatch(
      new RegExp(`\`${status}\` *\\| EKQR \`${EKQR_STATUS[status]}\`, CutePe \`${CUTEPE_STATUS[status]}\``),
    )
})

/** The rows of a page's generated tables, by the name of their field. */
const rowsOf = (name: string): Map<string, string> =>
  new Map(
    [...guideText(name).matchAll(/^\| \*\*`(\w+)`\*\* · (.*) \|$/gm)].map(([, field = '', row = '']) => [
      field,
      row,
    ]),
  )

test('the field tables have every field with its type, limit and description', () => {
  const orders = guideText('orders')
  const create = orders.slice(
    orders.indexOf('<!-- create-order-fields -->'),
    orders.indexOf('<!-- create-order-reply -->'),
  )
  for (const [field, { means }] of Object.entries(CREATE_ORDER_FIELDS)) {
    const row = create.split('\n').find((line) => line.startsWith(`| **\`${field}\`**`)) ?? ''
    const isOptional = createOrderBody.shape[field as 'udf1'].safeParse(undefined).success
    expect(row).toContain(means)
    expect({ field, isOptional: row.includes(', optional') }).toEqual({ field, isOptional })
    expect({ field, isRequired: row.includes('**required**') }).toEqual({ field, isRequired: !isOptional })
  }
  expect(create).toContain('| **`client_txn_id`** · text **required** |')
  expect(create).toContain('· at most 64 characters |')
  expect(create).toContain('| **`amount`** · text or number **required** |')
  expect(create).toContain(`· 0.01 to ${rupees}, at most 2 decimals |`)
  expect(create).toContain('· 60 (in test mode 5) to 2592000 |')
  const reply = rowsOf('orders')
  for (const field of Object.keys(STATUS_FIELDS)) expect(reply.has(field), field).toBe(true)
  expect(reply.get('status')).toMatch(/^created, pending, success or failed \|/)
  expect(reply.get('txnDate')).toMatch(/^time \(ISO 8601\) or null \|/)
  expect(reply.get('paidLate')).toMatch(/^boolean \|/)
  const webhook = rowsOf('webhooks')
  expect([...webhook.keys()].toSorted()).toEqual(Object.keys(WEBHOOK_FIELDS).toSorted())
  expect(webhook.get('event')).toMatch(/^order.success or order.failed \|/)
})

test('each code that a call may return is listed once, with its status, message and advice', () => {
  const rows = [
    ...guideText('errors').matchAll(/^\| \*\*(\d+)\*\* `(\w+)` \| "([^"|]+)" · ([A-Z][^|]+\.) \|$/gm),
  ]
  const calls = [...INTEGRATOR_CALLS, ...FURTHER_CALLS]
  const codes = new Set(calls.flatMap(({ endpoint }) => refusalsOf(endpoint)))
  expect(rows.map(([, , code]) => code).toSorted()).toEqual([...codes].toSorted())
  for (const [, status, code, msg] of rows)
    expect({ code, status: Number(status), msg }).toMatchObject({ ...REFUSALS[code as 'malformed'] })
})

test('the names of the switches are those of the dashboard', () => {
  const row = readFileSync(
    new URL('../../web/src/features/docs/api-documentation/webhook-format-row.tsx', import.meta.url),
    'utf8',
  )
  expect(row).toContain("FAILURE_SWITCH = 'Send failures too'")
  expect(guideText('moving')).toContain('**Send failures too**')
  expect(row).toContain("SOURCE_SWITCH = 'Send silent sources too'")
  expect(guideText('webhooks')).toContain('**Send silent sources too**')
})

test.each([
  '<!-- fields no-call -->',
  '<!-- sample no-file: Title -->',
  '<!-- json none: Title -->',
  '<!-- try it -->',
  '<!-- tables -->',
])('an include that names nothing stops the build: %s', (line) => {
  expect(() => expanded(`Text.\n\n${line}\n\nText.`)).toThrow(line)
})

test('every sample is included by a page, and each has the order and the secret of the examples', () => {
  const whole = NAMES.map((name) => readFileSync(new URL(`${name}.md`, GUIDE), 'utf8')).join('\n')
  const included = [...whole.matchAll(/^<!-- sample ([\w-]+): .+ -->$/gm)].map(([, name]) => name)
  const files = readdirSync(new URL('samples/', GUIDE)).map((file) => file.replace(/\.\w+$/, ''))
  const ofReference = INTEGRATOR_CALLS.map(({ anchor }) => anchor)
  expect([...new Set(files)].toSorted()).toEqual([...new Set([...included, ...ofReference])].toSorted())
  for (const language of ['node', 'php', 'python', 'java', 'go'] as const) {
    const code = readFileSync(sampleFile('webhook', language), 'utf8')
    for (const part of [
      EXAMPLE_ORDER.client_txn_id,
      EXAMPLE_ORDER.amount,
      SECRET_PREFIX,
      `${TOLERANCE_SECONDS}`,
    ])
      expect(code, language).toContain(part)
    expect(code).toContain(WEBHOOK_ANSWER_UNKNOWN.body.message)
  }
})

test('each call that needs the API key has it in its samples, and no other', () => {
  for (const { anchor, endpoint } of INTEGRATOR_CALLS)
    for (const language of ['curl', 'node', 'php', 'python'] as const) {
      const code = readFileSync(sampleFile(anchor, language), 'utf8')
      expect({ anchor, key: code.includes(PLACEHOLDER_KEY) }).toEqual({
        anchor,
        key: endpoint.auth === 'key',
      })
      expect(code).toContain(`${SOME_ORIGIN}/api/v1${endpoint.path}`)
    }
})

const everySection = (sections: readonly Section[]): Section[] =>
  sections.flatMap((section) => [section, ...everySection(section.parts)])

test('links within the guide lead to sections that exist', () => {
  const ids = new Map(NAMES.map((name) => [name, everySection(guidePage(name).sections).map(({ id }) => id)]))
  const routes = readFileSync(new URL('../../web/src/paths.ts', import.meta.url), 'utf8')
  const addresses = new Set([
    ...[...routes.matchAll(/: '(\/[^']*)'/g)].map(([, path = '']) => path),
    '/docs.md',
    '/api.md',
    '/llms.txt',
    '/api/openapi.json',
    PLUGIN_PATH,
  ])
  for (const name of NAMES)
    for (const [, target = ''] of guideText(name).matchAll(/\]\(([^)]+)\)/g)) {
      const [file = '', id] = target.split('#')
      if (target.startsWith(SOME_ORIGIN)) {
        const path = file.slice(SOME_ORIGIN.length)
        expect(addresses.has(path) || path.startsWith('/sdk/'), target).toBe(true)
      } else {
        const known = ids.get(file.replace(/\.md$/, ''))
        expect(known, `${name}: ${target}`).toBeDefined()
        if (id !== undefined) expect(known, `${name}: ${target}`).toContain(id)
      }
    }
})

test('the overview links the pages of the list, in its groups and order', () => {
  const groups = guideText('README')
    .split(/^## /m)
    .slice(1)
    .map((text) => ({
      title: text.split('\n', 1)[0],
      pages: [...text.matchAll(/^- \[(.*)\]\((.*)\.md\)/gm)].map(([, title, name]) => ({ name, title })),
    }))
  expect(groups).toEqual(
    GUIDE_GROUPS.map(({ title, pages }) => ({
      title,
      pages: pages.map((page) => ({ name: page.name, title: page.title })),
    })),
  )
  for (const { name, title } of GUIDE_PAGES) expect(guidePage(name).title).toBe(title)
  expect(
    readdirSync(GUIDE)
      .filter((file) => file.endsWith('.md'))
      .toSorted(),
  ).toEqual(NAMES.map((name) => `${name}.md`).toSorted())
})

test('a text for programs has the samples, and nothing that only a page understands', () => {
  for (const name of NAMES) {
    const text = textForPrograms(name)
    expect(text.replaceAll(/```.*?```/gs, '')).not.toMatch(/<!--|<\/?[a-z]+[ >]/)
    expect(text).not.toMatch(/\]\([\w-]+\.md/)
  }
  const text = textForPrograms('webhooks')
  for (const language of ['node', 'php', 'python', 'java', 'go'] as const)
    expect(text).toContain(readFileSync(sampleFile('webhook', language), 'utf8').trimEnd())
  expect(text).toContain(JSON.stringify(EXAMPLE_WEBHOOK, null, 2))
})

test('highlighting a sample changes none of its characters', () => {
  for (const name of NAMES)
    for (const { blocks } of everySection(guidePage(name).sections))
      for (const block of blocks)
        if (block.kind === 'code')
          for (const language of LANGUAGES) {
            const code = block.samples[language] ?? ''
            const pieces = codePieces(code, language)
            expect(pieces.map(({ text }) => text).join('')).toBe(code)
          }
  const json = codePieces('{ "success": true, "msg": "OK" }', 'json').filter(({ kind }) => kind !== 'plain')
  expect(json.map(({ kind, text }) => [kind, text])).toEqual([
    ['word', 'true'],
    ['text', '"OK"'],
  ])
  expect(codePieces('curl https://a.example', 'curl').some(({ kind }) => kind === 'comment')).toBe(false)
})
