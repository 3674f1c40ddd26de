import {
  IconBolt,
  IconBuildingBank,
  IconCode,
  IconPalette,
  IconRefresh,
  IconShieldCheck,
} from 'virtual:icons'
import { t } from '../../locales/translate.ts'

/** The six claims of the product; the landing page shows the first three. */
export const FEATURES = [
  {
    name: 'pages',
    title: t('Branded payment pages'),
    text: t(
      'Your name, the exact amount and one QR code. Customers pay with any UPI app, without an account.',
    ),
    points: [
      t('Your business name, the amount and the purpose are filled in. Customers type nothing.'),
      t('One QR code for all UPI apps. On phones, buttons open BHIM, Google Pay, PhonePe and Paytm.'),
      t('A picture of the QR code with your name, to download or share.'),
      t('A page of a few kilobytes that loads fast on slow connections.'),
    ],
    Icon: IconPalette,
  },
  {
    name: 'retry',
    title: t('Smart retry of failed payments'),
    text: t('If a payment is declined, the customer can try again immediately with the same link.'),
    points: [
      t('No new order and no second link. The page shows the reason and a button to try again.'),
      t('Up to five attempts, until 24 hours after the order was created.'),
      t('Each attempt has its own reference, so late payments are still detected.'),
    ],
    Icon: IconRefresh,
  },
  {
    name: 'verification',
    title: t('24/7 auto-verification and reconciliation'),
    text: t('Every order is settled exactly once, with evidence, so your records match your bank.'),
    points: [
      t("An order is paid when its amount has arrived, with the bank's reference (UTR) as evidence."),
      t('An order is settled once, even if its payment is reported twice or late.'),
      t('Payments that match no order wait for your decision.'),
    ],
    Icon: IconShieldCheck,
  },
  {
    name: 'settlement',
    title: t('Instant settlement to a bank account'),
    text: t('Money goes straight from your customer to your own UPI ID. Galla never holds it.'),
    points: [
      t("UPI moves the money from your customer's bank to yours, usually within seconds."),
      t('No payouts to wait for, no balance to watch and no commission.'),
      t('Galla only detects the payment and notifies you.'),
    ],
    Icon: IconBuildingBank,
  },
  {
    name: 'uptime',
    title: t('99.9% uptime'),
    text: t('Orders and notifications survive crashes and restarts.'),
    points: [
      t('An order is stored before the API replies, and a payment before the page shows it.'),
      t('After a crash, work continues where it stopped.'),
      t('If your server misses a webhook, Galla retries for more than three days.'),
    ],
    Icon: IconBolt,
  },
  {
    name: 'api',
    title: t('Developer-friendly APIs'),
    text: t('Two calls and a signed webhook. Try everything in test mode with the built-in simulator.'),
    points: [
      t('Create an order, check its status, receive a webhook: that is the whole integration.'),
      t('Working examples in curl, Node, PHP and Python.'),
      t('A simulator that pays, declines, pays late, pays twice, or pays the wrong amount.'),
    ],
    Icon: IconCode,
  },
] as const

export type FeatureName = (typeof FEATURES)[number]['name']

export const ON_THE_LANDING_PAGE = 3

export const FIGURES = [
  { value: '15+', label: t('Active users') },
  { value: '99.9%', label: t('Uptime') },
  { value: '10K+', label: t('Transactions') },
  { value: '0%', label: t('Transaction fee') },
] as const
