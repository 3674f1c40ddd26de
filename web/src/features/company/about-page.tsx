import { Link } from 'react-router'
import { Article, type ArticleSection } from '../../components/site/article.tsx'
import { paths } from '../../paths.ts'

const SECTIONS: readonly ArticleSection[] = [
  {
    title: 'The name',
    body: (
      <p>
        A galla is a shopkeeper's cash drawer. At the end of the day, the cash in the drawer must match the
        book. With UPI, the money goes to a bank account and there is no drawer to count. The shopkeeper has
        only the alerts on a phone, screenshots that may be fake, and a queue of customers. Galla does the job
        of the drawer again.
      </p>
    ),
  },
  {
    title: 'What it does',
    body: (
      <>
        <p>
          A merchant creates an order, by API or in the dashboard, and gets a payment page with a QR code. The
          customer pays with any UPI app. Galla detects the payment, settles the order exactly once, stores
          the evidence, and notifies the merchant's server with a signed webhook.
        </p>
        <p>
          The QR code contains the merchant's own UPI ID. The money goes directly from the customer's bank to
          the merchant's bank. Galla never holds it, so there are no payouts, no holds and no commission.
        </p>
      </>
    ),
  },
  {
    title: 'Principles',
    body: (
      <ul>
        <li>
          <strong>Paid means paid.</strong> An order succeeds only when a credit with its amount is recorded.
          A customer's message or screenshot is never enough.
        </li>
        <li>
          <strong>Exactly once.</strong> Reports may arrive twice, late or in the wrong order. The database
          rejects a second settlement.
        </li>
        <li>
          <strong>No payment is lost.</strong> Galla keeps payments that match no order and shows them to the
          merchant, who decides what to do.
        </li>
        <li>
          <strong>Clear limits.</strong> Each page says what a feature cannot do.
        </li>
      </ul>
    ),
  },
  {
    title: 'What it is not',
    body: (
      <p>
        Galla is not a bank, a payment aggregator or a wallet. It cannot receive or send your money. Merchants
        make refunds from their own accounts. <Link to={paths.legal}>Is this legal?</Link> has the rules, and
        the <Link to={paths.security}>security page</Link> describes how Galla is built.
      </p>
    ),
  },
  {
    title: 'Run it yourself',
    body: (
      <p>
        Galla is open source under the Apache 2.0 licence. One command starts it on your own machine, where
        the program, its database and its files stay under your control. To reach the operator of this
        installation, use the <Link to={paths.contact}>contact page</Link>.
      </p>
    ),
  },
]

export function AboutPage() {
  return (
    <Article
      eyebrow="About"
      title="The cash drawer for UPI"
      line="Galla tells a shop reliably whether the money has arrived."
      sections={SECTIONS}
    />
  )
}
