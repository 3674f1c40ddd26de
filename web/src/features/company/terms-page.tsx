import { Link } from 'react-router'
import { Article, type ArticleSection } from '../../components/site/article.tsx'
import { paths } from '../../paths.ts'

const SECTIONS: readonly ArticleSection[] = [
  {
    title: 'The service',
    body: (
      <p>
        Galla creates payment pages and UPI links for your orders, checks whether they are paid, and notifies
        you. It does not receive, hold or send money. The payment is between you, your customer and the banks.
        The sale is between you and your customer.
      </p>
    ),
  },
  {
    title: 'Your account',
    body: (
      <ul>
        <li>Register with correct details, and keep your password and API keys secret.</li>
        <li>
          You are responsible for every use of your API keys. Rotate a key immediately if someone else may
          know it.
        </li>
        <li>Connect only UPI IDs that are yours, or that you are allowed to collect with.</li>
      </ul>
    ),
  },
  {
    title: 'What is not allowed',
    body: (
      <ul>
        <li>Payments for anything that the law, your bank or the UPI network forbids.</li>
        <li>Payment pages that impersonate someone else.</li>
        <li>Bypassing limits or disrupting the service for others.</li>
      </ul>
    ),
  },
  {
    title: 'Plans and quota',
    body: (
      <>
        <p>
          A plan is valid for the days that you choose and includes a number of QR requests. Each live order
          uses one. When they are used up, you cannot create live orders until you buy a plan again. The{' '}
          <Link to={paths.pricing}>pricing page</Link> lists the prices. Plans do not renew automatically, and
          you are charged only for what you buy.
        </p>
        <p>
          The free trial includes 25 live QR requests, once for each merchant, and does not expire. Test mode
          is free and uses no QR requests.
        </p>
      </>
    ),
  },
  {
    title: 'Refunds to your customers',
    body: (
      <p>
        The money is in your account, so you make refunds yourself. You can record a refund in Galla, but
        Galla cannot send it.
      </p>
    ),
  },
  {
    title: 'Reliability and liability',
    body: (
      <>
        <p>
          The status of an order is only as reliable as the reports that Galla receives. Without automatic
          verification, an order is settled by an alert, a statement or your own confirmation, and the
          dashboard shows which. Check your bank account before you hand over something valuable.
        </p>
        <p>
          The software is provided under the Apache 2.0 licence, without warranty. Any further obligations of
          the operator of this installation follow from the law and from your agreement with them.
        </p>
      </>
    ),
  },
  {
    title: 'Termination',
    body: (
      <p>
        You can stop using Galla at any time. The operator can suspend an account that breaks these terms. A
        suspended account cannot create orders, but payments for its existing orders are still detected.
      </p>
    ),
  },
]

export function TermsPage() {
  return (
    <Article
      eyebrow="Terms"
      title="Terms of use"
      line="What you can expect from Galla, and what Galla expects from you."
      sections={SECTIONS}
    />
  )
}
