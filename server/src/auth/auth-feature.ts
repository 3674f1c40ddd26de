import type { KeyCaller, SessionCaller } from '../merchants/caller.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import type { Authenticate } from '../platform/http/endpoint-binding.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import { emailChangeRoutes } from './email-change-routes.ts'
import { mailResetLink, RESET_JOB } from './forgot-password.ts'
import { loginSecurityRoutes } from './login-security-routes.ts'
import {
  CONFIRM_EMAIL_JOB,
  EMAIL_CHANGED_JOB,
  mailEmailChanged,
  mailEmailConfirmation,
} from './mail-email-change.ts'
import { merchantRoutes } from './merchant-routes.ts'
import { PASSWORD_CHANGED_JOB, tellPasswordChanged } from './reset-password.ts'
import { sweepMerchants } from './sweep-merchants.ts'
import { NEW_DEVICE_JOB, tellNewDevice } from './tell-new-device.ts'
import { TWO_FACTOR_JOB, tellTwoFactorChanged } from './two-factor.ts'

const SWEEP_MS = 10 * 60_000

/** Login, sessions, password reset, two-factor and the change of an email address. */
export const authFeature = (
  deps: Platform & { readonly authenticate: Authenticate<SessionCaller, KeyCaller> },
): Feature => {
  const mails = { ...deps, publicUrl: deps.settings.publicUrl }
  return {
    routes(http) {
      merchantRoutes(http, deps)
      loginSecurityRoutes(http, deps)
      emailChangeRoutes(http, deps)
    },
    jobs: {
      [NEW_DEVICE_JOB]: (payload) => tellNewDevice(mails, payload),
      [TWO_FACTOR_JOB]: (payload) => tellTwoFactorChanged(mails, payload),
      [RESET_JOB]: (payload) => mailResetLink(mails, payload),
      [CONFIRM_EMAIL_JOB]: (payload) => mailEmailConfirmation(mails, payload),
      [EMAIL_CHANGED_JOB]: (payload) => mailEmailChanged(mails, payload),
      [PASSWORD_CHANGED_JOB]: (payload) => tellPasswordChanged(mails, payload),
    },
    sweeps: [
      createSweep(deps, {
        name: 'merchants.forget_ended',
        everyMs: SWEEP_MS,
        work: () => sweepMerchants(deps),
      }),
    ],
  }
}
