import {
  confirmIdentity as confirmIdentityCall,
  endSession as endSessionCall,
  listSessions as listSessionsCall,
  logOutOthers as logOutOthersCall,
  totpConfirm,
  totpDisable,
  totpSetup,
  totpState,
} from '@galla/contract/auth/login-security'
import * as passkeys from '@galla/contract/auth/passkeys'
import { listSecurityEvents as listSecurityEventsCall } from '@galla/contract/auth/security-events'
import type { FastifyInstance } from 'fastify'
import { inOwnAccount } from '../merchants/caller.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from './passkeys/manage-passkeys.ts'
import type { PasskeyDeps } from './passkeys/verify-passkey.ts'
import { listSecurityEvents } from './security-events/record-security-event.ts'
import { endSession, listSessions, logOutOthers } from './sessions/list-sessions.ts'
import type { EndCountersDeps } from './team/manage-members.ts'
import { confirmIdentity } from './two-factor/confirm-identity.ts'
import {
  confirmTwoFactor,
  disableTwoFactor,
  setUpTwoFactor,
  type TwoFactorDeps,
  twoFactorState,
} from './two-factor/two-factor.ts'

export const loginSecurityRoutes = (
  app: FastifyInstance,
  deps: TwoFactorDeps & EndCountersDeps & PasskeyDeps,
): void => {
  bind(app, listSessionsCall, async ({ caller }) => ({
    data: await listSessions(deps, inOwnAccount(caller)),
  }))

  bind(app, logOutOthersCall, async ({ caller }) => ({
    msg: 'Logged out everywhere else',
    data: await logOutOthers(deps, inOwnAccount(caller)),
  }))

  bind(app, endSessionCall, async ({ caller, params }) => {
    await endSession(deps, inOwnAccount(caller), params.sessionId)
    return { msg: 'Device logged out' }
  })

  bind(app, confirmIdentityCall, async ({ caller, body }) => ({
    msg: 'Confirmed',
    data: { confirmedUntil: (await confirmIdentity(deps, inOwnAccount(caller), body)).toISOString() },
  }))

  bind(app, listSecurityEventsCall, async ({ caller }) => ({
    data: await listSecurityEvents(deps, inOwnAccount(caller)),
  }))

  bind(app, passkeys.listPasskeys, async ({ caller }) => ({
    data: await listPasskeys(deps, inOwnAccount(caller)),
  }))

  bind(app, passkeys.beginPasskey, async ({ caller }) => ({
    data: await beginPasskey(deps, inOwnAccount(caller)),
  }))

  bind(app, passkeys.addPasskey, async ({ caller, body }) => {
    await addPasskey(deps, inOwnAccount(caller), body)
    return { msg: 'Passkey added', data: await listPasskeys(deps, inOwnAccount(caller)) }
  })

  bind(app, passkeys.removePasskey, async ({ caller, params }) => {
    await removePasskey(deps, inOwnAccount(caller), params.passkeyId)
    return { msg: 'Passkey removed', data: await listPasskeys(deps, inOwnAccount(caller)) }
  })

  bind(app, totpState, async ({ caller }) => ({ data: await twoFactorState(deps, inOwnAccount(caller)) }))

  bind(app, totpSetup, async ({ body, caller }) => ({
    data: await setUpTwoFactor(deps, inOwnAccount(caller), body.password),
  }))

  bind(app, totpConfirm, async ({ body, caller }) => ({
    msg: 'Two-factor login is on',
    data: { recoveryCodes: await confirmTwoFactor(deps, inOwnAccount(caller), body.code) },
  }))

  bind(app, totpDisable, async ({ body, caller }) => {
    await disableTwoFactor(deps, inOwnAccount(caller), body.password, body.code ?? '')
    return { msg: 'Two-factor login is off' }
  })
}
