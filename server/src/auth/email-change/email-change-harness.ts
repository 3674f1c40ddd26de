import { expect, vi } from 'vitest'
import { earlier } from '../../../testing/earlier.ts'
import { lettersIn } from '../../../testing/outbox.ts'
import { openShop, type ShopMerchant } from '../../../testing/shop.ts'
import { part, sql } from '../../platform/database/database.ts'

export const PASSWORD = 'correct horse battery'
export const NEW_PASSWORD = 'a stapler of my own'
export const ORIGIN = 'http://localhost:3000'

export type EmailChanges = Awaited<ReturnType<typeof openEmailChanges>>

/** A shop whose merchants change their email, and what they and their mailboxes do. */
export const openEmailChanges = async () => {
  const shop = await openShop()
  let visitors = 0

  const post = (path: string, payload: object, from = `198.51.100.${visitors}`) =>
    shop.call({
      method: 'POST',
      url: `/api/v1${path}`,
      payload,
      headers: { origin: ORIGIN },
      remoteAddress: from,
    })

  const freshEmail = (): string => {
    visitors += 1
    return `fresh-${visitors}@example.com`
  }

  const request = async (merchant: ShopMerchant, email: string) => {
    await lettersTo(email)
    const profile = { name: 'Sharma Tea', mobileNumber: '9876543210', currentPassword: PASSWORD }
    const reply = await merchant.post('/user/update-profile', { ...profile, email })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }

  const lettersTo = async (email: string) => {
    await vi.waitFor(async () => expect(await shop.db.rows(sql`select from jobs`)).toEqual([]), {
      timeout: 20_000,
    })
    // Letters of one moment have no order.
    shop.clock.advance({ ms: 1 })
    return lettersIn(shop.dataDir)
      .filter((letter) => letter.includes(`To: ${email}`))
      .reverse()
  }

  /** The link of the newest letter to an address. */
  const linkTo = async (email: string, page: 'confirm-email' | 'restore-email'): Promise<string> => {
    const [letter] = await lettersTo(email)
    const token = new RegExp(`/${page}\\?token=([\\w-]+)`).exec(letter ?? '')?.[1]
    return token ?? expect.fail(`no link for ${email} in ${letter}`)
  }

  /** Of these rows alone: the app's own clock would do a day's sweeps meanwhile. */
  const hoursPass = async (hours: number): Promise<void> => {
    const past = `${hours} hours`
    await shop.db.run(sql`
      update email_changes set created_at = ${earlier(part`created_at`, past)}, expires_at = ${earlier(part`expires_at`, past)}`)
    await shop.db.run(sql`
      update email_restores set changed_at = ${earlier(part`changed_at`, past)}, expires_at = ${earlier(part`expires_at`, past)}`)
  }

  const confirm = async (token: string) => post('/auth/confirm-email', { token })
  const restore = async (token: string, password = NEW_PASSWORD) =>
    post('/auth/restore-email', { token, password })

  const change = async (merchant: ShopMerchant, email: string): Promise<void> => {
    await request(merchant, email)
    const reply = await confirm(await linkTo(email, 'confirm-email'))
    expect(reply.statusCode, reply.body).toBe(200)
  }

  const emailOf = (merchant: ShopMerchant): Promise<string> =>
    shop.db.value<string>(sql`select email from merchants where merchant_id = ${merchant.merchantId}`)

  const canLogIn = async (email: string, password: string): Promise<boolean> =>
    (await post('/auth/login', { email, password }, `203.0.113.${visitors}`)).statusCode === 200

  const register = (email: string) =>
    post('/auth/register', { name: 'Asha', email, mobileNumber: '9876543210', password: PASSWORD })

  return {
    shop,
    nextVisitor: () => {
      visitors += 1
    },
    post,
    freshEmail,
    request,
    lettersTo,
    linkTo,
    hoursPass,
    confirm,
    restore,
    change,
    emailOf,
    canLogIn,
    register,
  }
}
