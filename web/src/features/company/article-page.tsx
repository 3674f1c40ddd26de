import { Article, type ArticleText } from '../../components/site/article.tsx'
import { Prose } from '../../components/site/prose.tsx'

/** A page about the company, written in Markdown. */
export function ArticlePage({ name, text: { title, line, sections } }: { name: string; text: ArticleText }) {
  return (
    <Article
      eyebrow={name}
      title={title}
      line={line}
      sections={sections.map((section) => ({ title: section.title, body: <Prose html={section.html} /> }))}
    />
  )
}
