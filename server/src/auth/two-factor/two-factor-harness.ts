import { expect } from 'vitest'
import { type Phone, phoneWith } from '../../../testing/authenticator.ts'
import type { Shop, ShopMerchant } from '../../../testing/shop.ts'

export const PASSWORD = 'correct horse battery'
export const ORIGIN = 'http://localhost:3000'

export const logInFrom = (
  shop: Shop,
  {
    remoteAddress,
    ...payload
  }: { remoteAddress: string; email: string; password: string; code: string | undefined },
) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload,
    headers: { origin: ORIGIN },
    remoteAddress,
  })

export const setUpTwoFactor = async (shop: Shop, merchant: ShopMerchant): Promise<Phone> =>
  phoneWith(shop.clock, (await merchant.post('/auth/totp/setup')).json().data.secret)

export const turnOnTwoFactor = async (
  shop: Shop,
  merchant: ShopMerchant,
): Promise<{ phone: Phone; recoveryCodes: string[] }> => {
  const phone = await setUpTwoFactor(shop, merchant)
  const reply = await merchant.post('/auth/totp/confirm', { code: phone.code() })
  expect(reply.statusCode, reply.body).toBe(200)
  // The code of the setup is used; the next step's is another.
  shop.clock.advance({ seconds: 30 })
  return { phone, recoveryCodes: reply.json().data.recoveryCodes }
}
