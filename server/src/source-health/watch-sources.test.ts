import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMerchant, type Ledger, orderForm } from '../../testing/ledger.ts'
import { letterJob } from '../../testing/letter-job.ts'
import { addNoticeTarget, noticesOf } from '../../testing/notice-target.ts'
import { sql } from '../platform/database/database.ts'
import { listSources, updateSource } from './manage-sources.ts'
import { mailSourceChange, SOURCE_MAIL_JOB } from './source-mail.ts'
import { openWatchBench, type WatchBench, type WatchedShop } from './watch-harness.ts'
import { createSourceWatch, MAILS_A_DAY_MAX, type WatchDeps } from './watch-sources.ts'

let bench: WatchBench
let ledger: Ledger
let deps: WatchDeps
let shop: WatchedShop
let merchantId: string

beforeAll(async () => {
  bench = await openWatchBench()
  ;({ ledger, deps } = bench)
})
afterAll(() => bench.close())
beforeEach(async () => {
  shop = await bench.shop()
  ;({ merchantId } = shop)
})

const ping = (of?: string) => shop.hear('phone', 'ping', of)
const pass: WatchedShop['pass'] = (...how) => shop.pass(...how)
const openOrder = () => ledger.create({ merchantId, mode: 'live' }, orderForm())
const named = async () => (await shop.events()).map(({ event }) => event)
const mails = () =>
  ledger.db.rows<{ payload: Record<string, string> }>(sql`
    select payload from jobs where merchant_id = ${merchantId} and name = ${SOURCE_MAIL_JOB} order by created_at`)

test('a phone that stops pinging while an order is open is silent within five minutes, and recovers with its next ping', async () => {
  await openOrder()
  await ping()
  await pass(120, { pings: true })
  const heardAt = (
    await ledger.db.value<Date>(sql`
      select heard_at as at from source_heartbeats where merchant_id = ${merchantId}`)
  ).toISOString()
  await openOrder()
  await pass(180, { pings: false })
  expect(await named()).toEqual([])
  await pass(30, { pings: false })
  // The last ping was 45 seconds before the pause: an open dashboard, which asks each 30 seconds, shows it within five minutes.
  expect((await phone())?.silence?.noticedAt).toBe(new Date(Date.parse(heardAt) + 240_000).toISOString())
  expect(await shop.events()).toEqual([
    expect.objectContaining({
      event: 'source.silent',
      sequence: 1,
      mode: 'live',
      source: 'phone',
      reason: 'pings',
      upiId: `${merchantId}@examplebank`,
      lastHeardAt: heardAt,
    }),
  ])
  await pass(600, { pings: false })
  expect(await named()).toEqual(['source.silent'])
  await ping()
  await shop.run()
  const [silent, back] = await shop.events()
  expect(back).toMatchObject({ event: 'source.back', sequence: 2, silenceId: silent?.silenceId })
  expect((await mails()).map(({ payload }) => payload.event)).toEqual(['source.silent', 'source.back'])
})

test('concurrent workers record a change once', async () => {
  await openOrder()
  await ping()
  const others = Array.from({ length: 4 }, () => createSourceWatch(deps))
  const all = () => Promise.all([shop, ...others].map((each) => each.run()))
  for (let round = 0; round < 22; round += 1) {
    if (round === 10) await openOrder()
    ledger.clock.advance({ seconds: 15 })
    await all()
  }
  expect(await named()).toEqual(['source.silent'])
  await ping()
  await Promise.all([all(), all()])
  expect(await named()).toEqual(['source.silent', 'source.back'])
  expect(await mails()).toHaveLength(2)
})

/** At ten in India on the next day: all that follows is in one part of the day. */
const sleepUntilTen = async () => {
  const [dayMs, tenMs] = [86_400_000, 4.5 * 3_600_000]
  const now = ledger.clock.now().getTime()
  const next = (Math.floor((now - tenMs) / dayMs) + 1) * dayMs + tenMs
  ledger.clock.advance({ seconds: (next - now) / 1000 })
  await shop.run()
}
const comeBack = async () => {
  await ping()
  await pass(120, { pings: true })
}

test('the silence of a phone that pings is noticed at any hour, but at an hour when it is usually off only once a week', async () => {
  const days: number[] = []
  for (let day = 0; day < 11; day += 1) {
    await sleepUntilTen()
    await comeBack()
    const before = (await named()).length
    await pass(300, { pings: false })
    if ((await named()).length > before) days.push(day)
  }
  // The silence of the first day ended on the next.
  expect(days).toEqual([0, 9])
})

test('the silence of a phone that is often off is noticed when a customer orders', async () => {
  for (let day = 0; day < 2; day += 1) {
    await sleepUntilTen()
    await comeBack()
    await pass(300, { pings: false })
    expect(await named()).toEqual(day === 0 ? ['source.silent'] : ['source.silent', 'source.back'])
  }
  await openOrder()
  await pass(15, { pings: false })
  expect(await named()).toEqual(['source.silent', 'source.back', 'source.silent'])
})

test('a test account and a replaced account get no alarm', async () => {
  const tested = await addMerchant(ledger.db, 'test')
  await ledger.create(tested, orderForm())
  await ping(tested.merchantId)
  await openOrder()
  await ping()
  await ledger.db.run(sql`update accounts set is_current = false where merchant_id = ${merchantId}`)
  await pass(400, { pings: false })
  const silences = await ledger.db.rows(sql`
    select from source_silences where merchant_id in (${merchantId}, ${tested.merchantId})`)
  expect(silences).toEqual([])
})

const useSource = (isUsed: boolean) =>
  updateSource(deps, { merchantId, client: { address: '203.0.113.7', userAgent: '' } }, 'phone', isUsed)
/** Nothing is heard for longer than a source that pings may be silent, while an order is open. */
const passInSilence = async () => {
  await pass(240, { pings: false })
  await openOrder()
  await pass(90, { pings: false })
}
const phone = async () => (await listSources(deps, { merchantId })).find(({ source }) => source === 'phone')
const decisions = () =>
  ledger.db.rows<{ kind: string; subject: string }>(sql`
    select kind, subject from security_events where merchant_id = ${merchantId} order by event_id`)

test('a source that is marked as no longer used, once or repeatedly, is not silent', async () => {
  await openOrder()
  await ping()
  await passInSilence()
  expect((await phone())?.silence).toMatchObject({ reason: 'pings' })
  const at = ledger.clock.now().toISOString()
  await Promise.all([useSource(false), useSource(false)])
  expect(await phone()).toMatchObject({ silence: null, unusedSince: at })
  await passInSilence()
  expect(await named()).toEqual(['source.silent'])
  const unused = { kind: 'source_unused', subject: `phone, ${merchantId}@examplebank` }
  expect(await decisions()).toEqual([unused])

  await useSource(true)
  expect(await phone()).toMatchObject({ unusedSince: null, connectedAt: ledger.clock.now().toISOString() })
  await openOrder()
  await pass(15, { pings: false })
  expect(await named()).toEqual(['source.silent', 'source.silent'])
  expect(await decisions()).toEqual([unused, { ...unused, kind: 'source_used' }])
})

test('a source that is no longer used is watched again from its next heartbeat', async () => {
  await openOrder()
  await ping()
  await useSource(false)
  ledger.clock.advance({ seconds: 5 })
  await ping()
  expect(await phone()).toMatchObject({ unusedSince: null, connectedAt: ledger.clock.now().toISOString() })
  await passInSilence()
  expect(await named()).toEqual(['source.silent'])
})

test('a silence that another worker opened while its source was marked as no longer used ends without an event', async () => {
  await openOrder()
  await ping()
  await passInSilence()
  await ledger.db.run(sql`
    update source_heartbeats set unused_since = ${ledger.clock.now()} where merchant_id = ${merchantId}`)
  await shop.run()
  expect((await phone())?.silence).toBeNull()
  expect(await named()).toEqual(['source.silent'])
})

test('the time in which the program did not run does not make a source silent', async () => {
  await openOrder()
  await ping()
  ledger.clock.advance({ minutes: 4 })
  await shop.restart()
  await pass(225, { pings: false })
  expect(await named()).toEqual([])
  await pass(15, { pings: false })
  expect(await named()).toEqual(['source.silent'])
})

test('the time in which no web process ran does not make a phone silent, and does not hide a failing mailbox', async () => {
  await openOrder()
  await ping()
  await shop.hear('mailbox', 'failure')
  await pass(600, { pings: false, isServed: false })
  expect(await shop.events()).toMatchObject([{ event: 'source.silent', source: 'mailbox' }])
  await openOrder()
  await pass(240, { pings: false })
  expect(await named()).toHaveLength(1)
  await pass(15, { pings: false })
  expect((await shop.events())[1]).toMatchObject({ event: 'source.silent', source: 'phone', reason: 'pings' })
})

test("a phone is judged by the clock of the processes that receive its messages, even if the worker's clock is ahead", async () => {
  await shop.restart({ aheadMs: 5 * 60_000 })
  await openOrder()
  await pass(240, { pings: true })
  expect(await named()).toEqual([])
  await pass(255, { pings: false })
  expect(await named()).toEqual(['source.silent'])
})

test(`an unstable source causes at most ${MAILS_A_DAY_MAX} e-mails and notices a day, and every event`, async () => {
  await addNoticeTarget(ledger.db, merchantId)
  for (let round = 0; round < MAILS_A_DAY_MAX + 2; round += 1) {
    await openOrder()
    await ping()
    await pass(30, { pings: false })
    await ping()
    await pass(270, { pings: false })
    await openOrder()
    await pass(45, { pings: false })
  }
  await ping()
  await shop.run()
  const notices = (await noticesOf(ledger.db, merchantId)).map(({ event }) => String(event))
  const count = (all: string[], name: string) => all.filter((each) => each === name).length
  const sent = (await mails()).map(({ payload }) => payload.event ?? '')
  expect(count(await named(), 'source.silent')).toBe(MAILS_A_DAY_MAX + 2)
  expect(count(await named(), 'source.back')).toBe(MAILS_A_DAY_MAX + 2)
  expect(count(sent, 'source.silent')).toBe(MAILS_A_DAY_MAX)
  expect(count(sent, 'source.back')).toBe(MAILS_A_DAY_MAX)
  expect(notices.toSorted()).toEqual(sent.toSorted())
})

test('the event goes only to JSON receivers that chose it', async () => {
  const endpoint = (id: string, format: string, isWanted: boolean) =>
    ledger.db.run(sql`
      insert into webhook_endpoints (merchant_id, mode, url, format, format_chosen, tells_sources, secret_sealed, created_at)
      values (${id}, 'live', 'https://shop.example/hook', ${format}, true, ${isWanted}, decode('00', 'hex'), ${ledger.clock.now()})`)
  const wanted = merchantId
  const unwanted = await addMerchant(ledger.db, 'live')
  const form = await addMerchant(ledger.db, 'live')
  await endpoint(wanted, 'standard', true)
  await endpoint(unwanted.merchantId, 'standard', false)
  await endpoint(form.merchantId, 'ekqr', true)
  for (const id of [wanted, unwanted.merchantId, form.merchantId]) {
    await ledger.create({ merchantId: id, mode: 'live' }, orderForm())
    await ping(id)
  }
  await pass(240, { pings: false })
  for (const id of [wanted, unwanted.merchantId, form.merchantId])
    await ledger.create({ merchantId: id, mode: 'live' }, orderForm())
  await pass(75, { pings: false })
  const rows = await ledger.db.rows<{ merchant_id: string; has_delivery: boolean }>(sql`
    select merchant_id, has_delivery from webhook_events
    where merchant_id in (${wanted}, ${unwanted.merchantId}, ${form.merchantId}) and event = 'source.silent'`)
  expect(rows).toHaveLength(3)
  expect(rows.filter((row) => row.has_delivery).map((row) => row.merchant_id)).toEqual([wanted])
})

test('the e-mail says which source, since when, and what to do', async () => {
  const sent: { subject: string; text: string; messageId?: string }[] = []
  const at = '2026-11-21T04:02:00.000Z'
  const mail = (event: string, source: string) =>
    mailSourceChange(
      {
        ...ledger,
        ...letterJob(),
        mailer: { send: async (letter) => void sent.push(letter) },
        publicUrl: new URL('https://galla.example'),
      },
      { merchantId, silenceId: 's1', event, source, upiId: 'shop@examplebank', reason: 'pings', at },
    )
  await mail('source.silent', 'phone')
  await mail('source.back', 'provider')
  expect(sent[0]?.subject).toBe('Your phone has stopped reporting payments')
  expect(sent[0]?.text).toContain('shop@examplebank')
  expect(sent[0]?.text).toMatch(/last report was on 21 Nov 2026, 9:32.am/)
  expect(sent[0]?.text).toContain('choose Unrestricted')
  expect(sent[0]?.messageId).toContain('source.silent.s1')
  expect(sent[1]?.subject).toBe('Your payment provider reports payments again')
})
