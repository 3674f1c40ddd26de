import { Link } from 'react-router'
import { Article, type ArticleSection } from '../../components/site/article.tsx'
import { paths } from '../../paths.ts'

const SECTIONS: readonly ArticleSection[] = [
  {
    title: 'Why we never touch the money',
    body: (
      <>
        <p>
          Most payment services collect the money first and pay it out later. This makes it easy to detect a
          payment, because it arrives in the service's own account. It makes everything else harder: licences,
          reserves, delays, and a balance that you can see but that is not in your bank.
        </p>
        <p>
          UPI works without an account in the middle. A QR code contains the merchant's UPI ID, the amount and
          a reference, and the banks move the money in one step. The difficult part is to know that it has
          arrived. Several sources report payments, and each may be late, report twice, or stop. So no order
          is paid because of a report alone. Galla records each reported payment once as a credit in a ledger,
          and only a credit can settle an order.
        </p>
      </>
    ),
  },
  {
    title: 'A payment page that needs one request',
    body: (
      <>
        <p>
          Customers often pay on an old phone with a weak signal. We built the payment page in several ways
          and measured on a slow connection how long it takes until the QR code is visible. As part of the
          dashboard, it took 4.2 seconds. Rendered by the server, with the QR code and the styles in the first
          response and one small script, it took 1.0 second.
        </p>
        <p>
          We chose the second. The whole page is smaller than 10 kilobytes, uses no web font and loads nothing
          from third parties. It also works without JavaScript: the page then reloads every few seconds to
          show the current status.
        </p>
      </>
    ),
  },
  {
    title: 'Orders one at a time',
    body: (
      <>
        <p>
          Under load, Galla once stored up to 64 orders of different merchants with one database statement.
          That was twice as fast as one order at a time, and hard to read: the statement decided fifteen
          outcomes, and an invalid order of one merchant must never fail another merchant's order.
        </p>
        <p>
          Now each order is one short statement, which takes one of the merchant's quota or does nothing. On
          two processors, that is 1,252 orders a second, far more than any shop needs.
        </p>
      </>
    ),
  },
  {
    title: 'Test orders cannot take money',
    body: (
      <p>
        A test order uses a UPI ID that no bank knows, so nobody can pay it by mistake. You pay test orders in
        the <Link to={paths.simulator}>simulator</Link>. The same code settles test orders and live orders, so
        your tests show what happens with real payments.
      </p>
    ),
  },
]

export function BlogPage() {
  return (
    <Article
      eyebrow="Blog"
      title="How we build Galla"
      line="Decisions behind Galla, with the measurements that led to them."
      sections={SECTIONS}
    />
  )
}
