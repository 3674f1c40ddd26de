import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../locales/translate.ts'
import css from './article.module.css'
import { PageIntro } from './page-intro.tsx'

export interface ArticleSection {
  readonly title: string
  readonly body: ReactNode
}

/** As the build reads it from Markdown. */
export interface ArticleText {
  readonly title: string
  readonly line: string
  readonly sections: readonly { readonly title: string; readonly html: string }[]
}

interface ArticleProps {
  readonly eyebrow: string
  readonly title: string
  readonly line: string
  readonly sections: readonly ArticleSection[]
  /** Shown below the last section. */
  readonly children?: ReactNode
}

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** An article with a table of contents, which is beside it on wide screens. */
export function Article({ eyebrow, title, line, sections, children }: ArticleProps) {
  return (
    <>
      <PageIntro eyebrow={eyebrow} title={title} line={line} />
      <Box w="100%" maw={1160} mx="auto" className={css.columns}>
        <nav className={css.contents} aria-label={t('On this page')}>
          <ul>
            {sections.map((section) => (
              <li key={section.title}>
                <a href={`#${anchorOf(section.title)}`}>{section.title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <Box fz="md" lh={1.65} className={css.text}>
          {sections.map((section) => (
            <section key={section.title} aria-labelledby={anchorOf(section.title)}>
              <h2 id={anchorOf(section.title)}>{section.title}</h2>
              {section.body}
            </section>
          ))}
          {children}
        </Box>
      </Box>
    </>
  )
}
