import type {
  acceptInvitation as acceptCall,
  joinTeam as joinCall,
  readInvitation as readCall,
} from '@galla/contract/auth/team'
import { MEMBERS_MAX } from '@galla/contract/auth/team'
import type { BodyOf, ReplyOf } from '@galla/contract/endpoint'
import { z } from 'zod'
import type { Client, SessionCaller } from '../../merchants/caller.ts'
import { emailMerchant, type MailDeps } from '../../merchants/email-merchant.ts'
import { findMerchant } from '../../merchants/find-merchant.ts'
import {
  addressKey,
  assertAttemptsLeft,
  countFailure,
  countRequest,
  type LimitDeps,
} from '../../merchants/limit-attempts.ts'
import { comparableEmail, merchantIdFrom } from '../../merchants/merchant.ts'
import { insertMerchant, lockMerchant } from '../../merchants/merchant-store.ts'
import { sha256 } from '../../platform/crypto/crypto.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/feature.ts'
import { addJob } from '../../platform/jobs/job-queue.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import { isEmailReserved } from '../email-change/email-restore-store.ts'
import { assertStrongPassword } from '../password/assert-strong-password.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import { consumeInvitation, findInvitationByToken, type InvitationRow } from './invitation-store.ts'
import { countMembers, insertMember } from './member-store.ts'
import { openShop } from './switch-shop.ts'

export const JOINED_JOB = 'team.joined'

const joined = z.object({ merchantId: z.string(), email: z.string() })
type Joined = z.output<typeof joined>

export type AcceptDeps = LimitDeps & Pick<Platform, 'ids' | 'passwords' | 'settings'>

const findInvitation = async (
  deps: LimitDeps,
  token: string,
  { address }: Client,
): Promise<InvitationRow> => {
  const counters = [{ name: 'invitation-token', key: addressKey(address) }] as const
  await assertAttemptsLeft(deps, counters)
  const found = await findInvitationByToken(deps.db, sha256(token), deps.clock.now())
  if (found !== undefined) return found
  await countFailure(deps, counters)
  throw new Refusal('invitation_used')
}

export const readInvitation = async (
  deps: LimitDeps,
  { token }: BodyOf<typeof readCall>,
  client: Client,
): Promise<ReplyOf<typeof readCall>['data']> => {
  const { merchantId, role, expiresAt } = await findInvitation(deps, token, client)
  return { shopName: (await findMerchant(deps, merchantId)).name, role, expiresAt: expiresAt.toISOString() }
}

/** Uses the invitation up for this person. Locking the shop keeps two at once from exceeding the number of members. */
const addMember = async (
  tx: Transaction,
  deps: AcceptDeps,
  invitation: InvitationRow,
  { personId, email, client }: { readonly personId: string; readonly email: string; readonly client: Client },
): Promise<void> => {
  const { merchantId, role } = invitation
  const now = deps.clock.now()
  await lockMerchant(tx, merchantId)
  if (!(await consumeInvitation(tx, invitation, now))) throw new Refusal('invitation_used')
  if ((await countMembers(tx, merchantId)) >= MEMBERS_MAX) throw new Refusal('too_many_members')
  if (!(await insertMember(tx, merchantId, personId, role, now))) throw new Refusal('already_member')
  await recordSecurityEvent(tx, deps, {
    merchantId,
    client: { ...client, by: { personId, role, mode: null } },
    kind: 'member_joined',
    subject: `${email} (${role})`,
  })
  await addJob(tx, JOINED_JOB, { merchantId, email } satisfies Joined)
}

/** Notifies the owner, in case someone else made the invitation. */
export const notifyJoined = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, email } = joined.parse(payload)
  await emailMerchant(deps, merchantId, (t) => ({
    subject: t('Someone joined your team in Galla'),
    paragraphs: [t('{email} joined the team of your shop by an invitation.', { email })],
    action: { label: t('See your team'), path: '/dashboard/team' },
    footnote: t(
      'If nobody should have joined, remove the person and set a new password now. This logs out all devices: {url}',
      { url: new URL('/forgot-password', deps.publicUrl).href },
    ),
  }))
}

/** Joins with the login of the session, which switches to the shop. */
export const acceptInvitation = async (
  deps: AcceptDeps,
  caller: SessionCaller,
  { token }: BodyOf<typeof acceptCall>,
): Promise<void> => {
  const { personId, client } = caller
  const invitation = await findInvitation(deps, token, client)
  if (invitation.merchantId === personId) throw new Refusal('already_member')
  const { email } = await findMerchant(deps, personId)
  await deps.db.transaction(async (tx) => {
    await addMember(tx, deps, invitation, { personId, email, client })
    await openShop(tx, deps, caller, invitation.merchantId)
  })
}

/** Joins with a new login, which has no shop of its own: a guest. */
export const joinTeam = async (
  deps: AcceptDeps,
  { token, name, email: typed, password }: BodyOf<typeof joinCall>,
  client: Client,
): Promise<void> => {
  const { db, clock, ids, passwords, settings } = deps
  const invitation = await findInvitation(deps, token, client)
  const email = comparableEmail(typed)
  if (email === undefined) throw invalidField('email', 'Please enter a valid email address')
  const address = addressKey(client.address)
  if (settings.production) await countRequest(deps, { name: 'registration', key: address })
  assertStrongPassword(deps, 'password', password, { role: 'guest', email, name })
  const passwordHash = await passwords.hashPassword(password, address)
  const createdAt = clock.now()
  const merchantId = merchantIdFrom(ids.ulid(createdAt))
  // The language of the shop, until they choose one.
  const { language } = await findMerchant(deps, invitation.merchantId)
  const known = { name, email, mobileNumber: '', language, passwordHash, createdAt }
  const person = { ...known, merchantId, isPlatform: false }
  await db.transaction(async (tx) => {
    const isNew =
      (await insertMerchant(tx, { ...person, role: 'guest', isMetered: true })) &&
      !(await isEmailReserved(tx, email, merchantId, createdAt))
    if (!isNew)
      throw new Refusal('email_taken', {
        errors: [{ field: 'email', msg: 'An account with this email already exists' }],
      })
    await addMember(tx, deps, invitation, { personId: merchantId, email, client })
  })
}
