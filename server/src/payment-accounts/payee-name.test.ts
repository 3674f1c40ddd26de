import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { FORM_TYPE, formOf } from '../../testing/upload-form.ts'
import { connected, newOrder, payPageOf } from './connect-merchant-harness.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const account = async (merchant: ShopMerchant) => (await merchant.post('/user/get-merchant')).json().data
const decide = async (merchant: ShopMerchant, name: string, accept: boolean) => {
  const reply = await merchant.post('/user/suggested-name', { name, accept })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}
const shownOn = async (orderId: string): Promise<string | undefined> =>
  /Your app will show <bdi>(.*?)<\/bdi>/.exec(await payPageOf(shop, orderId))?.[1]

/** A statement is imported whose heading names this holder, with one payment whose narration is a customer's. */
const importStatement = async (merchant: ShopMerchant, holder: string, narration = 'Tea'): Promise<void> => {
  const file = [
    `Account Name,${holder}`,
    'Date,Narration,Debit,Credit',
    `21/11/2026 10:00:00,UPI/CR/632600000001/ASHA RAO/asha@okaxis/${narration},,10.00`,
    '',
  ].join('\r\n')
  shop.clock.advance({ seconds: 6 })
  const payload = formOf({}, [{ name: 'statement.csv', content: Buffer.from(file), field: 'file' }])
  const sent = await shop.call({
    method: 'POST',
    url: '/api/v1/user/statements',
    payload,
    headers: { cookie: merchant.cookie, origin: 'http://localhost:3000', 'content-type': FORM_TYPE },
  })
  expect(sent.statusCode, sent.body).toBe(200)
  const confirmed = await merchant.post(`/user/statements/${sent.json().data.id}/confirm`)
  expect(confirmed.statusCode, confirmed.body).toBe(200)
}

test('the payment page shows the payee name, cleaned and escaped, and the link keeps the merchant name', async () => {
  const merchant = await shop.merchant()
  const data = await connected(merchant, { registeredName: ' RAVI\u202e  <b>KUMAR</b>\u0007 ' })
  expect(data.registeredName).toBe('RAVI <b>KUMAR</b>')
  const orderId = await newOrder(merchant)
  expect(await shownOn(orderId)).toBe('RAVI &lt;b&gt;KUMAR&lt;/b&gt;')
  expect(await payPageOf(shop, orderId)).toContain('pn=Sharma%20Tea%20House')
})

test('the payment page shows no payee name if it is unknown or similar to the merchant name', async () => {
  const merchant = await shop.merchant()
  await connected(merchant)
  expect(await shownOn(await newOrder(merchant))).toBeUndefined()
  await connected(merchant, { registeredName: 'M/S. SHARMA TEA HOUSE' })
  expect(await shownOn(await newOrder(merchant))).toBeUndefined()
})

test('an omitted payee name is kept, an empty one is removed, and another UPI ID starts without one', async () => {
  const merchant = await shop.merchant()
  await connected(merchant, { registeredName: 'RAVI KUMAR' })
  const orderId = await newOrder(merchant)
  expect((await connected(merchant)).registeredName).toBe('RAVI KUMAR')
  expect((await connected(merchant, { merchantUpiId: 'second@ybl' })).registeredName).toBe('')
  expect(await shownOn(orderId)).toBe('RAVI KUMAR')
  expect((await connected(merchant)).registeredName).toBe('RAVI KUMAR')
  expect((await connected(merchant, { registeredName: '' })).registeredName).toBe('')
  const long = await merchant.post('/user/connect-merchant', { registeredName: 'R'.repeat(101) })
  expect(long.json().errors).toContainEqual({
    field: 'registeredName',
    msg: 'Please use at most 100 characters',
  })
})

test('a statement suggests the name of its holder, and is shown only when the merchant accepts it', async () => {
  const merchant = await shop.merchant()
  await connected(merchant)
  const orderId = await newOrder(merchant)
  await importStatement(merchant, 'MR RAVI KUMAR')
  expect((await account(merchant)).suggestedName).toEqual({ name: 'MR RAVI KUMAR', source: 'statement' })
  expect(await shownOn(orderId)).toBeUndefined()

  expect(await decide(merchant, 'SOMEONE ELSE', true)).toMatchObject({ registeredName: '' })
  const both = await Promise.all([
    decide(merchant, 'MR RAVI KUMAR', true),
    decide(merchant, 'MR RAVI KUMAR', true),
  ])
  for (const data of both)
    expect(data).toMatchObject({ registeredName: 'MR RAVI KUMAR', suggestedName: null })
  expect(await shownOn(orderId)).toBe('MR RAVI KUMAR')
  const events = (await merchant.get('/user/security-events')).json().data as {
    kind: string
    subject: string
  }[]
  expect(events.filter(({ kind }) => kind === 'payee_name_changed').map(({ subject }) => subject)).toEqual([
    'MR RAVI KUMAR',
  ])
})

test('a dismissed name is not suggested again, but another name is', async () => {
  const merchant = await shop.merchant()
  await connected(merchant)
  await importStatement(merchant, 'MR RAVI KUMAR')
  expect(await decide(merchant, 'MR RAVI KUMAR', false)).toMatchObject({
    registeredName: '',
    suggestedName: null,
  })
  await importStatement(merchant, 'MR RAVI KUMAR')
  expect((await account(merchant)).suggestedName).toBeNull()
  await importStatement(merchant, 'RAVI AND SONS')
  expect((await account(merchant)).suggestedName).toEqual({ name: 'RAVI AND SONS', source: 'statement' })
})

test('a name that a customer wrote or that is already shown is never suggested', async () => {
  const merchant = await shop.merchant()
  await connected(merchant, { registeredName: 'Ravi Kumar' })
  await importStatement(merchant, 'MR. RAVI KUMAR', 'Account Name : EVIL TWIN')
  expect(await account(merchant)).toMatchObject({ registeredName: 'Ravi Kumar', suggestedName: null })
})

test('a decision about the payee name requires a session and a connected account', async () => {
  const merchant = await shop.merchant()
  const body = { name: 'RAVI KUMAR', accept: true }
  expect((await merchant.post('/user/suggested-name', body)).json().code).toBe('no_account')
  const stranger = await shop.call({ method: 'POST', url: '/api/v1/user/suggested-name', payload: body })
  expect(stranger.statusCode).toBe(401)
})
