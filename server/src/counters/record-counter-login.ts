import { istText } from '@galla/contract/ist'
import { MODES } from '@galla/contract/orders/order-status'
import { z } from 'zod'
import { deviceLabel } from '../auth/devices/device-label.ts'
import {
  type RecordSecurityDeps,
  recordSecurityEvent,
} from '../auth/security-events/record-security-event.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { emailMerchant, type MailDeps } from '../merchants/email-merchant.ts'
import type { Transaction } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/job-queue.ts'

export const COUNTER_LOGIN_JOB = 'counter.login_changed'

const counterLogin = z.object({
  merchantId: z.string(),
  mode: z.enum(MODES),
  name: z.string(),
  isNew: z.boolean(),
  at: z.iso.datetime(),
  userAgent: z.string(),
  address: z.string(),
})
type CounterLogin = z.output<typeof counterLogin>

/**
 * Records a new login link of a counter in the transaction that makes it: a person who has the link and the PIN reads the counter's payments, also
 * after the session that made it has ended.
 */
export const recordCounterLogin = async (
  tx: Transaction,
  deps: RecordSecurityDeps,
  { merchantId, mode, client }: Pick<SessionCaller, 'merchantId' | 'mode' | 'client'>,
  { name, isNew }: { readonly name: string; readonly isNew: boolean },
): Promise<void> => {
  const kind = isNew ? 'counter_added' : 'counter_login_replaced'
  await recordSecurityEvent(tx, deps, { merchantId, client, kind, subject: `${name} (${mode} mode)` })
  const at = deps.clock.now().toISOString()
  const { address, userAgent } = client
  await addJob(tx, COUNTER_LOGIN_JOB, {
    merchantId,
    mode,
    name,
    isNew,
    at,
    address,
    userAgent,
  } satisfies CounterLogin)
}

/** Notifies the owner, in case it was someone else. */
export const notifyCounterLogin = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, mode, name, isNew, at, userAgent, address } = counterLogin.parse(payload)
  await emailMerchant(deps, merchantId, (t) => ({
    subject: isNew
      ? t('The counter {name} was added', { name })
      : t('The login of the counter {name} was replaced', { name }),
    paragraphs: [
      t(
        'A new login link and PIN of the counter {name} ({mode}) were made. A device that logs in with them sees the payments of the counter and takes payments there.',
        { name, mode: mode === 'test' ? t('test mode') : t('live mode') },
      ),
      t('When: {at} IST', { at: istText(new Date(at)) }),
      t('Device: {device}', { device: deviceLabel(userAgent, t) }),
      t('IP address: {address}', { address }),
      t('If this was you, you can ignore this e-mail.'),
    ],
    action: { label: t('See your counters'), path: '/dashboard/counters' },
    footnote: t(
      'If this was not you, set a new password now. This logs out all devices, those of counters too: {url}',
      { url: new URL('/forgot-password', deps.publicUrl).href },
    ),
  }))
}
