import { LIMIT_NAMES, type LimitName } from '@galla/contract/turnover/turnover'
import { displayRupees, type Paise } from '@galla/upi/rupees'
import { z } from 'zod'
import type { MailDeps } from '../merchants/email-merchant.ts'
import { emailNotice } from '../notices/tell.ts'

export const LIMIT_MAIL_JOB = 'turnover.limit'

const limitMail = z.object({
  merchantId: z.string(),
  name: z.enum(LIMIT_NAMES),
  period: z.string(),
  level: z.enum(['near', 'above']),
  limitPaise: z.string(),
  receivedPaise: z.string(),
})
export type LimitMail = z.output<typeof limitMail>

const TEXTS: Readonly<Record<LimitName, { readonly what: string; readonly advice: string }>> = {
  p2pm_month: {
    what: 'the monthly UPI limit of a small merchant',
    advice:
      'After three such months in a row, your bank must register you as a verified merchant, and payments may be refused until then. Contact your bank or your UPI app now.',
  },
  gst_services: {
    what: 'the GST threshold for services in a financial year',
    advice:
      'If you sell services, ask your accountant about GST registration. Some states have a lower threshold.',
  },
  gst_goods: {
    what: 'the GST threshold for goods in a financial year',
    advice:
      'If you sell goods, ask your accountant about GST registration. Some states have a lower threshold.',
  },
}

const monthFormat = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** "in November 2026", "in the financial year 2026-27". */
const inPeriod = (name: LimitName, firstDay: string): string => {
  const first = new Date(firstDay)
  if (name === 'p2pm_month') return `in ${monthFormat.format(first)}`
  const year = first.getUTCFullYear()
  return `in the financial year ${year}-${String(year + 1).slice(-2)}`
}

/** Emails that a limit is near or passed. A repeated job sends a copy with the same message id. */
export const mailLimit = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, name, period, level, limitPaise, receivedPaise } = limitMail.parse(payload)
  const { what, advice } = TEXTS[name]
  const limit = displayRupees(BigInt(limitPaise) as Paise)
  const received = displayRupees(BigInt(receivedPaise) as Paise)
  await emailNotice(deps, 'limit', merchantId, {
    subject: level === 'near' ? `You are near ${what}` : `You are above ${what}`,
    paragraphs: [
      `You received ${received} ${inPeriod(name, period)}. The limit is ${limit}.`,
      advice,
      'This counts the payments that Galla recorded, without cash and accounts that are not connected.',
    ],
    action: { label: 'See the amounts', path: '/dashboard/connect-merchant' },
    footnote: 'You receive this e-mail once when you reach 80% of a limit, and once when you exceed it.',
    name: `limit.${name}.${period}.${level}`,
  })
}
