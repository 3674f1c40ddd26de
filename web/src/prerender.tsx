import { MantineProvider } from '@mantine/core'
import { type ReactNode, StrictMode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { App } from './app.tsx'
import { API_BASE, paths } from './paths.ts'
import { DASHBOARD_PAGES, FRAME_ASKS } from './prerender/dashboard-pages.ts'
import type { PrerenderedPage, Renderer } from './prerender/prerendered-page.ts'
import { NOT_FOUND_PAGE, PUBLIC_PAGES } from './prerender/public-pages.ts'
import { preparePage } from './routes.tsx'
import { FrameShape } from './shell/empty-frame.tsx'
import { theme } from './theme/theme.ts'

/** The address at which the page for unknown addresses is rendered; no route may match it. */
const NOWHERE = '/nothing-is-here'

export const prerenderPages: Renderer['prerenderPages'] = async () => {
  const pages: PrerenderedPage[] = []
  for (const { path, title, description, source, sameAs } of PUBLIC_PAGES)
    pages.push({ path, canonical: sameAs ?? path, title, description, source, ...(await renderAt(path)) })
  const { title, description, source } = NOT_FOUND_PAGE
  pages.push({ title, description, source, ...(await renderAt(NOWHERE)) })
  return pages
}

/** The HTML of the dashboard's pages until the app is there: the same for all. */
export const renderFrame: Renderer['renderFrame'] = () =>
  renderToStaticMarkup(
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false}>
      <FrameShape />
    </MantineProvider>,
  )

export const dashboardPages: Renderer['dashboardPages'] = () =>
  DASHBOARD_PAGES.map(({ path, source, asks = [] }) => ({
    path,
    source: ['shell/dashboard-shell.tsx', source],
    asks: [...FRAME_ASKS, ...asks].map((address) => API_BASE + address),
  }))

/** The addresses that the browser renders on an empty page: every route without prerendered HTML. */
export const shellPaths: Renderer['shellPaths'] = () => {
  const rendered = new Set([...PUBLIC_PAGES, ...DASHBOARD_PAGES].map(({ path }) => path))
  return Object.values(paths).filter((path) => !rendered.has(path))
}

const LEADING_HEAD_TAGS = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)+/

const renderAt = async (path: string): Promise<{ head: string; body: string }> => {
  await preparePage(path)
  const { prelude } = await prerender(
    <StrictMode>
      <App
        Router={({ children }: { children: ReactNode }) => (
          <StaticRouter location={path}>{children}</StaticRouter>
        )}
      />
    </StrictMode>,
    {
      // Otherwise React streams a long page in chunks that an inline script would have to assemble.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (error) => {
        throw error
      },
    },
  )
  const html = await new Response(prelude).text()
  const head = LEADING_HEAD_TAGS.exec(html)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}
