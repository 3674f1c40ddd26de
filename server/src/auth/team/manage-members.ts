import { type MemberRole, mayGrant, type SessionRole } from '@galla/contract/auth/roles'
import type { Invitation, Member } from '@galla/contract/auth/team'
import type { SessionCaller } from '../../merchants/caller.ts'
import { lockMerchant } from '../../merchants/merchant-store.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/feature.ts'
import { Refusal } from '../../platform/refusal.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import { deleteSessionsInShop } from '../sessions/session-store.ts'
import { deleteInvitations, listInvitations } from './invitation-store.ts'
import { lockRole } from './lock-role.ts'
import { deleteMember, findMember, listMembers, listShopsOf, updateMemberRole } from './member-store.ts'

export interface EndCountersDeps {
  /**
   * Logs out the devices of the merchant's counters and ends their login links, as part of the transaction; returns of how many counters.
   * Someone who had the account for a moment may have made one.
   */
  readonly endCounterLogins: (tx: Transaction, merchantId: string) => Promise<number>
}

type EndMembershipDeps = Pick<Platform, 'clock' | 'ids'> & EndCountersDeps
export type ManageTeamDeps = Pick<Platform, 'db'> & EndMembershipDeps

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

/** Of two owners who remove each other one is too late: their own role is read again. */
const lockTeam = async (
  tx: Transaction,
  { clock }: Pick<ManageTeamDeps, 'clock'>,
  caller: SessionCaller,
  memberId: string,
): Promise<{ readonly role: MemberRole; readonly email: string; readonly mine: SessionRole }> => {
  const { merchantId } = caller
  const mine = await lockRole(tx, caller, clock.now())
  if (memberId === merchantId) throw new Refusal('founder_stays')
  const member = await findMember(tx, merchantId, memberId)
  if (member === undefined) throw new Refusal('not_found')
  if (!mayGrant(mine, member.role)) throw new Refusal('forbidden')
  return { ...member, mine }
}

/** Who could make a counter's login, add a chat or invite may have kept one, so those end. Returns of how many counters. */
const endRights = async (
  tx: Transaction,
  deps: EndCountersDeps,
  merchantId: string,
  { id, role }: { readonly id: string; readonly role: MemberRole },
): Promise<number> => {
  if (role !== 'owner' && role !== 'admin') return 0
  await deleteInvitations(tx, merchantId, id)
  return deps.endCounterLogins(tx, merchantId)
}

/** The same in each shop of a person whose sessions were just deleted: a stranger may have had one. */
export const endRightsEverywhere = async (
  tx: Transaction,
  deps: EndCountersDeps,
  personId: string,
): Promise<number> => {
  const shops = [{ id: personId, role: 'owner' as const }, ...(await listShopsOf(tx, personId))]
  let counters = 0
  // In one order, as two people may work in each other's shops.
  for (const { id, role } of shops.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    counters += await endRights(tx, deps, id, { id: personId, role })
  return counters
}

export const changeMemberRole = (
  deps: ManageTeamDeps,
  caller: SessionCaller,
  memberId: string,
  role: MemberRole,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const { merchantId, client } = caller
    const member = await lockTeam(tx, deps, caller, memberId)
    if (!mayGrant(member.mine, role)) throw new Refusal('forbidden')
    if (member.role === role) return
    await updateMemberRole(tx, merchantId, memberId, role)
    await endRights(tx, deps, merchantId, { id: memberId, role: member.role })
    const subject = `${member.email}: ${member.role} → ${role}`
    await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'member_role_changed', subject })
  })

export const removeMember = (deps: ManageTeamDeps, caller: SessionCaller, memberId: string): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const member = await lockTeam(tx, deps, caller, memberId)
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

/** Of an account that is taken back: who had it may have let themselves in as a member, who needs neither its address nor its password. */
export const removeRecentMembers = async (
  tx: Transaction,
  deps: EndMembershipDeps,
  { since, ...owner }: Pick<SessionCaller, 'merchantId' | 'client'> & { readonly since: Date },
): Promise<void> => {
  for (const { personId: id, joinedAt, ...member } of await listMembers(tx, owner.merchantId))
    if (id !== owner.merchantId && joinedAt >= since) await endMembership(tx, deps, owner, { id, ...member })
}

const endMembership = async (
  tx: Transaction,
  deps: EndMembershipDeps,
  { merchantId, client }: Pick<SessionCaller, 'merchantId' | 'client'>,
  { id, role, email }: { readonly id: string; readonly role: MemberRole; readonly email: string },
): Promise<void> => {
  await deleteMember(tx, merchantId, id)
  await deleteSessionsInShop(tx, id, merchantId)
  await endRights(tx, deps, merchantId, { id, role })
  await recordSecurityEvent(tx, deps, {
    merchantId,
    client,
    kind: 'member_removed',
    subject: `${email} (${role})`,
  })
}
