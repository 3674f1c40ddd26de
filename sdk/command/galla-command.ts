#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { Galla, GallaError } from '../src/galla.ts'
import { forward } from './forward.ts'
import { isTrigger, TRIGGERS, trigger } from './trigger.ts'

const USAGE = `galla listen --forward http://localhost:4000/webhook
  Sends your test events to a receiver on this machine as they happen, signed as webhooks are.
  --secret whsec_...  sign with this secret; otherwise one is made for this run and printed

galla trigger ${TRIGGERS.join(' | ')}
  Makes a test order and has the simulator pay it, or decline.

Both take --url, where Galla runs, and --key, a test API key; or set GALLA_URL and GALLA_API_KEY.`

const OPTIONS = {
  url: { type: 'string' },
  key: { type: 'string' },
  forward: { type: 'string' },
  secret: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** For mistakes of whoever calls: they are told without a stack. */
class UsageError extends Error {}

const run = async (): Promise<void> => {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true })
  const [command, what] = positionals
  if (values.help === true || command === undefined) {
    console.log(USAGE)
    return
  }
  const apiKey = needed(values.key ?? process.env.GALLA_API_KEY, '--key or GALLA_API_KEY')
  // The simulator pays no live order, but it would be made first.
  if (!apiKey.startsWith('key_test_')) throw new UsageError('Use a test API key: it begins with key_test_')
  const galla = new Galla({
    apiKey,
    baseUrl: needed(values.url ?? process.env.GALLA_URL, '--url or GALLA_URL'),
  })
  if (command === 'listen') {
    const to = needed(values.forward, '--forward')
    if (!URL.canParse(to)) throw new UsageError(`--forward must be an address, not ${to}`)
    await forward({ galla, to: new URL(to), secret: values.secret ?? null, say: console.log })
    return
  }
  if (command !== 'trigger') throw new UsageError(`There is no command ${command}`)
  if (!isTrigger(what)) throw new UsageError(`Say what to trigger: ${TRIGGERS.join(', ')}`)
  const { orderId, paymentUrl } = await trigger(galla, what)
  console.log(`${what} for ${orderId}\n${paymentUrl}`)
}

const needed = (value: string | undefined, name: string): string => {
  if (value === undefined || value.trim() === '') throw new UsageError(`${name} is missing`)
  return value.trim()
}

const toldShortly = (error: unknown): error is Error =>
  error instanceof UsageError ||
  error instanceof GallaError ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))

run().catch((error: unknown) => {
  if (!toldShortly(error)) throw error
  console.error(`galla: ${error.message}`)
  if (!(error instanceof GallaError)) console.error(`\n${USAGE}`)
  process.exitCode = error instanceof GallaError ? 1 : 2
})
