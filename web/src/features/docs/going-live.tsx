import { Stack } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { GuideSection } from './guide/guide-section.tsx'
import { CONNECTING, GOING_LIVE } from './places.ts'

export function GoingLive() {
  return (
    <GuideSection {...GOING_LIVE}>
      <Stack component="ol" gap="xs" maw="74ch" pl={20}>
        <li>
          <a href={`#${CONNECTING.id}`}>Connect your account</a>. The dashboard then works in live mode.
        </li>
        <li>
          Put the live key in place of the test key. It starts with <code>key_live_</code>; nothing else in
          your code changes.
        </li>
        <li>Set the webhook URL of live mode. It has a signing secret of its own.</li>
        <li>
          Check that your receiver refuses a wrong signature, takes the same news twice, and compares the
          amount.
        </li>
        <li>Pay one rupee to yourself, end to end, and look at the order's details in the dashboard.</li>
      </Stack>
      <p>
        The money goes from your customer's bank to yours. Galla never touches it, and calls an order paid
        only on evidence.
      </p>
    </GuideSection>
  )
}

export function Connecting() {
  return (
    <GuideSection {...CONNECTING}>
      <p>
        On <Link to={paths.connectMerchant}>Connect Merchant</Link> you choose your provider and give the
        merchant name, the merchant ID and the UPI ID that your QR code carries. All four are required.
      </p>
      <Stack component="ul" gap="xs" maw="74ch" pl={20}>
        <li>
          New live orders pay to that UPI ID at once. Orders that were made before keep the one they were made
          with.
        </li>
        <li>
          Choose the kind of account: personal, small merchant (P2PM, no bank has checked the business) or
          verified merchant. For the first two the network refuses app links, so the page asks the customer to
          scan. The form lists the rules of each kind with their dates and sources.
        </li>
        <li>
          The same page shows what came in this month and this financial year, and warns at 80% of the limit
          of a small merchant and of GST&apos;s thresholds.
        </li>
        <li>
          How Galla learns of the money depends on the account. Connect Merchant says for each provider what
          it can see by itself and what it can't: read it before you go live.
        </li>
      </Stack>
      <p>
        For a class, a fund or a stall, make one link that many customers pay on{' '}
        <Link to={paths.reusableLinks}>Reusable Links</Link>: a fixed amount, an amount of the customer&apos;s
        choice, or items. Each customer gets an order of their own, and its <code>client_txn_id</code> starts
        with the ten characters at the end of the link, in webhooks and the order list too. The answers to
        your questions stand in the order&apos;s details.
      </p>
      <p>
        For a shop, add a counter on <Link to={paths.counters}>Counters</Link>: print its QR, scan the login
        code with the phone or tablet beside it and enter the PIN. The device says each payment aloud. A
        payment to the printed QR waits on its screen for 24 hours; the cashier takes it for an open order of
        that amount or as a sale, which is an order like any other for your webhooks and your plan. The device
        sees nothing else of your account. To try it in test mode, add <code>&amp;am=250.00</code> to the link
        of the printed QR and send it to <code>/api/v1/simulator/pay</code>.
      </p>
    </GuideSection>
  )
}
