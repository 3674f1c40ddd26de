import { Link } from 'react-router'
import { Article, type ArticleSection } from '../../components/site/article.tsx'
import { paths } from '../../paths.ts'

const SECTIONS: readonly ArticleSection[] = [
  {
    title: 'Your money',
    body: (
      <p>
        Galla never holds your money. The QR code contains your own UPI ID, and your customer's bank sends the
        amount there. There is no balance to steal and no payout to redirect. UPI carries no card data, so PCI
        DSS does not apply, and Galla does not claim a certification.
      </p>
    ),
  },
  {
    title: 'When an order is paid',
    body: (
      <ul>
        <li>
          Only a credit settles an order. The statement that settles the order also compares the amounts.
        </li>
        <li>
          A credit settles at most one order, and an order is settled at most once. Database constraints
          enforce both.
        </li>
        <li>A success is final. Galla records later events separately and never overwrites it.</li>
        <li>Test orders use a UPI ID that no bank knows, and cannot become live orders.</li>
      </ul>
    ),
  },
  {
    title: 'Passwords and sessions',
    body: (
      <ul>
        <li>Passwords are stored as argon2id hashes with the parameters that OWASP recommends.</li>
        <li>After ten wrong passwords, the login is blocked for up to 15 minutes.</li>
        <li>You can turn on two-factor login. Operators must use it.</li>
        <li>
          Sessions are stored on the server, and scripts cannot read their cookie. Changing the password ends
          all other sessions.
        </li>
        <li>Galla rejects requests that other websites send with your session.</li>
      </ul>
    ),
  },
  {
    title: 'Keys and secrets',
    body: (
      <>
        <p>
          Galla looks up API keys by a keyed hash. Webhook secrets, provider credentials, and the API keys
          that the dashboard shows are encrypted with AES-256-GCM. Each encrypted value is bound to its row
          and cannot be decrypted anywhere else. The encryption key is stored outside the database.
        </p>
        <p>Live mode and test mode have separate API keys. You can rotate a key with one click.</p>
      </>
    ),
  },
  {
    title: 'Signed webhooks',
    body: (
      <p>
        Each webhook is signed with HMAC-SHA256 according to the Standard Webhooks specification. The
        signature includes the time, so that your server can reject old copies. Galla never sends webhooks to
        private addresses: it checks the resolved address at every attempt, and does not follow redirects. The{' '}
        <Link to={paths.docs}>integration guide</Link> shows how to verify a webhook.
      </p>
    ),
  },
  {
    title: 'This website',
    body: (
      <ul>
        <li>A content security policy blocks inline scripts and everything from third parties.</li>
        <li>Other websites cannot embed our pages. Payment pages send no referrer and are not indexed.</li>
        <li>With https, browsers are instructed to use only https (HSTS).</li>
        <li>
          Every query for a merchant's data is restricted to that merchant. A test calls each endpoint with
          the session of another merchant.
        </li>
      </ul>
    ),
  },
  {
    title: 'Report a vulnerability',
    body: (
      <p>
        Please <Link to={paths.contact}>contact us</Link> before you publish a vulnerability. Describe what
        you did and what happened. There is no bounty programme.
      </p>
    ),
  },
]

export function SecurityPage() {
  return (
    <Article
      eyebrow="Security"
      title="How Galla protects your account"
      line="How accounts, API keys and payments are protected."
      sections={SECTIONS}
    />
  )
}
