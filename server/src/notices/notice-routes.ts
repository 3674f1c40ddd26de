import * as calls from '@galla/contract/notices/notices'
import type { FastifyInstance } from 'fastify'
import { bind } from '../platform/http/endpoint-binding.ts'
import { closeLink, openLink } from './link-telegram.ts'
import {
  choose,
  countPress,
  type ManageNoticesDeps,
  removeTarget,
  saveBrowser,
  sendTest,
  showNotices,
} from './manage-notices.ts'

export const noticeRoutes = (app: FastifyInstance, deps: ManageNoticesDeps): void => {
  bind(app, calls.readNotices, async ({ caller }) => ({ data: await showNotices(deps, caller.merchantId) }))
  bind(app, calls.chooseNotice, async ({ caller: { merchantId }, body }) => {
    await choose(deps, merchantId, body)
    return { msg: 'Saved', data: await showNotices(deps, merchantId) }
  })
  bind(
    app,
    calls.addBrowser,
    async ({ caller: { merchantId }, body: { language, ...subscription }, request }) => {
      const userAgent = request.headers['user-agent'] ?? ''
      const targetId = await saveBrowser(deps, merchantId, subscription, language, userAgent)
      return { msg: 'This browser is notified', data: { ...(await showNotices(deps, merchantId)), targetId } }
    },
  )
  bind(app, calls.removeNoticeTarget, async ({ caller: { merchantId }, params }) => {
    await removeTarget(deps, merchantId, params.id)
    return { msg: 'Removed', data: await showNotices(deps, merchantId) }
  })
  bind(app, calls.openTelegramLink, async ({ caller: { merchantId }, body }) => {
    await countPress(deps, merchantId)
    return { data: await openLink(deps, merchantId, body.language) }
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
