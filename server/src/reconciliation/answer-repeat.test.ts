import { DAY_MS } from '@galla/contract/durations'
import { istDayOf } from '@galla/contract/ist'
import type { CreditRow } from '@galla/contract/reconciliation/credits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertPathOf, recordAlertsOf } from '../../testing/merchants-phone.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { FORM_TYPE, formOf } from '../../testing/upload-form.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
})
afterAll(() => shop.close())

const APP = 'com.bharatpe.app'

const receive = async (who: ShopMerchant, ...messages: readonly object[]): Promise<void> => {
  const url = await alertPathOf(who)
  for (const message of messages) {
    const text = 'Received 250.00 Rupees From ASHA RAO.'
    const payload = { packageName: APP, title: 'Payment received', text, ...message }
    const headers = { 'content-type': 'application/json' }
    expect((await shop.call({ method: 'POST', url, payload, headers })).statusCode).toBe(200)
  }
  await recordAlertsOf(shop)
}

const credits = async (who: ShopMerchant, state = 'any'): Promise<CreditRow[]> =>
  (await who.get(`/user/credits?state=${state}&limit=100`)).json().data

/** A merchant whose phone sent two messages that look the same, without its numbers for them. */
const withQuestion = async (...times: readonly [object, object] | []) => {
  const merchant = await shop.merchant()
  await receive(merchant, ...(times.length === 0 ? [{}, {}] : times))
  const [question] = (await credits(merchant)).filter(({ possibleRepeatOf }) => possibleRepeatOf !== null)
  if (question === undefined) throw new Error('nothing is asked')
  const answer = (times: string, who = merchant) => who.post(`/user/credits/${question.id}/repeat`, { times })
  return { merchant, question, answer }
}

const importStatement = async (who: ShopMerchant, ...rows: readonly string[]): Promise<void> => {
  const file = ['Date,Narration,Debit,Credit,Balance', ...rows, ''].join('\r\n')
  const payload = formOf({}, [{ name: 'statement.csv', content: Buffer.from(file), field: 'file' }])
  const headers = { cookie: who.cookie, origin: 'http://localhost:3000', 'content-type': FORM_TYPE }
  const reply = await shop.call({ method: 'POST', url: '/api/v1/user/statements', payload, headers })
  const { id } = reply.json().data
  expect((await who.post(`/user/statements/${id}/confirm`)).statusCode).toBe(200)
  await expect
    .poll(async () => (await who.get(`/user/statements/${id}`)).json().data.state, { timeout: 120_000 })
    .toBe('done')
}

test('a repeat is counted once, however often and by how many the answer "once" is sent', async () => {
  const { merchant, question, answer } = await withQuestion()
  const replies = await Promise.all(Array.from({ length: 10 }, () => answer('once')))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200))
  const [merged, ...others] = (await credits(merchant)).toSorted((a) => (a.id === question.id ? -1 : 1))
  expect(merged).toMatchObject({ state: 'ignored', mergedInto: question.possibleRepeatOf })
  expect(merged?.history.filter(({ action }) => action === 'join')).toHaveLength(1)
  expect(others).toMatchObject([{ id: question.possibleRepeatOf, evidence: [{}, {}] }])
  expect((await answer('twice')).json().code).toBe('credit_decided')
})

test('the answer "twice" makes two payments, and no later report asks again', async () => {
  const { merchant, question, answer } = await withQuestion()
  expect([(await answer('twice')).statusCode, (await answer('twice')).statusCode]).toEqual([200, 200])
  const [row] = (await credits(merchant)).filter(({ id }) => id === question.id)
  expect(row).toMatchObject({ state: 'unmatched', possibleRepeatOf: null, mergedInto: null })
  expect(row?.history.filter(({ action }) => action === 'separate')).toHaveLength(1)
  expect((await answer('once')).json().code).toBe('credit_decided')
})

test('one of two different concurrent answers counts', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { merchant, question, answer } = await withQuestion()
    const replies = await Promise.all([answer('once'), answer('twice')])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const [row] = (await credits(merchant)).filter(({ id }) => id === question.id)
    expect(row?.possibleRepeatOf).toBeNull()
  }
})

test("answerRepeat refuses another merchant's credit and a credit that is no possible repeat", async () => {
  const { question, answer } = await withQuestion()
  expect((await answer('once', await shop.merchant())).statusCode).toBe(404)
  expect((await answer('three times')).statusCode).toBe(400)
  const { merchant } = await withQuestion()
  const [first] = (await credits(merchant)).filter(({ possibleRepeatOf }) => possibleRepeatOf === null)
  const reply = await merchant.post(`/user/credits/${first?.id}/repeat`, { times: 'once' })
  expect([question.possibleRepeatOf, reply.json().code]).toEqual([expect.any(String), 'credit_decided'])
})

test('two messages with different message ids are two payments, and a message that is sent again is none', async () => {
  const merchant = await shop.merchant()
  const numbered = (messageId: string) => ({ deviceId: 'phone-1', messageId })
  await receive(merchant, numbered('a'), numbered('a'), numbered('b'), numbered('a'))
  const rows = await credits(merchant)
  expect(rows.map(({ possibleRepeatOf }) => possibleRepeatOf)).toEqual([null, null])
})

test('a message that two phones of a shop forward is one payment', async () => {
  const merchant = await shop.merchant()
  await receive(merchant, { deviceId: 'phone-1', messageId: 'a' }, { deviceId: 'phone-2', messageId: 'b' })
  expect(await credits(merchant)).toMatchObject([{ possibleRepeatOf: null, evidence: [{}, {}] }])
})

const twoDaysAgo = () => shop.clock.now().getTime() - 2 * DAY_MS
const asked = () => withQuestion({ sentStamp: twoDaysAgo() }, { sentStamp: twoDaysAgo() + 40_000 })
const live = async ({ merchant }: { merchant: ShopMerchant }) =>
  (await credits(merchant)).filter(({ mergedInto, amount }) => mergedInto === null && amount === 250)

type LedgerPayment = readonly [day: number, utr: string, rupees: number]

/** The rows of a ledger: the days are counted from that of the messages. */
const ledgerOf = (...payments: LedgerPayment[]) => {
  let balance = 1_000
  return payments.map(([days, utr, rupees]) => {
    balance += rupees
    const day = istDayOf(new Date(twoDaysAgo() + days * DAY_MS))
      .split('-')
      .reverse()
      .join('/')
    return `${day},UPI/CR/${utr}/ASHA RAO/asha@okaxis/Tea,,${rupees}.00,${balance}.00`
  })
}

test('a statement resolves a possible repeat: two rows are two payments, one row is one', async () => {
  const [twice, once] = [await asked(), await asked()]
  const around = (...rows: LedgerPayment[]) =>
    ledgerOf([-1, '640000000011', 12], ...rows, [1, '640000000012', 13])
  await importStatement(
    twice.merchant,
    ...around([0, '640000000001', 250], [0, '640000000002', 250], [0, '640000000005', 11]),
  )
  await importStatement(once.merchant, ...around([0, '640000000003', 250], [0, '640000000004', 11]))
  expect((await live(twice)).map(({ utr }) => utr).toSorted()).toEqual(['640000000001', '640000000002'])
  expect((await live(once)).map(({ utr }) => utr)).toEqual(['640000000003'])
})

test.each([
  [
    'starts on the day of the messages',
    ledgerOf.bind(null, [0, '640000000021', 250], [1, '640000000022', 13]),
  ],
  [
    'ends on the day of the messages',
    ledgerOf.bind(null, [-1, '640000000023', 12], [0, '640000000024', 250]),
  ],
  [
    'leaves rows out',
    () =>
      ledgerOf(
        ...([
          [-1, '640000000025', 12],
          [0, '640000000026', 250],
        ] as const),
        ...([
          [0, '640000000027', 250],
          [1, '640000000028', 13],
        ] as const),
      ).filter((row) => !row.includes('640000000027')),
  ],
  [
    'has no balance',
    () =>
      ledgerOf([-1, '640000000029', 12], [0, '640000000030', 250], [1, '640000000031', 13]).map((row) =>
        row.replace(/[^,]*$/, ''),
      ),
  ],
])('a statement that %s leaves the decision to a person', async (_how, rows) => {
  const open = await asked()
  await importStatement(open.merchant, ...rows())
  const left = await live(open)
  expect(left).toHaveLength(2)
  expect(left.filter(({ utr }) => utr !== null)).toHaveLength(1)
  expect(left.filter(({ possibleRepeatOf }) => possibleRepeatOf !== null)).toHaveLength(1)
})

test('a statement with a row that could not be recorded leaves the decision to a person', async () => {
  const open = await asked()
  await shop.db.pool.query(`
    create function refuse_one() returns trigger language plpgsql as $$
      begin
        if new.utr = '640000000042' then raise exception 'refused' using errcode = 'check_violation'; end if;
        return new;
      end $$`)
  await shop.db.pool.query(
    'create trigger refuse_one before insert on credits for each row execute function refuse_one()',
  )
  await importStatement(
    open.merchant,
    ...ledgerOf(
      [-1, '640000000041', 12],
      [0, '640000000042', 250],
      [0, '640000000043', 250],
      [1, '640000000044', 13],
    ),
  )
  await shop.db.pool.query('drop trigger refuse_one on credits')
  const left = await live(open)
  expect(left).toHaveLength(2)
  expect(left.filter(({ possibleRepeatOf }) => possibleRepeatOf !== null)).toHaveLength(1)
})
