import { type MemberRole, mayGrant } from '@galla/contract/auth/roles'
import type { Invitation, Member } from '@galla/contract/auth/team'
import type { SessionCaller } from '../../merchants/caller.ts'
import { lockMerchant } from '../../merchants/merchant-store.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/feature.ts'
import { Refusal } from '../../platform/refusal.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import type { EndCountersDeps } from '../sessions/list-sessions.ts'
import { deleteSessionsInShop } from '../sessions/session-store.ts'
import { listInvitations } from './invitation-store.ts'
import { deleteMember, findMember, listMembers, updateMemberRole } from './member-store.ts'

export type ManageTeamDeps = Pick<Platform, 'db' | 'clock' | 'ids'> & EndCountersDeps

export const listTeam = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { merchantId, personId }: SessionCaller,
): Promise<{ members: Member[]; invitations: Invitation[] }> => {
  const [members, invitations] = await Promise.all([
    listMembers(db, merchantId),
    listInvitations(db, merchantId, clock.now()),
  ])
  return {
    members: members.map(({ personId: id, joinedAt, ...member }) => ({
      id,
      ...member,
      joinedAt: joinedAt.toISOString(),
      isYou: id === personId,
      isFounder: id === merchantId,
    })),
    invitations: invitations.map(({ invitationId, role, email, createdAt, expiresAt }) => ({
      id: invitationId,
      role,
      email,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  }
}

/** Locks the shop, so that of two owners who remove each other one is too late: their own role is read again. */
const lockTeam = async (
  tx: Transaction,
  { merchantId, personId, role }: SessionCaller,
  memberId: string,
): Promise<{ readonly role: MemberRole; readonly email: string }> => {
  await lockMerchant(tx, merchantId)
  const mine = merchantId === personId ? role : (await findMember(tx, merchantId, personId))?.role
  if (memberId === merchantId) throw new Refusal('founder_stays')
  const member = await findMember(tx, merchantId, memberId)
  if (member === undefined) throw new Refusal('not_found')
  if (mine === undefined || !mayGrant(mine, member.role)) throw new Refusal('forbidden')
  return member
}

/** Who could make a counter's login or add a chat may have kept one, so those end. */
const endRights = async (tx: Transaction, deps: ManageTeamDeps, merchantId: string, before: MemberRole) => {
  if (before === 'owner' || before === 'admin') await deps.endCounterLogins(tx, merchantId)
}

export const changeMemberRole = (
  deps: ManageTeamDeps,
  caller: SessionCaller,
  memberId: string,
  role: MemberRole,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const { merchantId, client } = caller
    const member = await lockTeam(tx, caller, memberId)
    if (!mayGrant(caller.role, role)) throw new Refusal('forbidden')
    if (member.role === role) return
    await updateMemberRole(tx, merchantId, memberId, role)
    await endRights(tx, deps, merchantId, member.role)
    const subject = `${member.email}: ${member.role} to ${role}`
    await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'member_role_changed', subject })
  })

export const removeMember = (deps: ManageTeamDeps, caller: SessionCaller, memberId: string): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const member = await lockTeam(tx, caller, memberId)
    await endMembership(tx, deps, caller, { id: memberId, ...member })
  })

/** One's own membership; with the last one, a guest keeps a login without a shop. */
export const leaveTeam = (deps: ManageTeamDeps, caller: SessionCaller): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const { merchantId, personId } = caller
    await lockMerchant(tx, merchantId)
    const member = await findMember(tx, merchantId, personId)
    if (member === undefined) throw new Refusal('founder_stays')
    await endMembership(tx, deps, caller, { id: personId, ...member })
  })

const endMembership = async (
  tx: Transaction,
  deps: ManageTeamDeps,
  { merchantId, client }: SessionCaller,
  { id, role, email }: { readonly id: string; readonly role: MemberRole; readonly email: string },
): Promise<void> => {
  await deleteMember(tx, merchantId, id)
  await deleteSessionsInShop(tx, id, merchantId)
  await endRights(tx, deps, merchantId, role)
  await recordSecurityEvent(tx, deps, {
    merchantId,
    client,
    kind: 'member_removed',
    subject: `${email} (${role})`,
  })
}
