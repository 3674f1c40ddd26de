import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { FORM_TYPE, formOf } from '../../testing/upload-form.ts'

const ORIGIN = 'http://localhost:3000'
const FILE =
  'Date,Narration,Debit,Credit\r\n21/11/2026 10:00:00,UPI/CR/632600000001/ASHA/asha@okaxis/Tea,,5.00\r\n'
const FORM = formOf({}, [{ name: 'statement.csv', content: Buffer.from(FILE), field: 'file' }])

let shop: Shop
const sockets: Socket[] = []
beforeAll(async () => {
  shop = await openShop({ ROLE: 'web' })
  await shop.app.http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await shop.close()
})

/** An upload whose last byte never comes. */
const sendSlowly = async ({ cookie }: ShopMerchant): Promise<Socket> => {
  const socket = connect((shop.app.http.server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  const arrived = once(shop.app.http.server, 'request')
  socket.write(
    `POST /api/v1/user/statements HTTP/1.1\r\nhost: localhost\r\norigin: ${ORIGIN}\r\ncookie: ${cookie}\r\n` +
      `content-type: ${FORM_TYPE}\r\ncontent-length: ${FORM.length}\r\n\r\n`,
  )
  socket.write(FORM.subarray(0, -1))
  await arrived
  return socket
}

const upload = ({ cookie }: ShopMerchant) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/user/statements',
    payload: FORM,
    headers: { cookie, origin: ORIGIN, 'content-type': FORM_TYPE },
  })

test('uploads that never finish delay only the merchant who sent them', async () => {
  const [slow, other, owner] = [await shop.merchant(), await shop.merchant(), await shop.merchant()]
  // One is received and two wait; what exceeds them is refused, whichever requests reach the queue last.
  const replies: Promise<unknown[]>[] = []
  for (let n = 0; n < 5; n += 1) replies.push(once(await sendSlowly(slow), 'data'))
  const refused = await Promise.race(replies)
  expect(String(refused[0])).toMatch(/^HTTP\/1.1 503 .*retry-after: 5/is)
  await sendSlowly(other)
  const reply = await upload(owner)
  expect(reply.statusCode, reply.body).toBe(200)
})
