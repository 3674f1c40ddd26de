#!/usr/bin/env node
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { AuthenticationError, Galla, GallaError } from '../src/galla.ts'
import { forward } from './forward.ts'
import { hasMcpPackage, MCP_PACKAGE, serveMcp } from './serve-mcp.ts'
import { readKeys, verifiedReceipt } from './verify-receipt.ts'

/** The package's version, written out because package.json is elsewhere after the build. */
const VERSION = '0.1.0'

const OUTCOME_OF = { 'order.success': 'success', 'order.failed': 'declined' } as const

const TRIGGERS = Object.keys(OUTCOME_OF) as (keyof typeof OUTCOME_OF)[]

const USAGE = `galla-sdk listen --forward http://localhost:4000/webhook
  Forwards your test events to a receiver on this machine as they happen, signed like webhooks. Stop it with Ctrl-C.
  --secret whsec_...  sign with this secret; by default, each run creates one and prints it

galla-sdk trigger ${TRIGGERS.join(' | ')}
  Creates a test order and pays or declines it in the simulator.
  --client-txn-id ORDER-1002  your own id of the order, if your receiver must know it; random by default
  --amount 499.00             in rupees; default 1.00

galla-sdk verify-receipt LINK --keys https://pay.example.com
  Verifies a receipt by the link in its QR code. --keys is the address of the Galla that issued it, or a file with its
  /.well-known/galla-receipts.json, which works offline.

galla-sdk mcp
  Serves the Model Context Protocol over stdin and stdout, so that an agent reads orders, payments, cases and closings.
  Needs ${MCP_PACKAGE} beside this package. The key, test or live, needs the scopes of what the agent reads.
  --create  the agent may also create orders, which a person pays; the key then needs orders:create

listen, trigger and mcp need --url, the address of Galla, and --key, an API key (of test mode for listen and trigger), or GALLA_URL and
GALLA_API_KEY.
galla-sdk help prints this text, and galla-sdk --version prints the version.`

const OPTIONS = {
  url: { type: 'string' },
  key: { type: 'string' },
  forward: { type: 'string' },
  secret: { type: 'string' },
  'client-txn-id': { type: 'string' },
  amount: { type: 'string' },
  keys: { type: 'string' },
  create: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

const COMMANDS = ['listen', 'trigger', 'verify-receipt', 'mcp']

/** A mistake in the arguments: printed without a stack. */
class UsageError extends Error {}

const run = async (): Promise<void> => {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true })
  const [command, what] = positionals
  if (values.version === true) {
    console.log(VERSION)
    return
  }
  const asksHelp = command === undefined || command === 'help'
  const named = asksHelp ? what : command
  if (named !== undefined && !COMMANDS.includes(named)) throw new UsageError(`Unknown command: ${named}`)
  if (asksHelp || values.help === true) {
    console.log(USAGE)
    return
  }
  if (command === 'verify-receipt') {
    await verifyReceipt(needed(what, 'The link'), needed(values.keys, '--keys'))
    return
  }
  const apiKey = needed(values.key ?? process.env.GALLA_API_KEY, '--key or GALLA_API_KEY')
  // The simulator refuses live orders, but the order would already exist.
  if (command !== 'mcp' && !apiKey.startsWith('key_test_'))
    throw new UsageError('Use a test API key. It starts with key_test_')
  const url = address(needed(values.url ?? process.env.GALLA_URL, '--url or GALLA_URL'), '--url')
  const galla = new Galla({ apiKey, baseUrl: url.href })
  if (command === 'mcp') {
    if (!hasMcpPackage()) throw new UsageError(`Install it first: npm install ${MCP_PACKAGE}`)
    await serveMcp(galla, VERSION, values.create === true)
    return
  }
  if (command === 'listen') {
    await listen(galla, address(needed(values.forward, '--forward'), '--forward'), values.secret ?? null)
    return
  }
  if (!isTrigger(what)) throw new UsageError(`Name the event to trigger: ${TRIGGERS.join(' or ')}`)
  const order = { clientTxnId: values['client-txn-id'], amount: values.amount }
  const { orderId, clientTxnId, amount, paymentUrl } = await trigger(galla, what, order)
  console.log(`${what} for ${orderId}\nclient_txn_id ${clientTxnId}, amount ${amount}\n${paymentUrl}`)
}

const verifyReceipt = async (link: string, keys: string): Promise<void> => {
  const receipt = verifiedReceipt(link, await readKeys(keys))
  if (receipt === undefined) {
    console.error('galla-sdk: This receipt is not genuine. It was changed, or these keys did not sign it.')
    process.exitCode = 1
    return
  }
  const width = Math.max(...Object.keys(receipt).map((name) => name.length))
  const lines = Object.entries(receipt).map(([name, value]) => `${name.padEnd(width)}  ${String(value)}`)
  console.log(['Genuine receipt', ...lines].join('\n'))
}

/** Runs until Ctrl-C. A second Ctrl-C ends it without waiting, because the first one removes the listener. */
const listen = async (galla: Galla, to: URL, secret: string | null): Promise<void> => {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => stopping.abort(new Error('stopped')))
  const { taken, notTaken } = await forward({ galla, to, secret, say: console.log, signal: stopping.signal })
  console.log(`Stopped. ${taken} delivered, ${notTaken} not.`)
}

const needed = (value: string | undefined, name: string): string => {
  if (value === undefined || value.trim() === '') throw new UsageError(`${name} is missing`)
  return value.trim()
}

const address = (text: string, name: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${name} must be a URL that starts with http:// or https://, not ${text}`)
  return url
}

const hasShortMessage = (error: unknown): error is Error =>
  error instanceof UsageError ||
  error instanceof GallaError ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))

const isTrigger = (text: string | undefined): text is keyof typeof OUTCOME_OF =>
  text !== undefined && Object.hasOwn(OUTCOME_OF, text)

interface Triggered {
  readonly orderId: string
  readonly clientTxnId: string
  readonly amount: string
  readonly paymentUrl: string
}

/** A test order that ends so. A receiver that knows its orders wants one of those: `clientTxnId` and `amount`. */
const trigger = async (
  galla: Galla,
  event: keyof typeof OUTCOME_OF,
  {
    clientTxnId = `galla-trigger-${randomUUID()}`,
    amount = '1.00',
  }: { clientTxnId?: string | undefined; amount?: string | undefined } = {},
): Promise<Triggered> => {
  const order = await galla.createOrder({
    client_txn_id: clientTxnId,
    amount,
    p_info: `Test of ${event}`,
    customer_name: 'Test Customer',
    customer_email: 'customer@example.com',
    customer_mobile: '9876543210',
    redirect_url: 'https://example.com/',
  })
  await galla.simulatePayment(order.upi_intent.bhim_link, OUTCOME_OF[event])
  return { orderId: order.order_id, clientTxnId, amount: order.amount, paymentUrl: order.payment_url }
}

run().catch((error: unknown) => {
  if (!hasShortMessage(error)) throw error
  console.error(`galla-sdk: ${error.message}`)
  if (error instanceof AuthenticationError)
    console.error('Copy the test key from API Documentation in the dashboard.')
  if (!(error instanceof GallaError)) console.error(`\n${USAGE}`)
  process.exitCode = error instanceof GallaError ? 1 : 2
})
