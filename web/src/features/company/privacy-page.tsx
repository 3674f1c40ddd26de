import { Link } from 'react-router'
import { Article, type ArticleSection } from '../../components/site/article.tsx'
import { paths } from '../../paths.ts'

const SECTIONS: readonly ArticleSection[] = [
  {
    title: 'Who is responsible',
    body: (
      <p>
        Anyone can run Galla. The operator of this installation is responsible for the data in it; the{' '}
        <Link to={paths.contact}>contact page</Link> shows how to reach them. Each merchant is responsible for
        the data that they collect from their customers. This page describes what the software stores.
      </p>
    ),
  },
  {
    title: 'Data about merchants',
    body: (
      <ul>
        <li>Name, email address, mobile number, and the name and address of the website.</li>
        <li>The password as an argon2id hash, which nobody can read.</li>
        <li>
          Connected UPI IDs and providers. Credentials of a provider are encrypted and never shown again.
        </li>
        <li>API keys as keyed hashes, with an encrypted copy of those that the dashboard shows.</li>
        <li>Webhook addresses, and the events sent to them for 90 days.</li>
        <li>Messages and emails from banks, for 30 days.</li>
        <li>Identity documents, encrypted.</li>
        <li>
          Open sessions, and a year of security events such as logins, with the browser and the network part
          of the IP address.
        </li>
        <li>Orders, credits, notes and invoices, which are the merchant's accounts.</li>
      </ul>
    ),
  },
  {
    title: 'Data about customers',
    body: (
      <>
        <p>
          The merchant sends the customer's name, email address and mobile number with each order, together
          with the amount, the purpose and a reference. The bank reports the amount, the time and the
          reference of the payment (UTR), and sometimes the name and UPI ID of the payer.
        </p>
        <p>
          The payment page shows the shop and the order, but never the customer's name, email address or
          mobile number. Search engines do not list it, and its address cannot be guessed.
        </p>
      </>
    ),
  },
  {
    title: 'Cookies and browser storage',
    body: (
      <>
        <p>
          Galla sets cookies only for logins: one for your session, one that recognises a browser that has
          logged in before, and one for a device at a shop counter. Scripts cannot read them. Visitors to
          these pages and customers on a payment page get no cookies.
        </p>
        <p>
          While a merchant is logged in, the browser also stores that, with the merchant's name, email
          address, mobile number, and the name and address of the website. It stores settings (such as the
          theme and the language) and, until the tab is closed, what was typed into a form, so that a reload
          does not lose it, and the page to return to when a session has ended. Passwords and API keys are not
          stored. A logout removes all of this except the theme.
        </p>
      </>
    ),
  },
  {
    title: 'No tracking',
    body: (
      <p>
        Galla uses no analytics, advertising or fingerprinting. Pages load no fonts, maps, scripts or anything
        else from third parties, and the server instructs browsers to block such requests. The server's log
        contains the time, route and result of requests, but not their content.
      </p>
    ),
  },
  {
    title: 'Who can see the data',
    body: (
      <ul>
        <li>Merchants see their own data, with a session or an API key, and no one else's.</li>
        <li>The merchant's server receives the webhooks that the merchant has set up.</li>
        <li>
          The payment provider that a merchant connects receives requests about that merchant's payments.
        </li>
        <li>The operator of this installation has access to its database.</li>
      </ul>
    ),
  },
  {
    title: 'Retention and your rights',
    body: (
      <p>
        Galla never deletes orders, credits, invoices or approved identity documents automatically, because
        merchants and operators must keep records. It deletes identity documents that were rejected or
        replaced after 90 days. To request a copy, a correction or a deletion of your data,{' '}
        <Link to={paths.contact}>contact the operator</Link>. If your question is about a purchase, contact
        the shop.
      </p>
    ),
  },
]

export function PrivacyPage() {
  return (
    <Article
      eyebrow="Privacy"
      title="What we store and why"
      line="No tracking, and cookies only for logins. This page lists everything that Galla stores."
      sections={SECTIONS}
    />
  )
}
