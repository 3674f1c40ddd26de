import type { MemberRole } from '@galla/contract/auth/roles'
import { expect } from 'vitest'
import type { Shop, ShopMerchant } from './shop.ts'

const ORIGIN = 'http://localhost:3000'
export const TEAM_PASSWORD = 'correct horse battery'

let people = 0

/** The token of a new invitation by link. */
export const invite = async (owner: ShopMerchant, role: MemberRole): Promise<string> => {
  const invited = await owner.post('/user/team/invitations', { role })
  expect(invited.statusCode, invited.body).toBe(200)
  return new URL(invited.json().data.url).hash.slice(1)
}

export const join = (shop: Shop, token: string, email: string) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/auth/invitation/join',
    payload: { token, name: 'Meera', email, password: TEAM_PASSWORD },
    headers: { origin: ORIGIN },
  })

/** A person without a shop of their own, who joined the team of this one and is logged in. */
export const memberOf = async (shop: Shop, owner: ShopMerchant, role: MemberRole): Promise<ShopMerchant> => {
  people += 1
  const email = `person-${people}@example.com`
  const joined = await join(shop, await invite(owner, role), email)
  expect(joined.statusCode, joined.body).toBe(200)
  const caller = await shop.logInAgain({ ...owner, email })
  const { id } = (await caller.get('/auth/session')).json().data
  return { ...caller, email, merchantId: id }
}
