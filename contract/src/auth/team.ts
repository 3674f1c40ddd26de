import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_LENGTH } from '../field-lengths.ts'
import { email, instant, requiredText } from '../fields.ts'
import { newPassword } from './merchants.ts'
import { MEMBER_ROLES } from './roles.ts'

/** Of a shop, besides the login that registered it. */
export const MEMBERS_MAX = 50
export const INVITATIONS_MAX = 20
export const INVITATION_DAYS = 7

const role = z.enum(MEMBER_ROLES, { error: 'Choose a role' })

const member = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  joinedAt: instant,
  isYou: z.boolean(),
  /** The login that registered the shop: it stays an owner. */
  isFounder: z.boolean(),
})
export type Member = z.output<typeof member>

const invitation = z.object({
  id: z.string(),
  role,
  /** Empty: it is a link that was copied. */
  email: z.string(),
  createdAt: instant,
  expiresAt: instant,
})
export type Invitation = z.output<typeof invitation>

const ofMember = z.object({ personId: z.string().regex(/^mer_[0-9a-hjkmnp-tv-z]{26}$/) })

export const listTeam = endpoint({
  method: 'GET',
  path: '/user/team',
  auth: 'session',
  summary: 'List who works in the shop, and the open invitations',
  reply: z.object({ data: z.object({ members: z.array(member), invitations: z.array(invitation) }) }),
})

export const inviteMember = endpoint({
  method: 'POST',
  path: '/user/team/invitations',
  auth: 'session',
  needsConfirmation: true,
  summary: `Invite a person with a role, by e-mail or with a link to copy; it works once, for ${INVITATION_DAYS} days`,
  body: z.object({
    role,
    /** Left out: the reply has the link. */
    email: email('Email is required').optional(),
  }),
  reply: z.object({ data: z.object({ url: z.string().nullable() }) }),
  refusals: ['forbidden', 'too_many_members', 'too_many_invitations', 'too_many_requests'],
})

export const cancelInvitation = endpoint({
  method: 'POST',
  path: '/user/team/invitations/:id/cancel',
  auth: 'session',
  summary: 'Cancel an invitation; one that was used or has expired is not found',
  params: z.object({ id: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/) }),
})

export const changeMemberRole = endpoint({
  method: 'POST',
  path: '/user/team/members/:personId/role',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Give a member another role; it holds for their next call',
  params: ofMember,
  body: z.object({ role }),
  refusals: ['forbidden', 'founder_stays'],
})

export const removeMember = endpoint({
  method: 'POST',
  path: '/user/team/members/:personId/remove',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Remove a member and end their sessions in the shop',
  params: ofMember,
  refusals: ['forbidden', 'founder_stays'],
})

export const leaveTeam = endpoint({
  method: 'POST',
  path: '/user/team/leave',
  auth: 'session',
  summary: 'Leave the team of the shop that the session is in; ends your sessions there',
  refusals: ['founder_stays'],
})

export const switchShop = endpoint({
  method: 'POST',
  path: '/auth/shop',
  auth: 'session',
  summary: 'Switch the session to another shop whose team you are in, or back to your own',
  body: z.object({ shopId: ofMember.shape.personId }),
  refusals: ['not_found'],
})

const token = z.string({ error: 'The link is not complete' }).min(1, 'The link is not complete').max(200)

export const readInvitation = endpoint({
  method: 'POST',
  path: '/auth/invitation',
  auth: 'public',
  summary: 'Read what an invitation is for',
  body: z.object({ token }),
  reply: z.object({ data: z.object({ shopName: z.string(), role, expiresAt: instant }) }),
  refusals: ['foreign_origin', 'invitation_used', 'too_many_attempts'],
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/auth/invitation/accept',
  auth: 'session',
  summary: 'Join a team with the login of this session, which switches to its shop',
  body: z.object({ token }),
  refusals: ['invitation_used', 'already_member', 'too_many_members', 'too_many_attempts'],
})

export const joining = z.object({
  name: requiredText('Enter your name', MAX_LENGTH.name),
  email: email('Email is required'),
  password: newPassword('Password is required'),
})

export const joinTeam = endpoint({
  method: 'POST',
  path: '/auth/invitation/join',
  auth: 'public',
  summary: 'Join a team with a new login, which has no shop of its own; then log in',
  body: joining.extend({ token }),
  refusals: [
    ...(['foreign_origin', 'invitation_used', 'email_taken', 'too_many_members'] as const),
    ...(['too_many_attempts', 'too_many_requests'] as const),
  ],
})
