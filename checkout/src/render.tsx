import { script, style } from 'virtual:page-assets'
import { renderToStaticMarkup } from 'react-dom/server'
import { PageDocument, PageMain } from './page-document.tsx'
import type { PageRenderer, PageView } from './page-view.ts'

export const renderPage = (view: PageView): string =>
  `<!doctype html>${renderToStaticMarkup(<PageDocument view={view} style={style.text} scriptPath={script.path} />)}`

export const renderView = (view: PageView): string => renderToStaticMarkup(<PageMain view={view} />)

export const pageScript = script
export const pageStyleHash = style.hash

// Must match render.d.ts, the types that the server sees.
;({ renderPage, renderView, pageScript, pageStyleHash }) satisfies PageRenderer
