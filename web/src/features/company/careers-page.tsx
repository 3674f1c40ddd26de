import { Link } from 'react-router'
import { Article, type ArticleSection } from '../../components/site/article.tsx'
import { paths } from '../../paths.ts'

const SECTIONS: readonly ArticleSection[] = [
  {
    title: 'Open positions',
    body: (
      <p>
        There are no open positions at the moment. We will list new ones here, with the tasks and the salary.
        We do not keep applications on file.
      </p>
    ),
  },
  {
    title: 'Contributing',
    body: (
      <>
        <p>
          Galla is open source under the Apache 2.0 licence. You can read, run, change and share the code. The
          most useful contributions are small and easy to verify:
        </p>
        <ul>
          <li>a payment alert of a bank or an app that Galla cannot read yet,</li>
          <li>a series of events after which an order has the wrong status,</li>
          <li>a screen that does not work with a keyboard or a screen reader,</li>
          <li>a sentence on this website that is not true.</li>
        </ul>
      </>
    ),
  },
  {
    title: 'How we work',
    body: (
      <>
        <p>
          Each commit makes one change and explains it. We test the code that handles payments against a real
          database. We record each decision on one page, with its reasons and consequences. We publish only
          figures that we have measured.
        </p>
        <p>
          Would you like to work like this? <Link to={paths.contact}>Contact us</Link>.
        </p>
      </>
    ),
  },
]

export function CareersPage() {
  return (
    <Article
      eyebrow="Careers"
      title="Working on Galla"
      line="We are not hiring at the moment, but you can contribute."
      sections={SECTIONS}
    />
  )
}
