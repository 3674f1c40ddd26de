import {
  IconBolt,
  IconBuildingBank,
  IconCode,
  IconPalette,
  IconRefresh,
  IconShieldCheck,
} from '@tabler/icons-react'

/** The six claims of the product; the landing page shows the first three. */
export const FEATURES = [
  {
    title: 'Branded payment pages',
    text: 'Your name, the exact amount and one QR code. Customers pay with any UPI app, without an account.',
    Icon: IconPalette,
  },
  {
    title: 'Smart retry of failed payments',
    text: 'A declined payment is not a lost sale: the same link lets the customer try again at once.',
    Icon: IconRefresh,
  },
  {
    title: '24/7 auto-verification and reconciliation',
    text: 'Every order is settled exactly once and with evidence, so your books agree with your bank.',
    Icon: IconShieldCheck,
  },
  {
    title: 'Instant settlement to a bank account',
    text: 'Money goes straight from your customer to your own UPI ID. Galla never holds it.',
    Icon: IconBuildingBank,
  },
  {
    title: '99.9% uptime',
    text: 'Orders and notifications survive crashes and restarts.',
    Icon: IconBolt,
  },
  {
    title: 'Developer-friendly APIs',
    text: 'Two calls and a signed webhook. Try everything in test mode with the built-in simulator.',
    Icon: IconCode,
  },
] as const

export const ON_THE_LANDING_PAGE = 3

export const FIGURES = [
  { value: '15+', label: 'Active users' },
  { value: '99.9%', label: 'Uptime' },
  { value: '10K+', label: 'Transactions' },
  { value: '0%', label: 'Transaction fee' },
] as const
