import {
  addressProof,
  checkAddress as checkAddressCall,
  setUpOperator,
  setupState,
  testMail as testMailCall,
} from '@galla/contract/operator/operator-setup'
import type { FastifyInstance } from 'fastify'
import { findMerchant, findPlatformMerchant } from '../../merchants/find-merchant.ts'
import { countRequest } from '../../merchants/limit-attempts.ts'
import { bind } from '../../platform/http/endpoint-binding.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Settings } from '../../platform/settings.ts'
import { arrivalOf, findAddressProblem, proofOf } from './check-public-url.ts'
import { createFirstOperator, type FirstOperatorDeps } from './create-first-operator.ts'
import { sendTestMail, type TestMailDeps } from './send-test-mail.ts'

export interface SetupRouteDeps extends FirstOperatorDeps, TestMailDeps {
  readonly settings: Pick<Settings, 'smtpUrl' | 'refuseCommonPasswords'>
}

/** The setup page, and the checks that an operator makes after it. */
export const setupRoutes = (app: FastifyInstance, deps: SetupRouteDeps): void => {
  const { secrets, settings, publicUrl } = deps

  bind(app, setUpOperator, { sameOrigin: true }, async ({ body, request }) => {
    await createFirstOperator(deps, body, { address: request.ip })
    return { msg: 'The operator was created' }
  })

  bind(app, setupState, async () => {
    if ((await findPlatformMerchant(deps)) !== undefined) throw new Refusal('not_found')
    return { msg: 'There is no operator yet' }
  })

  bind(app, addressProof, async ({ params, request }) => ({
    data: { proof: proofOf(secrets, params.nonce, arrivalOf(request.headers, request.ips)) },
  }))

  const countCheck = (merchantId: string) => countRequest(deps, { name: 'setup-check', key: merchantId })

  bind(app, checkAddressCall, async ({ caller }) => {
    await countCheck(caller.merchantId)
    return { data: { address: publicUrl.origin, problem: await findAddressProblem(deps, publicUrl) } }
  })

  bind(app, testMailCall, async ({ caller }) => {
    await countCheck(caller.merchantId)
    const { email } = await findMerchant(deps, caller.merchantId)
    const sentBy = settings.smtpUrl === undefined ? ('files' as const) : ('smtp' as const)
    return { data: { to: email, sentBy, problem: await sendTestMail(deps, email) } }
  })
}
