import * as calls from '@galla/contract/notices/notices'
import type { FastifyInstance } from 'fastify'
import type { Feature, Platform } from '../platform/feature.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import { mailNotice } from './email-notice.ts'
import { closeLink, createLinkReader, openLink } from './link-telegram.ts'
import {
  choose,
  countPress,
  deleteOld,
  type ManageNoticesDeps,
  removeTarget,
  saveBrowser,
  sendTest,
  showNotices,
} from './manage-notices.ts'
import { createPushSender } from './push-message.ts'
import { NOTICE_MAIL_JOB } from './tell.ts'
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

const noticeRoutes = (app: FastifyInstance, deps: ManageNoticesDeps): void => {
  bind(app, calls.readNotices, async ({ caller }) => ({ data: await showNotices(deps, caller.merchantId) }))
  bind(app, calls.chooseNotice, async ({ caller: { merchantId }, body }) => {
    await choose(deps, merchantId, body)
    return { msg: 'Saved', data: await showNotices(deps, merchantId) }
  })
  bind(app, calls.addBrowser, async ({ caller, body: { language, ...subscription }, request }) => {
    const userAgent = request.headers['user-agent'] ?? ''
    const targetId = await saveBrowser(deps, caller, subscription, language, userAgent)
    return {
      msg: 'This browser is notified',
      data: { ...(await showNotices(deps, caller.merchantId)), targetId },
    }
  })
  bind(app, calls.removeNoticeTarget, async ({ caller: { merchantId }, params }) => {
    await removeTarget(deps, merchantId, params.id)
    return { msg: 'Removed', data: await showNotices(deps, merchantId) }
  })
  bind(app, calls.openTelegramLink, async ({ caller, body }) => {
    await countPress(deps, caller.merchantId)
    return { data: await openLink(deps, caller, body.language) }
  })
  bind(app, calls.closeTelegramLink, async ({ caller }) => {
    await closeLink(deps, caller.merchantId)
    return {}
  })
  bind(app, calls.sendTestNotice, async ({ caller }) => {
    await sendTest(deps, caller.merchantId)
    return { msg: 'Test sent' }
  })
}
