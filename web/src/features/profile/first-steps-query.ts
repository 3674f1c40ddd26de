import type { Mode } from '@galla/contract/orders/order-status'
import type { Stats } from '@galla/contract/orders/statistics'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { useApiDetails } from '../../queries/api-details.ts'
import { useMerchantAccount } from '../../queries/merchant-account.ts'
import { useUser } from '../../session/session.tsx'

export interface FirstStep {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly to: string
  readonly done: boolean
}

export interface FirstStepFacts {
  readonly mode: Mode
  readonly stats: Pick<Stats, 'totalTransactions' | 'totalAmount'>
  readonly connected: boolean
  readonly isHeard: boolean
  readonly webhookUrl: string
}

/** The onboarding steps of a new merchant, in order. */
export const firstSteps = ({ mode, stats, connected, isHeard, webhookUrl }: FirstStepFacts): FirstStep[] => [
  {
    title: t('Create a payment link'),
    text: t('An amount and a customer are enough.'),
    action: t('Create a link'),
    to: paths.paymentLink,
    done: stats.totalTransactions > 0,
  },
  mode === 'test'
    ? {
        title: t('Pay it in the simulator'),
        text: t('See what your customers see, without real money.'),
        action: t('Find your order'),
        to: paths.orders,
        done: stats.totalAmount > 0,
      }
    : {
        title: t('Receive a payment'),
        text: t('Scan the code with any UPI app.'),
        action: t('Find your order'),
        to: paths.orders,
        done: stats.totalAmount > 0,
      },
  {
    title: t('Connect your UPI account'),
    text: t('Live payments go straight to this account.'),
    action: t('Connect'),
    to: paths.connectMerchant,
    done: connected,
  },
  {
    title: t('Let Galla hear your payments'),
    text: t('Done when a first payment was reported.'),
    action: t('Set up in 2 minutes'),
    to: paths.hear,
    done: isHeard,
  },
  {
    title: t('Set a webhook URL'),
    text: t('Galla notifies your website about each payment.'),
    action: t('Set the URL'),
    to: paths.apiDocumentation,
    done: webhookUrl !== '',
  },
]

/** Undefined while anything is unknown or failed to load: a wrong tick is worse than none. */
export function useFirstSteps(stats: Stats): FirstStep[] | undefined {
  const { mode } = useUser()
  const { data: account } = useMerchantAccount()
  const { data: details } = useApiDetails()
  if (account === undefined || details === undefined) return undefined
  return firstSteps({
    mode,
    stats,
    connected: account !== null,
    isHeard: account?.isHeard === true,
    webhookUrl: details.webHookUrl,
  })
}
