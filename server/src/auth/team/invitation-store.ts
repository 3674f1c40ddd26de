import type { MemberRole } from '@galla/contract/auth/roles'
import { INVITATIONS_MAX } from '@galla/contract/auth/team'
import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts'

export interface InvitationRow {
  readonly merchantId: string
  readonly invitationId: string
  readonly role: MemberRole
  readonly email: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** The hash is null until its e-mail is written. */
export const insertInvitation = async (
  tx: Transaction,
  { merchantId, invitationId, role, email, createdAt, expiresAt }: InvitationRow,
  invitedBy: string,
  tokenHash: Uint8Array | null,
): Promise<void> => {
  await tx.run(sql`
    insert into invitations (merchant_id, invitation_id, role, email, token_hash, invited_by, created_at, expires_at)
    values (${merchantId}, ${invitationId}, ${role}, ${email}, ${tokenHash}, ${invitedBy}, ${createdAt}, ${expiresAt})`)
}

/** Lists those that can still be used, newest first. */
export const listInvitations = (db: Queryable, merchantId: string, now: Date): Promise<InvitationRow[]> =>
  db.rows(sql`
    select merchant_id as "merchantId", invitation_id as "invitationId", role, email, created_at as "createdAt",
      expires_at as "expiresAt"
    from invitations where merchant_id = ${merchantId} and expires_at > ${now}
    order by invitation_id desc limit ${INVITATIONS_MAX}`)

export const findInvitationByToken = (
  db: Queryable,
  tokenHash: Uint8Array,
  now: Date,
): Promise<InvitationRow | undefined> =>
  db.maybeOne(sql`
    select merchant_id as "merchantId", invitation_id as "invitationId", role, email, created_at as "createdAt",
      expires_at as "expiresAt"
    from invitations where token_hash = ${tokenHash} and expires_at > ${now}`)

/** Returns the address to mail; undefined when it was used, cancelled, or has expired. */
export const updateInvitationToken = async (
  db: Queryable,
  { merchantId, invitationId }: Pick<InvitationRow, 'merchantId' | 'invitationId'>,
  tokenHash: Uint8Array,
  now: Date,
): Promise<string | undefined> =>
  db.maybeValue<string>(sql`
    update invitations set token_hash = ${tokenHash}
    where merchant_id = ${merchantId} and invitation_id = ${invitationId} and expires_at > ${now} returning email`)

/** Deletes it; of two at once, the second finds nothing. */
export const consumeInvitation = async (
  tx: Transaction,
  { merchantId, invitationId }: Pick<InvitationRow, 'merchantId' | 'invitationId'>,
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    delete from invitations
    where merchant_id = ${merchantId} and invitation_id = ${invitationId} and expires_at > ${now}`)) === 1

/** Deletes those that a person made, and all of the person's own shop. */
export const deleteInvitations = async (
  tx: Transaction,
  merchantId: string,
  personId: string,
): Promise<void> => {
  await tx.run(sql`
    delete from invitations
    where merchant_id = ${merchantId} and ${personId}::text in (merchant_id, invited_by)`)
}
