import { Link } from 'react-router'
import { Article, type ArticleSection } from '../../components/site/article.tsx'
import { paths } from '../../paths.ts'

const SECTIONS: readonly ArticleSection[] = [
  {
    title: 'Your money',
    body: (
      <p>
        The safest money is money that we never have. A code carries your own UPI ID and your customer's bank
        sends the amount there. There is no balance to steal, no payout to redirect. UPI carries no card data
        either, so PCI DSS is neither needed nor claimed.
      </p>
    ),
  },
  {
    title: 'What counts as paid',
    body: (
      <ul>
        <li>
          Only a credit settles an order: its amount is compared inside the same statement that settles it.
        </li>
        <li>
          One credit settles one order, and one order is settled once. The database enforces both by
          constraints.
        </li>
        <li>A success is final. Whatever comes later is kept beside it, not written over it.</li>
        <li>Test orders carry a UPI ID that exists nowhere, and can't become live ones.</li>
      </ul>
    ),
  },
  {
    title: 'Passwords and sessions',
    body: (
      <ul>
        <li>Passwords are stored as argon2id hashes, with the parameters that OWASP advises.</li>
        <li>After ten wrong passwords an account waits a quarter of an hour.</li>
        <li>
          A session is a row on the server behind a cookie that scripts can't read. Changing the password ends
          every other session.
        </li>
        <li>Calls from foreign websites with your session are refused.</li>
      </ul>
    ),
  },
  {
    title: 'Keys and secrets',
    body: (
      <>
        <p>
          API keys are found by a keyed hash. Copies that a screen has to show, webhook secrets and providers'
          credentials are sealed with AES-256-GCM, each bound to its own row, so that a sealed value that is
          moved elsewhere can't be opened. The key to them lies outside the database.
        </p>
        <p>Live and test mode have keys of their own, and a key is rotated with one click.</p>
      </>
    ),
  },
  {
    title: 'Notifications you can trust',
    body: (
      <p>
        Every webhook is signed with HMAC-SHA256 by the Standard Webhooks scheme, with a time in it, so a
        copied one is detected. Webhooks are never sent to private addresses: the address is checked after it
        was looked up, at every attempt, and redirects are not followed. How to verify one is described in the{' '}
        <Link to={paths.docs}>guide</Link>.
      </p>
    ),
  },
  {
    title: 'These pages',
    body: (
      <ul>
        <li>A content security policy without inline scripts and without anyone else's.</li>
        <li>No page can be framed; payment pages send no referrer and are not indexed.</li>
        <li>Under https, browsers are instructed to always use it (HSTS).</li>
        <li>
          A merchant's queries name the merchant in every statement, and a test tries each call with another's
          session.
        </li>
      </ul>
    ),
  },
  {
    title: 'Found something?',
    body: (
      <p>
        Please <Link to={paths.contact}>write to us</Link> before you publish it, with what you did and what
        happened. You get an answer from a person. There is no bounty programme.
      </p>
    ),
  },
]

export function SecurityPage() {
  return (
    <Article
      eyebrow="Security"
      title="Built so that little can go wrong"
      line="How accounts, keys and payments are protected, described as built, without seals and badges."
      sections={SECTIONS}
    />
  )
}
