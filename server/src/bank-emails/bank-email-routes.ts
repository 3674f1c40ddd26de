import * as calls from '@galla/contract/bank-emails/bank-emails'
import type { FastifyInstance } from 'fastify'
import { bind } from '../platform/http/endpoint-binding.ts'
import { assertWithinRate, createRateLimit } from '../platform/http/rate-limit.ts'
import { readSource } from './bank-email-source.ts'
import {
  connectMailbox,
  disconnectMailbox,
  rotateEmailAddress,
  type TestDeps,
  testMailbox,
} from './connect-mailbox.ts'

/** Per merchant, because each test connects to a server that the merchant chooses. */
const TESTS_PER_SECOND = 0.1
const TESTS_AT_ONCE = 5

export interface BankEmailRouteDeps extends TestDeps {
  /** A mailbox changed. */
  readonly wake: () => void
}

export const bankEmailRoutes = (app: FastifyInstance, deps: BankEmailRouteDeps): void => {
  const tests = createRateLimit({ clock: deps.clock, perSecond: TESTS_PER_SECOND, burst: TESTS_AT_ONCE })

  bind(app, calls.readBankEmailSource, async ({ caller }) => ({
    data: await readSource(deps, caller),
  }))
  bind(app, calls.connectMailbox, async ({ caller, body }) => {
    await connectMailbox(deps, caller, body)
    deps.wake()
    return { msg: 'Mailbox connected', data: await readSource(deps, caller) }
  })
  bind(app, calls.testMailbox, async ({ caller, body, reply }) => {
    assertWithinRate(tests, caller.merchantId, reply)
    return { msg: 'Tested', data: await testMailbox(deps, caller, body) }
  })
  bind(app, calls.disconnectMailbox, async ({ caller }) => {
    await disconnectMailbox(deps, caller)
    deps.wake()
    return { msg: 'Mailbox disconnected', data: await readSource(deps, caller) }
  })
  bind(app, calls.rotateEmailAddress, async ({ caller, body }) => {
    await rotateEmailAddress(deps, caller, body.bankWritesTo)
    return { msg: 'Address replaced', data: await readSource(deps, caller) }
  })
}
