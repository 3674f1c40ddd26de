import { Link } from 'react-router'
import { Article, type ArticleSection } from '../../components/site/article.tsx'
import { paths } from '../../paths.ts'

const SECTIONS: readonly ArticleSection[] = [
  {
    title: 'Open positions',
    body: (
      <p>
        There are none at present. New positions appear here, with the work and the pay. We keep no list of
        applicants.
      </p>
    ),
  },
  {
    title: 'Contributing',
    body: (
      <>
        <p>
          Galla's source is licensed under Apache 2.0: you may read it, run it, change it and pass it on. The
          most useful contributions are small and can be checked:
        </p>
        <ul>
          <li>the wording of a bank's or an app's payment alert that Galla does not read yet,</li>
          <li>a sequence of events after which an order shows the wrong status,</li>
          <li>a screen that can't be used with a keyboard or a screen reader,</li>
          <li>a sentence on these pages that is not true.</li>
        </ul>
      </>
    ),
  },
  {
    title: 'How the work is done',
    body: (
      <>
        <p>
          A change is one commit with one sentence that says what is now true and why. What guards money is
          tried against a real database, not against a stand-in. Decisions are written down on one page each,
          with what they cost. A number is believed once it was measured.
        </p>
        <p>
          If that is how you like to work, <Link to={paths.contact}>write to us</Link>.
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
      line="No vacancies at the moment, and a few ways to take part all the same."
      sections={SECTIONS}
    />
  )
}
