import { Link } from 'react-router'
import { Article, type ArticleSection } from '../../components/site/article.tsx'
import { paths } from '../../paths.ts'

const SECTIONS: readonly ArticleSection[] = [
  {
    title: 'The name',
    body: (
      <p>
        A galla is a shopkeeper's cash drawer. At the end of the day, the drawer and the book must agree. With
        UPI, the money goes to a bank account and the drawer is gone. The shopkeeper has only a buzzing phone,
        a screenshot that may be false, and a queue of customers. Galla is the drawer again.
      </p>
    ),
  },
  {
    title: 'What it does',
    body: (
      <>
        <p>
          A merchant creates an order, by API or in the dashboard, and gets a payment page with one QR code.
          The customer pays with any UPI app. Galla recognises the payment, settles the order exactly once,
          stores the evidence, and notifies the merchant's server with a signed webhook.
        </p>
        <p>
          The code carries the merchant's own UPI ID. The money goes from bank to bank and never through us,
          so there is nothing to pay out, nothing to hold back and no share to take.
        </p>
      </>
    ),
  },
  {
    title: 'What it stands for',
    body: (
      <ul>
        <li>
          <strong>Paid means paid.</strong> An order succeeds only by a credit with its amount and the bank's
          reference, never because someone says so.
        </li>
        <li>
          <strong>Exactly once.</strong> Reports may arrive twice, late or in the wrong order. The database
          refuses a second settlement.
        </li>
        <li>
          <strong>No money is dropped.</strong> Payments without an order are kept and shown, so that a person
          can decide.
        </li>
        <li>
          <strong>Plain words.</strong> Every page says what a feature cannot do.
        </li>
      </ul>
    ),
  },
  {
    title: 'What it is not',
    body: (
      <p>
        Galla is not a bank, not a payment aggregator and not a wallet: it can neither receive nor send your
        money. Refunds are made by the merchant from the merchant's own account. How this is built, and what
        it means for security, is described on the <Link to={paths.security}>security page</Link>.
      </p>
    ),
  },
  {
    title: 'Yours to run',
    body: (
      <p>
        Galla is licensed under Apache 2.0 and runs on one machine with two commands. The program, its
        database and its files are then yours to keep. The operator of this copy is named on the{' '}
        <Link to={paths.contact}>contact page</Link>.
      </p>
    ),
  },
]

export function AboutPage() {
  return (
    <Article
      eyebrow="About"
      title="The cash drawer for UPI"
      line="Galla tells a shop one thing reliably: whether the money has arrived."
      sections={SECTIONS}
    />
  )
}
