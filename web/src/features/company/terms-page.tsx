import { Link } from 'react-router'
import { Article, type ArticleSection } from '../../components/site/article.tsx'
import { paths } from '../../paths.ts'

const SECTIONS: readonly ArticleSection[] = [
  {
    title: 'What you get',
    body: (
      <p>
        Galla makes payment pages and UPI links for your orders, finds out whether they were paid, and tells
        you. It does not receive, hold or send money. The contract for the payment itself is between you, your
        customer and the banks; the one for the goods is between you and your customer.
      </p>
    ),
  },
  {
    title: 'Your account',
    body: (
      <ul>
        <li>Register with true details, and keep your password and your API keys to yourself.</li>
        <li>
          You are responsible for what is done with your keys. Rotate a key as soon as someone else may know
          it.
        </li>
        <li>Connect only UPI IDs that are yours, or that you may collect with.</li>
      </ul>
    ),
  },
  {
    title: 'What is not allowed',
    body: (
      <ul>
        <li>Collecting for what the law, your bank or the UPI network forbids.</li>
        <li>Payment pages that pretend to be someone else.</li>
        <li>Getting around limits, or disturbing the service for others.</li>
      </ul>
    ),
  },
  {
    title: 'Plans and quota',
    body: (
      <>
        <p>
          A plan runs for the days you chose and gives a number of QR requests; a live order uses one. When
          they are used up, you cannot create live orders until you choose a plan again. Prices are on the{' '}
          <Link to={paths.pricing}>pricing page</Link>. Plans do not renew automatically, and you are never
          charged for something that you did not start.
        </p>
        <p>
          The free trial is 25 live QR requests, once for each merchant, without an end date. Test mode is
          free and not counted.
        </p>
      </>
    ),
  },
  {
    title: 'Refunds to your customers',
    body: (
      <p>
        They are yours to make, from your own account: the money is with you. Galla can note a refund, and
        can't make one.
      </p>
    ),
  },
  {
    title: 'When something goes wrong',
    body: (
      <>
        <p>
          A status is only as reliable as the reports that Galla receives. Without automatic verification, an
          order is settled by an alert, a statement or your own confirmation, and the screens say which.
          Before you hand over something valuable, check your bank account.
        </p>
        <p>
          The software comes under the Apache 2.0 licence, without warranty, as the licence says. What the
          operator of this copy owes you beyond that follows from the law and from your agreement with them.
        </p>
      </>
    ),
  },
  {
    title: 'Ending it',
    body: (
      <p>
        You may stop at any time. An account that breaks these terms can be suspended: it then makes no new
        orders, and payments for existing ones are still recognised.
      </p>
    ),
  },
]

export function TermsPage() {
  return (
    <Article
      eyebrow="Terms"
      title="The terms, in plain words"
      line="What you can expect of Galla, and what is expected of you."
      sections={SECTIONS}
    />
  )
}
