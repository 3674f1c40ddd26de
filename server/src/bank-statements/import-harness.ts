import type { StatementColumns, StatementRecord } from '@galla/contract/bank-statements/statements'
import { istWallClock } from '@galla/contract/ist'
import { expect } from 'vitest'
import type { Shop, ShopMerchant } from '../../testing/shop.ts'
import { FORM_TYPE, formOf } from '../../testing/upload-form.ts'
import { sql } from '../platform/database/database.ts'

/** Sends a statement, with the account that it is of where that is another than the connected one. */
export const sendStatement = (
  shop: Shop,
  { cookie }: ShopMerchant,
  content: Buffer | string,
  upiId?: string,
) => {
  // A rest after each upload, so that the limit of uploads is not what is tried.
  shop.clock.advance({ seconds: 6 })
  return shop.call({
    method: 'POST',
    url: '/api/v1/user/statements',
    payload: formOf(upiId === undefined ? {} : { upiId }, [
      { name: 'statement.csv', content: Buffer.from(content), field: 'file' },
    ]),
    headers: { cookie, origin: 'http://localhost:3000', 'content-type': FORM_TYPE },
  })
}

/** Sends a statement and gives its preview. */
export const uploadStatement = async (
  shop: Shop,
  merchant: ShopMerchant,
  content: Buffer | string,
): Promise<StatementRecord> => {
  const reply = await sendStatement(shop, merchant, content)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}

/** A confirmed statement once the app's own worker has imported it. */
export const finishedStatement = async (merchant: ShopMerchant, id: string): Promise<StatementRecord> => {
  const read = async (): Promise<StatementRecord> =>
    (await merchant.get(`/user/statements/${id}`)).json().data
  await expect.poll(async () => (await read()).state, { timeout: 120_000 }).toMatch(/done|failed/)
  return read()
}

/** Sends, confirms and imports a statement. */
export const importStatement = async (
  shop: Shop,
  merchant: ShopMerchant,
  content: Buffer | string,
  columns?: StatementColumns,
): Promise<StatementRecord> => {
  const { id } = await uploadStatement(shop, merchant, content)
  const reply = await merchant.post(`/user/statements/${id}/confirm`, columns && { columns })
  expect(reply.statusCode, reply.body).toBe(200)
  return finishedStatement(merchant, id)
}

export const csv = (...rows: string[]): string => ['Date,Narration,Debit,Credit', ...rows, ''].join('\r\n')

/** A customer's payment as a row of `csv`. */
export const paymentRow = (utr: string, rupees: string, at = '21/11/2026 10:00:00'): string =>
  `${at},UPI/CR/${utr}/ASHA RAO/asha@okaxis/Tea,,${rupees}`

/** The credits of a merchant, with how often each was reported. */
export const creditsOf = (shop: Shop, who: ShopMerchant) =>
  shop.db.rows<{ utr: string | null; paise: bigint; state: string; evidence: number }>(sql`
    select utr, amount_paise as paise, state,
      (select count(*)::int from evidence e where e.merchant_id = c.merchant_id and e.credit_id = c.credit_id) as evidence
    from credits c where merchant_id = ${who.merchantId} order by utr, amount_paise, credit_id`)

/** The shop's time as statements write it: in India, to the second. */
export const istNow = (shop: Shop): string => {
  const wall = istWallClock(shop.clock.now()).toISOString()
  return `${wall.slice(8, 10)}/${wall.slice(5, 7)}/${wall.slice(0, 4)} ${wall.slice(11, 19)}`
}
