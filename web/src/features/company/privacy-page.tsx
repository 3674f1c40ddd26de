import { Link } from 'react-router'
import { Article, type ArticleSection } from '../../components/site/article.tsx'
import { paths } from '../../paths.ts'

const SECTIONS: readonly ArticleSection[] = [
  {
    title: 'Who this is about',
    body: (
      <p>
        Galla is software that anyone can run. The operator of the copy at this address is responsible for the
        data in it and is reached by the <Link to={paths.contact}>contact page</Link>. A merchant is
        responsible for what the merchant asks customers for. This page lists what the software itself keeps
        and does.
      </p>
    ),
  },
  {
    title: 'What is kept about merchants',
    body: (
      <ul>
        <li>Name, email address, mobile number, and the website's name and address.</li>
        <li>The password, only as an argon2id hash: nobody can read it.</li>
        <li>
          The connected UPI ID and provider. Secrets of a provider's API are encrypted and never shown again.
        </li>
        <li>API keys, as a keyed hash and an encrypted copy; webhook addresses and what was sent to them.</li>
        <li>Sessions that are open, so that they can be ended.</li>
        <li>Orders, credits and notes, since they are the merchant's books.</li>
      </ul>
    ),
  },
  {
    title: 'What is kept about customers',
    body: (
      <>
        <p>
          What the shop states with an order: name, email address, mobile number, amount, purpose and the
          shop's own reference. And what the bank reports about the payment: its reference (UTR), the time,
          the amount, and where the bank gives them the payer's UPI ID and name.
        </p>
        <p>
          Of these the payment page shows the shop, the amount and the reference, never the customer's name or
          address. It is not listed by search engines, and its address can't be guessed.
        </p>
      </>
    ),
  },
  {
    title: 'Cookies and what lies in your browser',
    body: (
      <>
        <p>
          One cookie, after a login: it holds the session and can't be read by scripts. There are no others.
          Visitors of these pages and customers on a payment page get none.
        </p>
        <p>
          Your browser also remembers for itself: that you are logged in and as whom, the theme you chose, and
          in the open tab what you have typed into a form, so that a reload loses nothing. Logging out removes
          all of it but the theme.
        </p>
      </>
    ),
  },
  {
    title: 'No tracking',
    body: (
      <p>
        There is no analytics, no advertising and no fingerprinting. No page loads anything from anyone else:
        no fonts, no maps, no scripts. The server's policy makes browsers refuse it. The log notes times,
        routes and results of requests, not what was in them.
      </p>
    ),
  },
  {
    title: 'Who gets to see it',
    body: (
      <ul>
        <li>The merchant, with a session or an API key, sees that merchant's own data and nobody else's.</li>
        <li>The merchant's own server gets the notifications that it asked for.</li>
        <li>The payment provider that a merchant connects is asked about that merchant's payments.</li>
        <li>The operator of this copy of Galla can reach its database.</li>
      </ul>
    ),
  },
  {
    title: 'How long, and your rights',
    body: (
      <p>
        Orders and credits stay as long as the account does: they are books, and the law asks for them for
        years. For a copy of what is kept about you, a correction or a deletion,{' '}
        <Link to={paths.contact}>write to</Link> the operator of this copy; about a purchase, to the shop.
      </p>
    ),
  },
]

export function PrivacyPage() {
  return (
    <Article
      eyebrow="Privacy"
      title="What we keep, and what we don't"
      line="No tracking, one cookie, and your money never in our hands. The whole list is below."
      sections={SECTIONS}
    />
  )
}
