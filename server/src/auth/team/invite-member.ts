import { type MemberRole, mayGrant } from '@galla/contract/auth/roles'
import { INVITATION_DAYS, INVITATIONS_MAX, MEMBERS_MAX } from '@galla/contract/auth/team'
import { DAY_MS } from '@galla/contract/durations'
import { z } from 'zod'
import type { SessionCaller } from '../../merchants/caller.ts'
import { emailAddress, type MailDeps, mailboxOf } from '../../merchants/email-merchant.ts'
import { findMerchant } from '../../merchants/find-merchant.ts'
import { countRequest, type LimitDeps } from '../../merchants/limit-attempts.ts'
import { comparableEmail } from '../../merchants/merchant.ts'
import { sha256 } from '../../platform/crypto/crypto.ts'
import type { Platform } from '../../platform/feature.ts'
import { addJob } from '../../platform/jobs/job-queue.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import {
  consumeInvitation,
  insertInvitation,
  listInvitations,
  updateInvitationToken,
} from './invitation-store.ts'
import { lockRole } from './lock-role.ts'
import { countMembers } from './member-store.ts'

export const INVITATION_JOB = 'team.invited'

const invited = z.object({ merchantId: z.string(), invitationId: z.string() })
type Invited = z.output<typeof invited>

export type InviteDeps = LimitDeps & Pick<Platform, 'ids' | 'settings'>

const linkOf = (token: string): string => `/join#${token}`

/** Invites a person; returns the link, unless it goes to an e-mail address. */
export const inviteMember = async (
  deps: InviteDeps,
  caller: SessionCaller,
  { role, email: typed }: { readonly role: MemberRole; readonly email?: string | undefined },
): Promise<string | null> => {
  const { merchantId, personId, client } = caller
  if (!mayGrant(caller.role, role)) throw new Refusal('forbidden')
  const { db, clock, ids, settings } = deps
  const email = typed === undefined ? '' : comparableEmail(typed)
  if (email === undefined) throw invalidField('email', 'Please enter a valid email address')
  await countRequest(deps, { name: 'invitation', key: merchantId })
  if (email !== '') await countRequest(deps, { name: 'invitation-to', key: mailboxOf(email) })
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + INVITATION_DAYS * DAY_MS)
  const invitationId = ids.ulid(createdAt)
  const token = email === '' ? ids.token() : null
  await db.transaction(async (tx) => {
    if (!mayGrant(await lockRole(tx, caller, createdAt), role)) throw new Refusal('forbidden')
    if ((await countMembers(tx, merchantId)) >= MEMBERS_MAX) throw new Refusal('too_many_members')
    if ((await listInvitations(tx, merchantId, createdAt)).length >= INVITATIONS_MAX)
      throw new Refusal('too_many_invitations')
    const row = { merchantId, invitationId, role, email, createdAt, expiresAt }
    await insertInvitation(tx, row, personId, token === null ? null : sha256(token))
    if (email !== '') await addJob(tx, INVITATION_JOB, { merchantId, invitationId } satisfies Invited)
    const subject = email === '' ? role : `${email} (${role})`
    await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'member_invited', subject })
  })
  return token === null ? null : new URL(linkOf(token), settings.publicUrl).href
}

export const cancelInvitation = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { merchantId }: SessionCaller,
  invitationId: string,
): Promise<void> => {
  const cancelled = await db.transaction((tx) =>
    consumeInvitation(tx, { merchantId, invitationId }, clock.now()),
  )
  if (!cancelled) throw new Refusal('not_found')
}

/** E-mails the link; no token exists before. The text contains no name, because the mailbox may be a stranger's. */
export const sendInvitation = async (
  deps: MailDeps & Pick<Platform, 'ids'>,
  payload: unknown,
): Promise<void> => {
  const token = deps.ids.token()
  const key = invited.parse(payload)
  const to = await updateInvitationToken(deps.db, key, sha256(token), deps.clock.now())
  if (to === undefined) return
  const { language } = await findMerchant(deps, key.merchantId)
  await emailAddress(deps, to, language, (t) => ({
    subject: t('You are invited to a team in Galla'),
    paragraphs: [
      t(
        'Someone invites you to work in their shop with a login of your own. Open this link to see the shop and to join:',
      ),
    ],
    action: { label: t('See the invitation'), path: linkOf(token) },
    footnote: t(
      'The link works once and expires {days} days after the invitation. If you do not know what this is about, ignore this e-mail.',
      { days: INVITATION_DAYS },
    ),
  }))
}
