import {
  addressProof,
  checkAddress as checkAddressCall,
  chooseHosting as chooseHostingCall,
  readHosting as readHostingCall,
  setUpOperator,
  setupState,
  testMail as testMailCall,
} from '@galla/contract/operator/operator-setup'
import type { FastifyInstance } from 'fastify'
import { emailAddress, type MailDeps } from '../../merchants/email-merchant.ts'
import { findMerchant, findPlatformMerchant } from '../../merchants/find-merchant.ts'
import { countRequest } from '../../merchants/limit-attempts.ts'
import type { OwnShop } from '../../merchants/own-shop.ts'
import { bind } from '../../platform/http/endpoint-binding.ts'
import type { Log } from '../../platform/log.ts'
import { mailProblem } from '../../platform/mail/mail-problem.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Settings } from '../../platform/settings.ts'
import { arrivalOf, findAddressProblem, proofOf } from './check-public-url.ts'
import { chooseHosting, readHosting } from './choose-hosting.ts'
import { createFirstOperator, type FirstOperatorDeps } from './create-first-operator.ts'

interface TestMailDeps extends Pick<MailDeps, 'mailer' | 'publicUrl'> {
  readonly log: Log
}

/** Sends a mail at once, past the queue. Returns a sentence that says what to do, or null when the mail server accepted it. */
const sendTestMail = async (deps: TestMailDeps, to: string): Promise<string | null> => {
  try {
    await emailAddress(deps, to, 'en', () => ({
      subject: 'Galla can send e-mail',
      paragraphs: ['This is your test e-mail. Merchants receive their e-mails in the same way.'],
      action: { label: 'Open Galla', path: '/operator/setup' },
      footnote: 'If you did not request it, another operator of this installation did.',
    }))
    return null
  } catch (error) {
    deps.log.warn('test e-mail failed', { error })
    return mailProblem(error)
  }
}

export interface SetupRouteDeps extends FirstOperatorDeps, TestMailDeps {
  readonly settings: Pick<Settings, 'smtpUrl' | 'refuseCommonPasswords'>
  readonly ownShop: OwnShop
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

  bind(app, readHostingCall, async () => ({ data: { hosting: await readHosting(deps) } }))

  bind(app, chooseHostingCall, async ({ body, caller }) => {
    await chooseHosting(deps, caller.merchantId, body.hosting)
    await deps.ownShop.refresh()
    return { data: body }
  })

  bind(app, testMailCall, async ({ caller }) => {
    await countCheck(caller.merchantId)
    const { email } = await findMerchant(deps, caller.merchantId)
    const sentBy = settings.smtpUrl === undefined ? ('files' as const) : ('smtp' as const)
    return { data: { to: email, sentBy, problem: await sendTestMail(deps, email) } }
  })
}
