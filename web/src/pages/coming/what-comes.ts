import { paths } from '../../paths.ts'

/** What will stand at the addresses that are known but not built yet. Said plainly, promised nothing. */
export const PUBLIC_PAGES: Record<string, { title: string; text: string }> = {
  [paths.features]: { title: 'Features', text: 'All six features of Galla in detail.' },
  [paths.pricing]: {
    title: 'Pricing',
    text: 'The three plans with their prices, quotas and answers to common questions.',
  },
  [paths.contact]: {
    title: 'Contact',
    text: 'Our contact details, business hours and a form to write to us.',
  },
  [paths.about]: { title: 'About', text: 'What Galla is and what it stands for.' },
  [paths.careers]: { title: 'Careers', text: 'Open positions, when there are any.' },
  [paths.blog]: { title: 'Blog', text: 'News about the product.' },
  [paths.privacy]: { title: 'Privacy', text: 'Which data Galla keeps, why, and for how long.' },
  [paths.terms]: { title: 'Terms', text: 'The terms of use.' },
  [paths.security]: { title: 'Security', text: 'How Galla protects accounts, keys and payments.' },
}

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
