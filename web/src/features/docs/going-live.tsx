import { Stack } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { CONNECTING, GOING_LIVE } from './chapter-anchors.ts'
import { GuideSection } from './guide/guide-section.tsx'

export function GoingLive() {
  return (
    <GuideSection {...GOING_LIVE}>
      <Stack component="ol" gap="xs" maw="74ch" pl={20}>
        <li>
          <a href={`#${CONNECTING.id}`}>Connect your account</a>. The dashboard then switches to live mode.
        </li>
        <li>
          Replace the test key with the live key, which starts with <code>key_live_</code>. Nothing else in
          your code changes.
        </li>
        <li>Set the webhook URL for live mode. Live mode has its own signing secret.</li>
        <li>
          Check that your receiver rejects a wrong signature, handles the same event twice, and compares the
          amount.
        </li>
        <li>Pay yourself one rupee with a real UPI app and check the order's details in the dashboard.</li>
      </Stack>
      <p>
        The money goes straight from your customer's bank to yours. Galla never touches it, and marks an order
        as paid only when it has evidence of the payment.
      </p>
    </GuideSection>
  )
}

export function Connecting() {
  return (
    <GuideSection {...CONNECTING}>
      <p>
        On <Link to={paths.connectMerchant}>Connect Merchant</Link>, choose your provider and enter the
        merchant name, the merchant ID and the UPI ID of your QR code. All four are required.
      </p>
      <Stack component="ul" gap="xs" maw="74ch" pl={20}>
        <li>
          New live orders use this UPI ID immediately. Existing orders keep the one they were created with.
        </li>
        <li>
          Choose the kind of account: personal, small merchant (P2PM: no bank has verified the business) or
          verified merchant. The UPI network rejects app links for the first two, so their payment page asks
          customers to scan the QR code. The form lists the rules for each kind, with dates and sources.
        </li>
        <li>
          The same page shows how much you received this month and this financial year. It warns you at 80% of
          the small-merchant limit and of the GST thresholds.
        </li>
        <li>
          How Galla detects payments depends on the account. Connect Merchant lists what each provider reports
          automatically and what it doesn't. Read this before you go live.
        </li>
      </Stack>
      <p>
        To collect from many customers with one link, such as for a class, a fund or a stall, create it on{' '}
        <Link to={paths.reusableLinks}>Reusable Links</Link>. A link has a fixed amount, lets the customer
        choose the amount, or lists items. Each payment is a separate order. Its <code>client_txn_id</code>{' '}
        starts with the last ten characters of the link, in webhooks and in the order list. The order&apos;s
        details show the customer&apos;s answers to your questions.
      </p>
      <p>
        To take payments in a shop, add a counter on <Link to={paths.counters}>Counters</Link>. Print its QR
        code, scan the login code with a phone or tablet at the counter, and enter the PIN. The device
        announces each payment. A payment to the printed QR code stays on its screen for 24 hours. The cashier
        assigns it to an open order of that amount or records it as a sale. A sale is an ordinary order: it
        sends webhooks and uses your plan&apos;s quota. The device has no access to the rest of your account.
        To try a counter in test mode, add <code>&amp;am=250.00</code> to the link in the printed QR code and
        send it to <code>/api/v1/simulator/pay</code>.
      </p>
    </GuideSection>
  )
}
