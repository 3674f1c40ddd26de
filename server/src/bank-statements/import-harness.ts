import type { StatementColumns, StatementRecord } from '@galla/contract/reconciliation/statements'
import { expect } from 'vitest'
import type { Shop, ShopMerchant } from '../../testing/shop.ts'

const BOUNDARY = 'x-galla-x'

const formOf = (text: string): string =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="statement.csv"\r\n` +
  `content-type: text/csv\r\n\r\n${text}\r\n--${BOUNDARY}--\r\n`

/** Sends a statement and gives its preview. */
export const uploadStatement = async (
  shop: Shop,
  { cookie }: ShopMerchant,
  text: string,
): Promise<StatementRecord> => {
  // A rest after each upload, so that the limit of uploads is not what is tried.
  shop.clock.advance({ seconds: 6 })
  const reply = await shop.call({
    method: 'POST',
    url: '/api/v1/user/statements',
    payload: Buffer.from(formOf(text)),
    headers: {
      cookie,
      origin: 'http://localhost:3000',
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}

/** Sends, confirms and imports a statement; the import is done by the app's own worker. */
export const importText = async (
  shop: Shop,
  merchant: ShopMerchant,
  text: string,
  columns?: StatementColumns,
): Promise<StatementRecord> => {
  const { id } = await uploadStatement(shop, merchant, text)
  const reply = await merchant.post(`/user/statements/${id}/confirm`, columns && { columns })
  expect(reply.statusCode, reply.body).toBe(200)
  const read = async (): Promise<StatementRecord> =>
    (await merchant.get(`/user/statements/${id}`)).json().data
  await expect.poll(async () => (await read()).state, { timeout: 120_000 }).toMatch(/done|failed/)
  return read()
}

/** The shop's time as statements write it: in India, to the second. */
export const istNow = (shop: Shop): string => {
  const wall = new Date(shop.clock.now().getTime() + 330 * 60_000).toISOString()
  return `${wall.slice(8, 10)}/${wall.slice(5, 7)}/${wall.slice(0, 4)} ${wall.slice(11, 19)}`
}
