// Floods a server: flood-job.ts starts it. It reads its job from standard input, writes a line to standard error when it begins, and what was
// answered how often to standard output.
import { randomBytes, randomInt } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request, setGlobalDispatcher } from 'undici'
import { startHostileImap } from '../server/testing/hostile-imap.ts'
import type { FloodJob, FloodName } from './flood-job.ts'

const CONNECTIONS = 200
const ALERT_LETTERS = 3_900
const ALERTS_A_REQUEST = 60
const STRANGERS = 100
const ADDRESSES = 10
const COMMANDS = 'MAIL FROM:<a@b.test>\r\nRSET\r\n'.repeat(70_000)
const PASSWORD = 'correct horse battery'

const job = JSON.parse(await text(process.stdin)) as FloodJob
const { origin, headers, durationMs, accomplices } = job
setGlobalDispatcher(new Agent({ connections: CONNECTIONS }))
const answered: Record<string, number> = {}
const count = (outcome: string): void => {
  answered[outcome] = (answered[outcome] ?? 0) + 1
}

type Body = Readonly<Record<string, unknown>> | readonly unknown[] | URLSearchParams
interface Options {
  readonly body?: Body
  readonly headers?: Readonly<Record<string, string>>
}

const send = async (path: string, { body, headers: more = {} }: Options = {}): Promise<string> => {
  const isForm = body instanceof URLSearchParams
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const reply = await request(`${origin}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(body !== undefined && { 'content-type': type }), ...more },
    body: body === undefined ? null : isForm ? body.toString() : JSON.stringify(body),
  })
  count(String(reply.statusCode))
  return reply.body.text()
}
const api = (path: string, options: Options = {}) => send(`/api/v1${path}`, { headers, ...options })
const asStranger = () => ({
  'x-forwarded-for': `10.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`,
})
const newEmail = (): string => `${randomBytes(6).toString('hex')}@example.com`
const pick = <T>(of: readonly T[]): T => of[randomInt(of.length)] as T

let open = true
/** Each lane sends the next when the last was answered. */
const lanes = async (laneCount: number, once: (lane: number) => Promise<unknown>): Promise<void> => {
  const lane = async (_: unknown, number: number): Promise<void> => {
    while (open)
      await once(number).catch((error: unknown) => count((error as { code?: string }).code ?? 'error'))
  }
  await Promise.all(Array.from({ length: laneCount }, lane))
}

/** A connection to the mail receiver, until either side ends it. */
const smtp = async (address: string, data: string): Promise<void> => {
  const socket = connect({ host: '127.0.0.1', port: job.smtpPort, localAddress: address })
  socket.on('error', () => undefined).on('data', () => undefined)
  socket.write(data)
  while (open && !socket.destroyed) await pause(10)
  socket.destroy()
  count('connections')
}

const hostileMailboxes = async (line: string, times?: number): Promise<void> => {
  const server = await startHostileImap({ at: 'IDLE', send: line, ...(times !== undefined && { times }) })
  const form = { host: '127.0.0.1', port: server.port, username: 'a@b.test', password: server.password }
  const body = { ...form, folder: 'INBOX', bankWritesTo: 'a@b.test' }
  for (const each of accomplices) await api('/user/connect-mailbox', { headers: each, body })
  // Tests of mailboxes store nothing, so nothing backs off.
  await lanes(accomplices.length, async (lane) => {
    await api('/user/test-mailbox', { headers: accomplices[lane] ?? {}, body })
    await pause(1_000)
  })
  await server.close()
}

const sendForm = async (): Promise<void> => {
  const from = asStranger()
  const page = await send(`/l/${job.linkCode}`, { headers: from })
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? ''
  await send(`/l/${job.linkCode}`, { headers: from, body: new URLSearchParams({ token, name: 'Asha Rao' }) })
}

const LISTS = [
  '/user/all-transactions?limit=100&page=7&sort=highest',
  '/user/reusable-links?limit=50',
  '/user/claims?limit=50',
  '/user/stats',
  '/user/stats/daily',
  '/auth/session',
]
const SEARCHES = [
  '/user/all-transactions?limit=all&search=sharma',
  '/user/all-transactions?limit=all',
  '/user/all-transactions?search=gmail',
  '/user/claims?limit=all&search=41',
]
const word = (): string =>
  randomBytes(ALERT_LETTERS).toString('hex').replace(/\d/g, 'a').slice(0, ALERT_LETTERS)
const message = () => ({ from: 'VM-HDFCBK-S', text: word() })

const registered = async (): Promise<string> => {
  const email = newEmail()
  const body = { name: 'Tea Stall', email, mobileNumber: '9876543210', password: PASSWORD }
  await api('/auth/register', { headers: asStranger(), body })
  return email
}

const flood: Readonly<Record<FloodName, () => Promise<void>>> = {
  lists: () => lanes(100, () => api(pick(LISTS))),
  searches: () => lanes(40, () => api(pick(SEARCHES))),
  hashes: () =>
    lanes(30, (lane) =>
      lane % 2 === 0
        ? registered()
        : api('/auth/forgot-password', { headers: asStranger(), body: { email: newEmail() } }),
    ),
  alerts: () =>
    lanes(10, () => send(job.alertPath, { body: Array.from({ length: ALERTS_A_REQUEST }, message) })),
  alert: () => lanes(30, () => send(job.alertPath, { body: message() })),
  receipts: () => lanes(40, () => send(`/receipt/${job.paidOrderId}/a5.pdf`, { headers: asStranger() })),
  standees: () => lanes(12, () => api(`/user/counters/${job.counterId}/standee.pdf?size=a4`)),
  strangers: () => lanes(STRANGERS, (lane) => smtp(`127.0.1.${1 + (lane % ADDRESSES)}`, '')),
  commands: () => lanes(5, () => smtp('127.0.0.1', `EHLO a.test\r\n${COMMANDS}`)),
  exists: () => hostileMailboxes('* 9 EXISTS\r\n'),
  vanished: () => hostileMailboxes('* VANISHED 1:4294967295\r\n', 50),
  forms: () => lanes(40, sendForm),
  counters: () =>
    lanes(20, (lane) =>
      lane % 2 === 0
        ? api('/counter/login', { headers: asStranger(), body: { token: job.counterToken, pin: '9999' } })
        : api(`/user/counters/${job.counterId}/login`, { body: { pin: '4711' } }),
    ),
  async letters() {
    const email = await registered()
    await lanes(20, (lane) =>
      lane % 2 === 0
        ? api('/auth/login', { headers: asStranger(), body: { email, password: PASSWORD } })
        : api('/user/connect-merchant', {
            body: {
              merchantProvider: 'other',
              merchantName: 'Sharma Tea',
              merchantId: 'SHARMA38472910',
              merchantUpiId: `shop${randomInt(1e9)}@okhdfcbank`,
            },
          }),
    )
  },
}

console.error(`flooding: ${job.flood}`)
setTimeout(() => {
  open = false
}, durationMs)
await flood[job.flood]()
process.stdout.write(
  Object.entries(answered)
    .map(([what, times]) => `${times} × ${what}`)
    .join(', '),
)
process.exit(0)
