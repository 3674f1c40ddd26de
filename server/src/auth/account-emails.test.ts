import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phoneWith } from '../../testing/authenticator.ts'
import { openShop, type Shop } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'
import { readOutbox } from '../platform/mail/outbox.ts'

const PASSWORD = 'correct horse battery'
const ORIGIN = 'http://localhost:3000'
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** When nothing is left to do, not even something that failed and waits. */
const jobsAreDone = (of: Shop): Promise<void> =>
  expect.poll(() => of.db.rows(sql`select from jobs`)).toEqual([])

const lettersTo = async (email: string) => {
  await jobsAreDone(shop)
  return (await readOutbox(shop.dataDir)).filter(({ to }) => to === email).reverse()
}

const subjectsTo = async (email: string): Promise<string[]> =>
  (await lettersTo(email)).map(({ subject }) => subject)

const logIn = (email: string, cookie = '') =>
  shop.call({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { email, password: PASSWORD },
    headers: { origin: ORIGIN, cookie, 'user-agent': PHONE },
    remoteAddress: '203.0.113.9',
  })

test('registration sends one welcome email, and the first login sends none', async () => {
  const { email } = await shop.merchant('Sharma <b>Tea</b>')
  const [welcome, ...more] = await lettersTo(email)
  expect(more).toEqual([])
  expect(welcome?.subject).toBe('Welcome to Galla')
  expect(welcome?.text).toContain('Hello Sharma <b>Tea</b>,')
  expect(welcome?.text).toContain(`${ORIGIN}/dashboard`)
})

test('registration with a taken address sends no email', async () => {
  const { email } = await shop.merchant()
  const again = await shop.call({
    method: 'POST',
    url: '/api/v1/auth/register',
    payload: { name: 'Thief', email, mobileNumber: '9876543210', password: PASSWORD },
    headers: { origin: ORIGIN },
  })
  expect(again.statusCode).toBe(409)
  expect(await subjectsTo(email)).toEqual(['Welcome to Galla'])
})

test('a login from a new device sends an email with time, device and address; a known device sends none', async () => {
  const { email, cookie } = await shop.merchant()
  const reply = await logIn(email)
  const phone = reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  await logIn(email, phone)
  await logIn(email, cookie)
  const letters = await lettersTo(email)
  const emails = letters.filter(({ subject }) => subject === 'A new device logged in to your account')
  expect([letters.length, emails.length]).toEqual([2, 1])
  const { text = '' } = emails[0] ?? {}
  for (const fact of ['2026-11-21 09:30:00 IST', 'Device: Chrome on Android', 'IP address: 203.0.113.9'])
    expect(text).toContain(fact)
})

test('a failed login sends no email', async () => {
  const { email } = await shop.merchant()
  await shop.call({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { email, password: 'no idea' },
    headers: { origin: ORIGIN },
  })
  expect(await subjectsTo(email)).toEqual(['Welcome to Galla'])
})

test('a suspension and its end send one email each, with the reason', async () => {
  const { email, merchantId } = await shop.merchant()
  const operator = await shop.operator()
  for (const act of ['suspend', 'suspend', 'resume', 'resume'])
    await operator.post(`/operator/merchants/${merchantId}/${act}`, { reason: 'Goods are <not> sent' })
  const emails = (await lettersTo(email)).filter(({ subject }) => subject !== 'Welcome to Galla')
  expect(emails.map(({ subject }) => subject).sort()).toEqual([
    'Your account is active again',
    'Your account is suspended',
  ])
  const why = emails.find(({ subject }) => subject === 'Your account is suspended')
  expect(why?.text).toContain('Goods are <not> sent')
})

test('each login change sends one email', async () => {
  const { email, post } = await shop.merchant()
  const { secret } = (await post('/auth/totp/setup')).json().data
  const phone = phoneWith(shop.clock, secret)
  await post('/auth/totp/confirm', { code: phone.code() })
  await jobsAreDone(shop)
  shop.clock.advance({ seconds: 30 })
  const off = { password: PASSWORD, code: phone.code() }
  for (let n = 0; n < 2; n += 1) await post('/auth/totp/disable', off)
  await jobsAreDone(shop)
  const profile = { name: 'Sharma Tea', email, mobileNumber: '9876543210', currentPassword: PASSWORD }
  await post('/user/update-profile', {
    ...profile,
    newPassword: 'another one',
    confirmPassword: 'another one',
  })
  expect((await subjectsTo(email)).sort()).toEqual([
    'Two-factor login was turned off',
    'Two-factor login was turned on',
    'Welcome to Galla',
    'Your password was changed',
  ])
  const letters = new Map((await lettersTo(email)).map(({ subject, text }) => [subject, text]))
  for (const [subject, said, link] of [
    ['Two-factor login was turned on', 'Keep your recovery codes', '/contact'],
    ['Two-factor login was turned off', 'only the password', '/contact'],
    ['Your password was changed', 'Your other devices were logged out', '/forgot-password'],
  ] as const) {
    expect(letters.get(subject)).toContain(said)
    expect(letters.get(subject)).toContain(`${ORIGIN}${link}`)
  }
})

/** Takes letters as far as a test needs it; refuses the first so many. */
const smtpServer = async (refuse: number) => {
  const taken: string[] = []
  let left = refuse
  const talk = (socket: Socket): void => {
    let letter: string | undefined
    let held = ''
    const answer = (line: string): string | undefined => {
      if (letter !== undefined) {
        if (line !== '.') {
          letter += `${line}\n`
          return undefined
        }
        taken.push(letter)
        letter = undefined
        return '250 taken'
      }
      if (/^mail /i.test(line) && left > 0) {
        left -= 1
        return '451 come back later'
      }
      if (/^data/i.test(line)) {
        letter = ''
        return '354 go on'
      }
      return /^quit/i.test(line) ? '221 bye' : '250 well'
    }
    socket.on('error', () => undefined)
    socket.write('220 here\r\n')
    socket.on('data', (chunk) => {
      const lines = (held + chunk.toString('utf8')).split('\r\n')
      held = lines.pop() ?? ''
      for (const line of lines) {
        const said = answer(line)
        if (said !== undefined) socket.write(`${said}\r\n`)
      }
    })
  }
  const server = createServer(talk).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    refusals: () => refuse - left,
    close: () => server.close(),
  }
}

test('the queue retries an email that the mail server refused, once, as text and HTML', async () => {
  const smtp = await smtpServer(1)
  const mailing = await openShop({ SMTP_URL: smtp.url, MAIL_FROM: 'galla@example.com' })
  await mailing.merchant()
  await expect.poll(() => smtp.refusals()).toBe(1)
  await expect
    .poll(async () => {
      // The queue waits some seconds before it tries again; the test does not.
      await mailing.db.run(sql`
        update jobs set due_at = now() where attempts > 0 and lease is null`)
      return smtp.taken
    })
    .toHaveLength(1)
  await jobsAreDone(mailing)
  expect(smtp.taken).toHaveLength(1)
  const [letter = ''] = smtp.taken
  expect(letter).toMatch(/^Subject: Welcome to Galla$/m)
  expect(letter).toMatch(/^Content-Type: multipart\/alternative/m)
  expect(letter.indexOf('Content-Type: text/plain')).toBeGreaterThan(0)
  expect(letter.indexOf('Content-Type: text/html')).toBeGreaterThan(
    letter.indexOf('Content-Type: text/plain'),
  )
  await mailing.close()
  smtp.close()
})
