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
      'Your business name, the amount and what it is for: customers type nothing.',
      'One QR code for every UPI app; on a phone also buttons that open BHIM, Google Pay, PhonePe and Paytm.',
      'A picture of the code with your name on it, to download or to share.',
      'A page of a few kilobytes that loads fast on slow connections.',
    ],
    Icon: IconPalette,
  },
  {
    name: 'retry',
    title: 'Smart retry of failed payments',
    text: 'A declined payment is not a lost sale: the same link lets the customer try again at once.',
    points: [
      'No new order and no second link. The page says what happened and offers another try.',
      'Up to five attempts, until 24 hours after the order was made.',
      'Each attempt has its own reference, so late payments are still recognised.',
    ],
    Icon: IconRefresh,
  },
  {
    name: 'verification',
    title: '24/7 auto-verification and reconciliation',
    text: 'Every order is settled exactly once and with evidence, so your books agree with your bank.',
    points: [
      "An order is paid when a credit with its amount is there, with the bank's own reference (UTR).",
      'Reported twice, late or out of order: an order is settled once.',
      'Payments without an order are kept and shown. Nothing is lost or guessed.',
    ],
    Icon: IconShieldCheck,
  },
  {
    name: 'settlement',
    title: 'Instant settlement to a bank account',
    text: 'Money goes straight from your customer to your own UPI ID. Galla never holds it.',
    points: [
      "UPI moves the money from your customer's bank to yours, usually within seconds.",
      'No payout to wait for, no balance to watch, no share taken on the way.',
      'Galla only checks for the payment and notifies you when it arrives.',
    ],
    Icon: IconBuildingBank,
  },
  {
    name: 'uptime',
    title: '99.9% uptime',
    text: 'Orders and notifications survive crashes and restarts.',
    points: [
      'An order is on disk before it is answered, and a payment before it is shown.',
      'After a crash, work continues where it stopped.',
      'A notification that your server missed is retried for more than three days.',
    ],
    Icon: IconBolt,
  },
  {
    name: 'api',
    title: 'Developer-friendly APIs',
    text: 'Two calls and a signed webhook. Try everything in test mode with the built-in simulator.',
    points: [
      'Create an order, check its status, receive a webhook. That is the whole integration.',
      'Working examples in curl, Node, PHP and Python.',
      'A simulator that pays, declines, pays late, twice, too little or too much, before a customer does.',
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
