import { CUTEPE_STATUS, EKQR_STATUS } from '@galla/contract/gateway-compat/dialect-fields'
import { Stack } from '@mantine/core'
import { CodeName } from '../code-name.tsx'
import { FactTable } from '../field-table.tsx'
import { useGuide } from '../guide-context.tsx'
import { GuidePart } from '../guide-section.tsx'

const STATUS_ROWS = (['created', 'pending', 'success', 'failed'] as const).map((status) => ({
  key: status,
  left: <CodeName name={status} />,
  right: (
    <>
      EKQR <code>{EKQR_STATUS[status]}</code>, CutePe <code>{CUTEPE_STATUS[status]}</code>
    </>
  ),
}))

export function MovingFacts() {
  return (
    <GuidePart id="moving-facts" title="What to know">
      <Stack component="ul" gap="xs" maw="74ch" pl={20}>
        <li>
          Replies are always HTTP 200. A refused call returns <code>status: false</code> and a{' '}
          <code>msg</code> (EKQR), or <code>status: error</code> and a <code>message</code> (CutePe). This
          includes the rate limit and your plan. <code>error_code</code> has a stable code for programs.
        </li>
        <li>
          EKQR's <code>order_id</code> is a positive integer that fits a signed 32-bit column. It is unique
          among your orders, but not sequential. <code>bhim_link</code> is a plain <code>upi://pay?...</code>{' '}
          link that opens any UPI app.
        </li>
        <li>
          If you reuse a <code>client_txn_id</code>, the call is refused with 'Client Transaction ID already
          exists' and creates no second order. It must be unique forever, not only within a day.{' '}
          <code>txn_date</code> is optional and can have any format.
        </li>
        <li>
          Amounts can be text or numbers. Customer fields, purpose and redirect can be empty. Galla ignores
          invalid e-mail addresses and mobile numbers, and unknown fields. CutePe's create-order accepts{' '}
          <code>txn_id</code> or <code>client_txn_id</code>.
        </li>
        <li>
          Galla also ignores <code>webhook_url</code> in a create call, because a stolen key could send your
          notifications elsewhere. Save the URL on the API Documentation page.
        </li>
        <li>
          After a declined payment, the payment page offers Retry until the order expires. Until then, status
          checks return <code>scanning</code> or <code>PENDING</code>. Afterwards they return{' '}
          <code>failure</code>, and the page redirects to your <code>redirect_url</code>, as it does when an
          order expires. Customers who want to leave earlier can choose Go Back, which ends the order as a
          failure at once. A payment that arrives all the same still makes it a <code>success</code>.
        </li>
        <li>
          If your Android app shows the page in a WebView and injects an object named <code>Interface</code>,
          the page calls <code>paymentResponse(client_txn_id, txn_id)</code> when the order is paid, and{' '}
          <code>errorResponse()</code> when it failed, expired or the customer left. Check the status in both.
        </li>
        <MovingPageFacts />
      </Stack>
      <FactTable caption="Status values" heads={['Galla', 'Other gateways']} rows={STATUS_ROWS} />
    </GuidePart>
  )
}

/** What changes on the way back to the shop and in its page. */
function MovingPageFacts() {
  const { origin } = useGuide()
  return (
    <>
      <li>
        The redirect appends <code>client_txn_id</code> and the integer <code>txn_id</code> (EKQR), or{' '}
        <code>status</code>, <code>order_id</code>, <code>txn_id</code> and <code>hash</code> (CutePe). Do not
        trust these values: check the status.
      </li>
      <li>
        Galla also serves EKQR's browser script. Load <code>{origin}/ekqr_sdk.js</code>, and{' '}
        <code>
          new EKQR({'{'} sessionId, callbacks {'}'}).pay()
        </code>{' '}
        works as before with the <code>session_id</code> of a v2 order. If you have a Content-Security-Policy,
        allow this host in <code>script-src</code> and <code>connect-src</code>, and allow{' '}
        <code>img-src data:</code>. Deliver when your server receives the webhook, not on{' '}
        <code>onSuccess</code>.
      </li>
      <li>
        Galla does not know the open orders of your old gateway. Let the old gateway complete them. Start with
        one shop.
      </li>
    </>
  )
}
