import { rulesUrl } from '@galla/contract/bank-alerts/alerts'
import { FORWARDERS, SAMPLE_ALERT } from '@galla/contract/bank-alerts/forwarders'
import { expect, onTestFinished, test } from 'vitest'
import { openShop } from '../../testing/shop.ts'
import { readForwarded } from './forwarded-alert.ts'
import { readAlert } from './read-alert.ts'

const ADDRESS = 'https://pay.example.com/api/v1/alerts/token'
const { sender, text } = SAMPLE_ALERT

/** The values that each app inserts for its placeholders. */
const FILLED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'incoming-sms': {
    '%from%': sender,
    '%text%': text,
    '%sentStamp%': '1795225380123',
    '%receivedStamp%': '1795225381123',
  },
  smsforwarder: {
    '[from]': sender,
    '[org_content]': text,
    "[receive_time:yyyy-MM-dd'T'HH:mm:ssXXX]": '2026-11-21T10:00:00+05:30',
    '[timestamp]': '1795225380123',
    '[sign]': 'c2lnbmF0dXJl%3D',
  },
  macrodroid: { '{sms_number}': sender, '{sms_message}': text },
  tasker: { '%SMSRF': sender, '%SMSRB': text },
  'notification-forwarder': {
    '{packageName}': 'com.bharatpe.app',
    '{title}': 'Payment received',
    '{text}': 'Received 499.00 Rupees From Asha Rao.',
  },
}

const isCredit = (sent: string) => {
  const [forwarded] = readForwarded(sent, 'application/json')
  expect(forwarded).toBeDefined()
  return forwarded !== undefined && readAlert(forwarded)
}

test.each(FORWARDERS.filter(({ id }) => id in FILLED))('the message of $name is read', ({ id, template }) => {
  let sent = template(ADDRESS)
  for (const [name, value] of Object.entries(FILLED[id] ?? {})) sent = sent.replaceAll(name, value)
  expect(() => JSON.parse(sent)).not.toThrow()
  const read = isCredit(sent)
  expect(read).toMatchObject({ outcome: 'credit', reading: { amount: 49900n } })
  // Notifications of apps contain no UTR.
  if (id !== 'notification-forwarder') expect(read).toMatchObject({ reading: { utr: '612345678901' } })
})

test('the time of a message of SmsForwarder is its arrival, or the time of sending if the app does not know that placeholder', () => {
  const template = FORWARDERS.find(({ id }) => id === 'smsforwarder')?.template(ADDRESS) ?? ''
  const at = (sent: string) => readForwarded(sent, 'application/json')[0]?.times[0]
  const sent = template.replace('[timestamp]', '1795225380123')
  expect(at(sent)).toEqual(new Date(1_795_225_380_123))
  expect(template).toContain(':ssXXX]')
  expect(at(sent.replace(/\[receive_time[^\]]*\]/, '2026-11-21T10:00:00+05:30'))).toEqual(
    new Date('2026-11-21T04:30:00Z'),
  )
})

test('the set-up of SMS Gateway for Android contains the address, and its message is read', () => {
  const gateway = FORWARDERS.find(({ id }) => id === 'sms-gateway')
  for (const event of ['sms:received', 'system:ping'])
    expect(gateway?.template(ADDRESS)).toContain(`"url":"${ADDRESS}","event":"${event}"`)
  const payload = {
    message: text,
    phoneNumber: sender,
    simNumber: 1,
    receivedAt: '2026-11-21T10:00:00.000+05:30',
  }
  expect(isCredit(JSON.stringify({ event: 'sms:received', deviceId: 'd', payload }))).toMatchObject({
    outcome: 'credit',
  })
})

test('these tests cover every forwarder of the list', () => {
  expect(FORWARDERS.map(({ id }) => id).toSorted()).toEqual(
    [...Object.keys(FILLED), 'sms-gateway'].toSorted(),
  )
})

test('the message of the imported rule of Incoming SMS to URL Forwarder is read, and an unknown address has no rule', async () => {
  const shop = await openShop()
  onTestFinished(() => shop.close())
  const merchant = await shop.merchant()
  const { alertUrl } = (await merchant.post('/user/get-api-details')).json().data
  const file = await shop.call({ method: 'GET', url: new URL(rulesUrl(alertUrl)).pathname })
  expect(file.headers['content-disposition']).toBe('attachment; filename="galla-sms-rules.json"')
  const [rule] = file.json()
  // Without one of these the app skips the rule.
  expect(rule).toMatchObject({ sender: '*', url: alertUrl, is_sms_enabled: true, ignore_ssl: false })
  let payload = rule.template
  for (const [name, value] of Object.entries(FILLED['incoming-sms'] ?? {}))
    payload = payload.replaceAll(name, value)
  const url = `${new URL(rule.url).pathname}?test=1`
  const reply = await shop.call({ method: 'POST', url, payload, headers: JSON.parse(rule.headers) })
  expect(reply.json().data).toMatchObject({ outcome: 'credit', amount: 499, utr: '612345678901' })
  expect((await shop.call({ method: 'GET', url: '/api/v1/alerts/unknown/rules' })).statusCode).toBe(404)
})

test('the heartbeat of Incoming SMS to URL Forwarder, an empty request, is a ping', async () => {
  const shop = await openShop()
  onTestFinished(() => shop.close())
  const merchant = await shop.merchant()
  const { alertUrl } = (await merchant.post('/user/get-api-details')).json().data
  const url = new URL(alertUrl).pathname
  for (const headers of [{ 'content-type': 'application/json; charset=utf-8' }, {}]) {
    shop.clock.advance({ minutes: 1 })
    expect((await shop.call({ method: 'POST', url, payload: '', headers })).statusCode).toBe(200)
    expect((await merchant.get('/user/alert-source')).json().data).toMatchObject({
      lastPingAt: shop.clock.now().toISOString(),
      lastReceivedAt: null,
    })
  }
})
