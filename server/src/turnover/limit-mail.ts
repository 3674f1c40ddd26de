import { LIMIT_NAMES, type LimitName } from '@galla/contract/turnover/turnover'
import { displayRupees, type Paise } from '@galla/upi/rupees'
import { z } from 'zod'
import type { MailDeps } from '../merchants/email-merchant.ts'
import { emailNotice } from '../notices/email-notice.ts'
import { localeOf, type MailLanguage, type Translate } from '../platform/mail/translator.ts'

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

interface LimitText {
  readonly near: string
  readonly above: string
  readonly advice: string
}

const textOf = (t: Translate, name: LimitName): LimitText => {
  switch (name) {
    case 'p2pm_month':
      return {
        near: t('You are near the monthly UPI limit of a small merchant'),
        above: t('You are above the monthly UPI limit of a small merchant'),
        advice: t(
          'After three such months in a row, your bank must register you as a verified merchant, and payments may be refused until then. Contact your bank or your UPI app now.',
        ),
      }
    case 'gst_services':
      return {
        near: t('You are near the GST threshold for services in a financial year'),
        above: t('You are above the GST threshold for services in a financial year'),
        advice: t(
          'If you sell services, ask your accountant about GST registration. Some states have a lower threshold.',
        ),
      }
    case 'gst_goods':
      return {
        near: t('You are near the GST threshold for goods in a financial year'),
        above: t('You are above the GST threshold for goods in a financial year'),
        advice: t(
          'If you sell goods, ask your accountant about GST registration. Some states have a lower threshold.',
        ),
      }
  }
}

/** "November 2026", "2026-27". */
const periodOf = (language: MailLanguage, name: LimitName, firstDay: string): string => {
  const first = new Date(firstDay)
  if (name === 'p2pm_month')
    return new Intl.DateTimeFormat(localeOf(language), {
      timeZone: 'UTC',
      month: 'long',
      year: 'numeric',
    }).format(first)
  const year = first.getUTCFullYear()
  return `${year}-${String(year + 1).slice(-2)}`
}

/** Emails that a limit is near or passed. A repeated job sends a copy with the same message id. */
export const mailLimit = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, name, period, level, limitPaise, receivedPaise } = limitMail.parse(payload)
  const limit = displayRupees(BigInt(limitPaise) as Paise)
  const received = displayRupees(BigInt(receivedPaise) as Paise)
  await emailNotice(deps, 'limit', merchantId, (t, language) => {
    const { advice, ...subjects } = textOf(t, name)
    const values = { received, limit, period: periodOf(language, name, period) }
    return {
      subject: subjects[level],
      paragraphs: [
        name === 'p2pm_month'
          ? t('You received {received} in {period}. The limit is {limit}.', values)
          : t('You received {received} in the financial year {period}. The limit is {limit}.', values),
        advice,
        t('This counts the payments that Galla recorded, without cash and accounts that are not connected.'),
      ],
      action: { label: t('See the amounts'), path: '/dashboard/connect-merchant' },
      footnote: t('You receive this e-mail once when you reach 80% of a limit, and once when you exceed it.'),
      name: `limit.${name}.${period}.${level}`,
    }
  })
}
