import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PATIENCE_MS } from '../../../testing/database.ts'
import { lettersIn } from '../../../testing/outbox.ts'
import { openShop, type Shop, type ShopMerchant } from '../../../testing/shop.ts'
import { invite, join, memberOf, TEAM_PASSWORD } from '../../../testing/team.ts'
import { sql } from '../../platform/database/database.ts'

let shop: Shop
let owner: ShopMerchant
beforeAll(async () => {
  shop = await openShop({ ROLE: 'web' })
})
beforeAll(async () => {
  owner = await shop.merchant()
})
afterAll(() => shop?.close())

const teamOf = async (caller: ShopMerchant) => (await caller.get('/user/team')).json().data
const idOf = async (caller: ShopMerchant, { email }: { email: string }): Promise<string> =>
  (await teamOf(caller)).members.find((member: { email: string }) => member.email === email)?.id
const codes = (replies: readonly { statusCode: number; json(): { code?: string } }[]) =>
  replies.map((reply) => (reply.statusCode === 200 ? 'done' : reply.json().code)).sort()

describe('an invitation', () => {
  test('tells what it is for, and works once, for one of two people who use it at the same time', async () => {
    const token = await invite(owner, 'accountant')
    const read = await shop.call({ method: 'POST', url: '/api/v1/auth/invitation', payload: { token } })
    expect(read.json().data).toMatchObject({ shopName: 'Sharma Tea', role: 'accountant' })
    const both = await Promise.all([
      join(shop, token, 'one@example.com'),
      join(shop, token, 'two@example.com'),
    ])
    expect(codes(both)).toEqual(['done', 'invitation_used'])
    const members = (await teamOf(owner)).members as { email: string }[]
    expect(members.filter(({ email }) => /^(one|two)@/.test(email))).toHaveLength(1)
    // The login of the one who was too late does not exist either.
    const logins = await shop.db.rows(
      sql`select from merchants where email in ('one@example.com', 'two@example.com')`,
    )
    expect(logins).toHaveLength(1)
  })

  test('joins an existing login, whose session switches to the shop and back', async () => {
    const other = await shop.merchant('Rao Books')
    const token = await invite(owner, 'developer')
    const replies = await Promise.all([1, 2, 3].map(() => other.post('/auth/invitation/accept', { token })))
    expect(codes(replies)).toEqual(['done', 'invitation_used', 'invitation_used'])
    const shopId = owner.merchantId
    expect((await other.get('/auth/session')).json().data).toMatchObject({
      id: other.merchantId,
      email: other.email,
      role: 'developer',
      shop: { id: shopId, name: 'Sharma Tea' },
      shops: [
        { id: other.merchantId, name: 'Rao Books', role: 'owner' },
        { id: shopId, role: 'developer' },
      ],
    })
    expect((await other.post('/user/get-api-details')).json().data.apiKey).toBe(owner.key)
    const again = await shop.logInAgain(other)
    expect((await again.get('/auth/session')).json().data.shop.id).toBe(shopId)
    expect((await other.post('/auth/shop', { shopId: other.merchantId })).statusCode).toBe(200)
    const back = (await other.get('/auth/session')).json().data
    expect({ role: back.role, shop: back.shop }).toEqual({ role: 'owner', shop: undefined })
    expect((await other.post('/user/get-api-details')).json().data.apiKey).toBe(other.key)
    const stranger = await shop.merchant()
    expect((await other.post('/auth/shop', { shopId: stranger.merchantId })).json().code).toBe('not_found')
    const second = await invite(owner, 'admin')
    expect((await other.post('/auth/invitation/accept', { token: second })).json().code).toBe(
      'already_member',
    )
    expect((await owner.post('/auth/invitation/accept', { token: second })).json().code).toBe(
      'already_member',
    )
  })

  test('expires after seven days, and ends when it is cancelled', async () => {
    for (const { id } of (await teamOf(owner)).invitations)
      await owner.post(`/user/team/invitations/${id}/cancel`)
    const token = await invite(owner, 'cashier')
    const { invitations } = await teamOf(owner)
    expect((await owner.post(`/user/team/invitations/${invitations[0].id}/cancel`)).statusCode).toBe(200)
    expect((await owner.post(`/user/team/invitations/${invitations[0].id}/cancel`)).json().code).toBe(
      'not_found',
    )
    expect((await join(shop, token, 'late@example.com')).json().code).toBe('invitation_used')
    const week = await invite(owner, 'cashier')
    shop.clock.advance({ hours: 7 * 24, ms: 1 })
    expect((await join(shop, week, 'late@example.com')).json().code).toBe('invitation_used')
    owner = await shop.logInAgain(owner)
  })

  test('needs a confirmation and a role that one may give; an admin makes nobody an admin', async () => {
    const admin = await memberOf(shop, owner, 'admin')
    const inviting = (role: string) => admin.post('/user/team/invitations', { role })
    expect((await inviting('accountant')).statusCode).toBe(200)
    for (const role of ['owner', 'admin']) expect((await inviting(role)).json().code).toBe('forbidden')
    expect((await inviting('king')).json().errors[0].field).toBe('role')
  })

  test('of a login that exists says so, and stays open', async () => {
    const token = await invite(owner, 'cashier')
    const taken = await join(shop, token, owner.email)
    expect(taken.json()).toMatchObject({ code: 'email_taken', errors: [{ field: 'email' }] })
    expect((await join(shop, token, 'fresh@example.com')).statusCode).toBe(200)
  })
})

describe('a member', () => {
  test('who is removed or gets another role has the new rights at the next call', async () => {
    const member = await memberOf(shop, owner, 'accountant')
    const id = await idOf(owner, member)
    expect((await member.get('/user/all-transactions')).statusCode).toBe(200)
    await owner.post(`/user/team/members/${id}/role`, { role: 'cashier' })
    expect((await member.get('/user/all-transactions')).json().code).toBe('forbidden')
    expect((await owner.post(`/user/team/members/${id}/remove`)).statusCode).toBe(200)
    expect((await member.get('/auth/session')).statusCode).toBe(401)
    const guest = await shop.logInAgain(member)
    expect((await guest.get('/auth/session')).json().data.role).toBe('guest')
    expect((await guest.get('/user/counters')).json().code).toBe('forbidden')
    expect((await guest.post('/auth/shop', { shopId: id })).json().code).toBe('not_found')
  })

  test('uses the own password and session, never those of the shop', async () => {
    const member = await memberOf(shop, owner, 'developer')
    const wrong = await member.post('/user/reveal-api-key', { password: 'of the shop' })
    expect(wrong.json().code).toBe('wrong_password')
    expect((await member.post('/user/reveal-api-key', { password: TEAM_PASSWORD })).statusCode).toBe(200)
    expect((await member.get('/auth/sessions')).json().data).toHaveLength(1)
    await member.post('/auth/sessions/logout-others')
    expect((await owner.get('/auth/session')).statusCode).toBe(200)
    const saved = await member.post('/user/update-profile', {
      name: 'Meera Iyer',
      email: member.email,
      mobileNumber: '9876543210',
    })
    expect(saved.json().data).toMatchObject({ name: 'Meera Iyer', shop: { name: 'Sharma Tea' } })
    expect((await owner.get('/auth/session')).json().data.name).toBe('Sharma Tea')
  })
})

test('a shop always has an owner: owners who remove each other at once, and the one that registered it', async () => {
  const [first, second] = [await memberOf(shop, owner, 'owner'), await memberOf(shop, owner, 'owner')]
  const ids = [await idOf(owner, first), await idOf(owner, second)]
  const both = await Promise.all([
    first.post(`/user/team/members/${ids[1]}/remove`),
    second.post(`/user/team/members/${ids[0]}/remove`),
  ])
  expect(codes(both)).toHaveLength(2)
  expect(codes(both)).toContain('done')
  expect(codes(both)).not.toEqual(['done', 'done'])
  const last = await memberOf(shop, owner, 'owner')
  for (const [path, body] of [
    ['remove', {}],
    ['role', { role: 'cashier' }],
  ] as const)
    expect((await last.post(`/user/team/members/${owner.merchantId}/${path}`, body)).json().code).toBe(
      'founder_stays',
    )
  expect((await owner.post('/user/team/leave')).json().code).toBe('founder_stays')
  await expect(
    shop.db.run(sql`
      insert into members (merchant_id, person_id, role, joined_at)
      values (${owner.merchantId}, ${owner.merchantId}, 'cashier', now())`),
  ).rejects.toThrow('members')
})

test('a team has at most 50 members and 20 open invitations, also at the same time', async () => {
  const full = await shop.merchant()
  const sent = await Promise.all(
    Array.from({ length: 24 }, () => full.post('/user/team/invitations', { role: 'cashier' })),
  )
  expect(codes(sent).filter((code) => code === 'done')).toHaveLength(20)
  expect(codes(sent)).toContain('too_many_invitations')
  await shop.db.run(sql`
    insert into members (merchant_id, person_id, role, joined_at)
    select ${full.merchantId}, merchant_id, 'cashier', now() from merchants
    where merchant_id <> ${full.merchantId} limit 1`)
  await shop.db.run(sql`
    insert into merchants (merchant_id, role, name, email, mobile_number, password_hash, created_at)
    select 'mer_' || lpad(n::text, 26, '0'), 'guest', 'x', 'x' || n || '@example.com', '', '$argon2id$', now()
    from generate_series(1, 48) n`)
  await shop.db.run(sql`
    insert into members (merchant_id, person_id, role, joined_at)
    select ${full.merchantId}, merchant_id, 'cashier', now() from merchants where name = 'x'`)
  const tokens = sent
    .filter(({ statusCode }) => statusCode === 200)
    .map((reply) => new URL(reply.json().data.url).hash.slice(1))
  const joined = await Promise.all(
    tokens.slice(0, 3).map((token, n) => join(shop, token, `crowd-${n}@example.com`)),
  )
  expect(codes(joined)).toEqual(['done', 'too_many_members', 'too_many_members'])
})

test('an invitation by e-mail goes to its address, and the reply has no link', async () => {
  const mailing = await openShop()
  try {
    const merchant = await mailing.merchant()
    const sent = await merchant.post('/user/team/invitations', { role: 'admin', email: 'Kiran@Example.com' })
    expect(sent.json()).toMatchObject({ msg: 'The invitation is on its way', data: { url: null } })
    const findLetter = () => lettersIn(mailing.dataDir).find((letter) => letter.includes('kiran@example.com'))
    await vi.waitFor(() => expect(findLetter()).toBeDefined(), PATIENCE_MS)
    const text = findLetter() ?? ''
    const token = /join#([\w-]+)/.exec(text)?.[1] ?? ''
    expect((await join(mailing, token, 'kiran@example.com')).statusCode).toBe(200)
    const notified = () =>
      lettersIn(mailing.dataDir).some((each) => each.includes('Someone joined your team'))
    await expect.poll(notified).toBe(true)
  } finally {
    await mailing.close()
  }
})

describe('an invitation ends with what its maker may do, who may have kept the link', () => {
  const use = async (token: string, email: string) => (await join(shop, token, email)).json().code ?? 'done'

  test('who is removed or gets another role, and of no one else', async () => {
    const [removed, demoted] = [await memberOf(shop, owner, 'owner'), await memberOf(shop, owner, 'admin')]
    const kept = [await invite(removed, 'owner'), await invite(demoted, 'developer')]
    const other = await invite(owner, 'cashier')
    await owner.post(`/user/team/members/${await idOf(owner, removed)}/remove`)
    await owner.post(`/user/team/members/${await idOf(owner, demoted)}/role`, { role: 'cashier' })
    expect(await use(kept[0] ?? '', 'kept-1@example.com')).toBe('invitation_used')
    expect(await use(kept[1] ?? '', 'kept-2@example.com')).toBe('invitation_used')
    expect(await use(other, 'kept-3@example.com')).toBe('done')
  })

  test('who sets another password or logs out everywhere else, also in the shops of others', async () => {
    const merchant = await shop.merchant()
    const admin = await memberOf(shop, owner, 'admin')
    for (const caller of [merchant, admin]) {
      const token = await invite(caller, 'cashier')
      await caller.post('/auth/sessions/logout-others')
      expect(await use(token, 'thief@example.com')).toBe('invitation_used')
      const second = await invite(caller, 'cashier')
      const changed = await caller.post('/user/update-profile', {
        name: 'Asha',
        email: caller.email,
        mobileNumber: '9876543210',
        currentPassword: TEAM_PASSWORD,
        newPassword: 'a stapler of my own',
        confirmPassword: 'a stapler of my own',
      })
      expect(changed.statusCode, changed.body).toBe(200)
      expect(await use(second, 'thief@example.com')).toBe('invitation_used')
    }
  })

  test('also where the invitation or the role is on its way while its maker is removed', async () => {
    for (let round = 0; round < 4; round += 1) {
      const leaving = await memberOf(shop, owner, 'owner')
      const cashier = await memberOf(shop, owner, 'cashier')
      const [id, cashierId] = [await idOf(owner, leaving), await idOf(owner, cashier)]
      const [invited] = await Promise.all([
        leaving.post('/user/team/invitations', { role: 'owner' }),
        leaving.post(`/user/team/members/${cashierId}/role`, { role: 'owner' }),
        owner.post(`/user/team/members/${id}/role`, { role: 'admin' }),
      ])
      await leaving.post(`/user/team/members/${cashierId}/role`, { role: 'owner' })
      if (invited.statusCode === 200) {
        const token = new URL(invited.json().data.url).hash.slice(1)
        expect(await use(token, `race-${round}@example.com`)).toBe('invitation_used')
      }
      await owner.post(`/user/team/members/${cashierId}/remove`)
    }
  })
})
