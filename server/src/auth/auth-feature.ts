import { DIGEST_JOB, mailDigest, mailHeldLetters } from '../merchants/mail-held-letters.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import { deleteExpiredAuth } from './delete-expired-auth.ts'
import { NEW_DEVICE_JOB, notifyNewDevice } from './devices/notify-new-device.ts'
import { emailChangeRoutes } from './email-change/email-change-routes.ts'
import {
  CONFIRM_EMAIL_JOB,
  EMAIL_CHANGED_JOB,
  notifyEmailChanged,
  sendEmailConfirmation,
} from './email-change/send-email-change-emails.ts'
import { loginSecurityRoutes } from './login-security-routes.ts'
import { merchantRoutes } from './merchant-routes.ts'
import { notifyPasskeyChanged, PASSKEY_JOB } from './passkeys/manage-passkeys.ts'
import { RESET_JOB, sendPasswordResetEmail } from './password/forgot-password.ts'
import { notifyPasswordChanged, PASSWORD_CHANGED_JOB } from './password/reset-password.ts'
import type { ActivityDeps } from './security-events/list-activity.ts'
import { JOINED_JOB, notifyJoined } from './team/accept-invitation.ts'
import { INVITATION_JOB, sendInvitation } from './team/invite-member.ts'
import type { EndCountersDeps } from './team/manage-members.ts'
import { teamRoutes } from './team/team-routes.ts'
import { notifyTwoFactorChanged, TWO_FACTOR_JOB } from './two-factor/two-factor.ts'

const SWEEP_MS = 10 * 60_000
const DIGEST_MS = 60_000

/** Login, sessions, password reset, two-factor login and email changes. */
export const authFeature = (deps: Platform & EndCountersDeps & ActivityDeps): Feature => {
  const mails = { ...deps, publicUrl: deps.settings.publicUrl }
  return {
    routes(http) {
      merchantRoutes(http, deps)
      loginSecurityRoutes(http, deps)
      emailChangeRoutes(http, deps)
      teamRoutes(http, deps)
    },
    jobs: {
      [NEW_DEVICE_JOB]: (payload, job) => notifyNewDevice({ ...mails, job }, payload),
      [TWO_FACTOR_JOB]: (payload, job) => notifyTwoFactorChanged({ ...mails, job }, payload),
      [PASSKEY_JOB]: (payload, job) => notifyPasskeyChanged({ ...mails, job }, payload),
      [RESET_JOB]: (payload, job) => sendPasswordResetEmail({ ...mails, job }, payload),
      [CONFIRM_EMAIL_JOB]: (payload, job) => sendEmailConfirmation({ ...mails, job }, payload),
      [EMAIL_CHANGED_JOB]: (payload, job) => notifyEmailChanged({ ...mails, job }, payload),
      [INVITATION_JOB]: (payload, job) => sendInvitation({ ...mails, job }, payload),
      [JOINED_JOB]: (payload, job) => notifyJoined({ ...mails, job }, payload),
      [DIGEST_JOB]: (payload, job) => mailDigest({ ...mails, job }, payload),
      [PASSWORD_CHANGED_JOB]: (payload, job) => notifyPasswordChanged({ ...mails, job }, payload),
    },
    sweeps: [
      createSweep(deps, { name: 'letters.digest', everyMs: DIGEST_MS, work: () => mailHeldLetters(deps) }),
      createSweep(deps, {
        name: 'merchants.delete_expired',
        everyMs: SWEEP_MS,
        work: () => deleteExpiredAuth(deps),
      }),
    ],
  }
}
