import { script, style } from 'virtual:page-assets'
import { renderToStaticMarkup } from 'react-dom/server'
import { claimAnswerIn, refusalIn } from './answers.ts'
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

export const pageScript = script
export const pageStyleHash = style.hash

// Must match render.d.ts, the types that the server sees.
export { claimAnswerIn, refusalIn, textIn }

;({
  renderPage,
  renderView,
  textIn,
  claimAnswerIn,
  refusalIn,
  pageScript,
  pageStyleHash,
}) satisfies PageRenderer
