import {
  IconBolt,
  IconBuildingBank,
  IconCode,
  IconPalette,
  IconRefresh,
  IconShieldCheck,
} from 'virtual:icons'

/** The six claims of the product; the landing page shows the first three. */
export const FEATURES = [
  {
    name: 'pages',
    title: 'Branded payment pages',
    text: 'Your name, the exact amount and one QR code. Customers pay with any UPI app, without an account.',
    points: [
      'Your business name, the amount and the purpose are filled in. Customers type nothing.',
      'One QR code for all UPI apps. On phones, buttons open BHIM, Google Pay, PhonePe and Paytm.',
      'A picture of the QR code with your name, to download or share.',
      'A page of a few kilobytes that loads fast on slow connections.',
    ],
    Icon: IconPalette,
  },
  {
    name: 'retry',
    title: 'Smart retry of failed payments',
    text: 'If a payment is declined, the customer can try again immediately with the same link.',
    points: [
      'No new order and no second link. The page shows the reason and a button to try again.',
      'Up to five attempts, until 24 hours after the order was created.',
      'Each attempt has its own reference, so late payments are still detected.',
    ],
    Icon: IconRefresh,
  },
  {
    name: 'verification',
    title: '24/7 auto-verification and reconciliation',
    text: 'Every order is settled exactly once, with evidence, so your records match your bank.',
    points: [
      "An order is paid when its amount has arrived, with the bank's reference (UTR) as evidence.",
      'An order is settled once, even if its payment is reported twice or late.',
      'Payments that match no order wait for your decision.',
    ],
    Icon: IconShieldCheck,
  },
  {
    name: 'settlement',
    title: 'Instant settlement to a bank account',
    text: 'Money goes straight from your customer to your own UPI ID. Galla never holds it.',
    points: [
      "UPI moves the money from your customer's bank to yours, usually within seconds.",
      'No payouts to wait for, no balance to watch and no commission.',
      'Galla only detects the payment and notifies you.',
    ],
    Icon: IconBuildingBank,
  },
  {
    name: 'uptime',
    title: '99.9% uptime',
    text: 'Orders and notifications survive crashes and restarts.',
    points: [
      'An order is stored before the API replies, and a payment before the page shows it.',
      'After a crash, work continues where it stopped.',
      'If your server misses a webhook, Galla retries for more than three days.',
    ],
    Icon: IconBolt,
  },
  {
    name: 'api',
    title: 'Developer-friendly APIs',
    text: 'Two calls and a signed webhook. Try everything in test mode with the built-in simulator.',
    points: [
      'Create an order, check its status, receive a webhook: that is the whole integration.',
      'Working examples in curl, Node, PHP and Python.',
      'A simulator that pays, declines, pays late, pays twice, or pays the wrong amount.',
    ],
    Icon: IconCode,
  },
] as const

export type FeatureName = (typeof FEATURES)[number]['name']

export const ON_THE_LANDING_PAGE = 3

export const FIGURES = [
  { value: '15+', label: 'Active users' },
  { value: '99.9%', label: 'Uptime' },
  { value: '10K+', label: 'Transactions' },
  { value: '0%', label: 'Transaction fee' },
] as const
