import { readPageLook, savePageLook as saveEndpoint } from '@galla/contract/payment-page/page-look'
import type { FastifyInstance } from 'fastify'
import { bind } from '../platform/http/endpoint-binding.ts'
import { formBytesMax, receiveUpload, withUploads } from '../platform/http/receive-upload.ts'
import { Refusal } from '../platform/refusal.ts'
import { LOGO_PATH } from './logo-address.ts'
import { LOOK_FORM_LIMITS, type PageLookDeps, readLogo, readLook, savePageLook } from './save-page-look.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60
const NAME = /^([0-9a-f]{16})\.webp$/
const MERCHANT_ID = /^mer_[0-9a-z]{26}$/

export const pageLookRoutes = (app: FastifyInstance, deps: PageLookDeps): void => {
  bind(app, readPageLook, async ({ caller }) => ({ data: await readLook(deps, caller.merchantId) }))
  withUploads(app, (uploads) =>
    bind(
      uploads,
      saveEndpoint,
      { bodyLimitBytes: formBytesMax(LOOK_FORM_LIMITS) },
      async ({ caller, request }) => ({
        data: await savePageLook(deps, caller.merchantId, (onFile) =>
          receiveUpload(request, LOOK_FORM_LIMITS, onFile),
        ),
      }),
    ),
  )
  app.get(LOGO_PATH, { config: { quiet: true } }, async (request, reply) => {
    const { merchantId, name } = request.params as { merchantId: string; name: string }
    const hash = NAME.exec(name)?.[1]
    const isKnown = hash !== undefined && MERCHANT_ID.test(merchantId)
    const logo = isKnown ? await readLogo(deps, merchantId, hash) : undefined
    if (logo === undefined) throw new Refusal('not_found')
    return reply
      .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
      .type('image/webp')
      .send(logo)
  })
}
