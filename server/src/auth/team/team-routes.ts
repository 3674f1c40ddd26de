import { exportActivity as exportCall, listActivity as listCall } from '@galla/contract/auth/activity'
import * as calls from '@galla/contract/auth/team'
import type { FastifyInstance } from 'fastify'
import { ANSWERED, bind } from '../../platform/http/endpoint-binding.ts'
import { type ActivityDeps, exportActivity, listActivity } from '../security-events/list-activity.ts'
import { clientOfRequest } from '../sessions/client-of-request.ts'
import { type AcceptDeps, acceptInvitation, joinTeam, readInvitation } from './accept-invitation.ts'
import { cancelInvitation, type InviteDeps, inviteMember } from './invite-member.ts'
import { changeMemberRole, leaveTeam, listTeam, type ManageTeamDeps, removeMember } from './manage-members.ts'
import { switchShop } from './switch-shop.ts'

const activityRoutes = (app: FastifyInstance, deps: ActivityDeps): void => {
  bind(app, listCall, ({ caller, query }) => listActivity(deps, caller, query))
  bind(app, exportCall, async ({ caller, query, request, reply }) => {
    reply.type('text/csv; charset=utf-8')
    // A request for the headers alone must not read all the rows.
    if (request.method === 'HEAD') {
      reply.send()
      return ANSWERED
    }
    const { fileName, body } = await exportActivity(deps, caller, query)
    reply.header('content-disposition', `attachment; filename="${fileName}"`).send(body)
    return ANSWERED
  })
}

type TeamDeps = AcceptDeps & InviteDeps & ManageTeamDeps & ActivityDeps

export const teamRoutes = (app: FastifyInstance, deps: TeamDeps): void => {
  activityRoutes(app, deps)
  bind(app, calls.listTeam, async ({ caller }) => ({ data: await listTeam(deps, caller) }))
  bind(app, calls.inviteMember, async ({ caller, body }) => {
    const url = await inviteMember(deps, caller, body)
    return { msg: url === null ? 'The invitation is on its way' : 'Invitation created', data: { url } }
  })
  bind(app, calls.cancelInvitation, async ({ caller, params }) => {
    await cancelInvitation(deps, caller, params.id)
    return { msg: 'Invitation cancelled' }
  })
  bind(app, calls.changeMemberRole, async ({ caller, params, body }) => {
    await changeMemberRole(deps, caller, params.personId, body.role)
    return { msg: 'Role changed' }
  })
  bind(app, calls.removeMember, async ({ caller, params }) => {
    await removeMember(deps, caller, params.personId)
    return { msg: 'Member removed' }
  })
  bind(app, calls.leaveTeam, async ({ caller }) => {
    await leaveTeam(deps, caller)
    return { msg: 'You have left the team' }
  })
  bind(app, calls.switchShop, async ({ caller, body }) => {
    await switchShop(deps, caller, body.shopId)
    return { msg: 'Shop opened' }
  })
  bind(app, calls.readInvitation, { sameOrigin: true }, async ({ body, request }) => ({
    data: await readInvitation(deps, body, clientOfRequest(request)),
  }))
  bind(app, calls.acceptInvitation, async ({ caller, body }) => {
    await acceptInvitation(deps, caller, body)
    return { msg: 'Welcome to the team' }
  })
  bind(app, calls.joinTeam, { sameOrigin: true }, async ({ body, request }) => {
    await joinTeam(deps, body, clientOfRequest(request))
    return { msg: 'Welcome to the team. Please log in.' }
  })
}
