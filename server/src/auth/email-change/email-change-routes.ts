import * as calls from '@galla/contract/merchants/email-change'
import type { FastifyInstance } from 'fastify'
import type { KeyCaller, SessionCaller } from '../../merchants/caller.ts'
import { type Authenticate, bind } from '../../platform/http/endpoint-binding.ts'
import { clientOfRequest } from '../sessions/client-of-request.ts'
import { cancelEmailChange, emailChangeOf, resendEmailChange } from './change-email.ts'
import { confirmEmail } from './confirm-email.ts'
import { type RestoreEmailDeps, restoreEmail } from './restore-email.ts'

export interface EmailChangeRouteDeps extends RestoreEmailDeps {
  readonly authenticate: Authenticate<SessionCaller, KeyCaller>
}

export const emailChangeRoutes = (app: FastifyInstance, deps: EmailChangeRouteDeps): void => {
  const { authenticate } = deps

  bind(app, calls.getEmailChange, { authenticate }, async ({ caller }) => ({
    data: await emailChangeOf(deps, caller),
  }))

  bind(app, calls.resendEmailChange, { authenticate }, async ({ caller }) => {
    await resendEmailChange(deps, caller)
    return { msg: 'A new link is on its way' }
  })

  bind(app, calls.cancelEmailChange, { authenticate }, async ({ caller }) => {
    await cancelEmailChange(deps, caller)
    return { msg: 'Your email address stays as it is' }
  })

  bind(app, calls.confirmEmail, { authenticate, sameOrigin: true }, async ({ body, request }) => {
    await confirmEmail(deps, body.token, clientOfRequest(request))
    return { msg: 'Your email address was changed' }
  })

  bind(app, calls.restoreEmail, { authenticate, sameOrigin: true }, async ({ body, request }) => {
    await restoreEmail(deps, body, clientOfRequest(request))
    return { msg: 'Your account is yours again. Please log in.' }
  })
}
