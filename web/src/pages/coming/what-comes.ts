import { paths } from '../../paths.ts'

/** What will stand at the addresses that are known but not built yet. Said plainly, promised nothing. */
export const DASHBOARD_SECTIONS: Record<string, { title: string; text: string }> = {
  [paths.manageSubscription]: {
    title: 'Manage Subscription',
    text: 'Here you will see your plan, the QR requests left and your payment history. Test mode needs no plan.',
  },
  [paths.newSubscription]: {
    title: 'New Subscription',
    text: 'Here you will choose a plan for live payments. Test mode needs no plan.',
  },
  [paths.kyc]: {
    title: 'KYC',
    text: 'Here you will upload your identity documents and follow their review.',
  },
}
