import { linkStyle, script, style } from 'virtual:page-assets'
import { renderToStaticMarkup } from 'react-dom/server'
import { claimAnswerIn, refusalIn } from './answers.ts'
import { LinkDocument } from './link-page.tsx'
import type { LinkView } from './link-view.ts'
import { PageDocument, PageMain } from './page-document.tsx'
import type { PageRenderer, PageView } from './page-view.ts'
import { TextProvider, textIn } from './text.ts'

export const renderPage = (view: PageView): string =>
  `<!doctype html>${renderToStaticMarkup(<PageDocument view={view} style={style.text} scriptPath={script.path} />)}`

export const renderView = (view: PageView): string =>
  renderToStaticMarkup(
    <TextProvider value={textIn(view.language)}>
      <PageMain view={view} />
    </TextProvider>,
  )

export const renderLink = (view: LinkView): string =>
  `<!doctype html>${renderToStaticMarkup(<LinkDocument view={view} style={linkStyle.text} />)}`

export const pageScript = script
export const pageStyleHash = style.hash
export const linkStyleHash = linkStyle.hash

// Must match render.d.ts, the types that the server sees.
export { claimAnswerIn, refusalIn, textIn }

;({
  renderPage,
  renderView,
  renderLink,
  textIn,
  claimAnswerIn,
  refusalIn,
  pageScript,
  pageStyleHash,
  linkStyleHash,
}) satisfies PageRenderer
