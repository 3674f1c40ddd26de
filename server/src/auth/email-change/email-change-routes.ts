import * as calls from '@galla/contract/auth/email-change'
import type { FastifyInstance } from 'fastify'
import { inOwnAccount } from '../../merchants/caller.ts'
import { bind } from '../../platform/http/endpoint-binding.ts'
import { clientOfRequest } from '../sessions/client-of-request.ts'
import { cancelEmailChange, emailChangeOf, resendEmailChange } from './change-email.ts'
import { confirmEmail } from './confirm-email.ts'
import { type RestoreEmailDeps, restoreEmail } from './restore-email.ts'

export const emailChangeRoutes = (app: FastifyInstance, deps: RestoreEmailDeps): void => {
  bind(app, calls.getEmailChange, async ({ caller }) => ({
    data: await emailChangeOf(deps, inOwnAccount(caller)),
  }))

  bind(app, calls.resendEmailChange, async ({ caller }) => {
    await resendEmailChange(deps, inOwnAccount(caller))
    return { msg: 'A new link is on its way' }
  })

  bind(app, calls.cancelEmailChange, async ({ caller }) => {
    await cancelEmailChange(deps, inOwnAccount(caller))
    return { msg: 'Your email address stays as it is' }
  })

  bind(app, calls.confirmEmail, { sameOrigin: true }, async ({ body, request }) => {
    await confirmEmail(deps, body.token, clientOfRequest(request))
    return { msg: 'Your email address was changed' }
  })

  bind(app, calls.restoreEmail, { sameOrigin: true }, async ({ body, request }) => {
    await restoreEmail(deps, body, clientOfRequest(request))
    return { msg: 'Your account is recovered. Please log in.' }
  })
}
