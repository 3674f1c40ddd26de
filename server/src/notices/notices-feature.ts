import type { Feature, Platform } from '../platform/feature.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import { createLinkReader } from './link-telegram.ts'
import { deleteOld } from './manage-notices.ts'
import { noticeRoutes } from './notice-routes.ts'
import { createPushSender } from './push-message.ts'
import { mailNotice, NOTICE_MAIL_JOB } from './tell.ts'
import { createTelling } from './telling.ts'

const LINKS_MS = 1_000
const RETENTION_MS = 3_600_000

/** Tells merchants at once, by web push, Telegram and e-mail. */
export const noticesFeature = (platform: Platform): Feature => {
  const deps = { ...platform, pushSender: createPushSender(platform.secrets) }
  return {
    routes: (http) => noticeRoutes(http, deps),
    jobs: {
      [NOTICE_MAIL_JOB]: (payload, job) =>
        mailNotice({ ...deps, publicUrl: deps.settings.publicUrl, job }, payload),
    },
    sweeps: [
      createTelling(deps),
      createSweep(deps, { name: 'notices.links', everyMs: LINKS_MS, work: createLinkReader(deps) }),
      createSweep(deps, {
        name: 'notices.delete_old',
        everyMs: RETENTION_MS,
        work: () => deleteOld(deps),
      }),
    ],
  }
}
