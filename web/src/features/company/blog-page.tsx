import { Link } from 'react-router'
import { Article, type ArticleSection } from '../../components/site/article.tsx'
import { paths } from '../../paths.ts'

const SECTIONS: readonly ArticleSection[] = [
  {
    title: 'Why the money never passes through us',
    body: (
      <>
        <p>
          Most payment services collect first and pay out later. That makes recognising a payment easy, since
          it arrives in their own account, and everything else hard: licences, reserves, delays, a balance
          that is yours on a screen but not in your bank.
        </p>
        <p>
          UPI allows the opposite. A QR code can carry the merchant's own UPI ID, the amount and a reference,
          and the bank moves the money in one step. What is left for us is the harder question: how do we
          know? From several sources, each of which may be late, may repeat itself, or may be silent. So news
          is never a verdict. It becomes a credit in a ledger, a credit has the bank's reference, and only a
          credit can settle an order.
        </p>
      </>
    ),
  },
  {
    title: 'A payment page that is one request',
    body: (
      <>
        <p>
          A customer stands at a counter with one bar of signal. We built the payment page five ways and
          measured each on a slow connection until the QR code could be seen. As part of a dashboard's bundle
          it took 4.2 seconds. Rendered by the server, with code and styles inside the first reply and one
          small script that only counts down and listens, it took 1.0.
        </p>
        <p>
          So that is what you get: about 5 kilobytes until the code shows, no font to wait for, nothing from
          anyone else. It works without JavaScript too; the page then asks again by itself every few seconds.
        </p>
      </>
    ),
  },
  {
    title: 'Faster by waiting a little',
    body: (
      <>
        <p>
          Making an order is one row in a database, and a database likes company. Under load, requests that
          arrive together now share one round trip: up to 64 orders of different merchants, checked, counted
          against their quotas and stored by one statement. One order at a time reached about half of that
          throughput.
        </p>
        <p>
          The rule that came with it: one merchant's bad row must never cost another a payment. If a shared
          batch fails, each of its orders is tried again alone.
        </p>
      </>
    ),
  },
  {
    title: 'What a test mode must not be able to do',
    body: (
      <p>
        A test order in Galla has a UPI ID that exists nowhere: a test code that someone scans by mistake
        can't take money. Test payments are made in the <Link to={paths.simulator}>simulator</Link>, and reach
        the order through the same door as real ones. What you tried is what will happen.
      </p>
    ),
  },
]

export function BlogPage() {
  return (
    <Article
      eyebrow="Blog"
      title="Notes from the workshop"
      line="How Galla is built, what was measured on the way, and what followed from it."
      sections={SECTIONS}
    />
  )
}
