import type { PageColour } from '@galla/contract/payment-page/page-colours'
import {
  directionOf,
  PAGE_LANGUAGE_CODES,
  PAGE_LANGUAGES,
  type PageLanguage,
} from '@galla/contract/payment-page/page-languages'
import type { ReactNode } from 'react'
import type { AnyPage } from './page-view.ts'
import { TextProvider, textIn } from './text.ts'

/** An inline favicon, which costs no request: a white rupee on the accent colour. */
const FAVICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#0b57d0"/><path d="M5 4h6M5 7h6M5 4c5 0 5 6 0 6l4 3" fill="none" stroke="#fff" stroke-width="1.4"/></svg>',
)}`

interface FrameProps {
  readonly view: AnyPage
  readonly title: string
  readonly style: string
  /** The address of the page in another language. */
  readonly addressIn: (language: PageLanguage) => string
  readonly isTest: boolean
  readonly branded: boolean
  readonly colour?: PageColour | null
  readonly head?: ReactNode
  /** Only for a page with a script. */
  readonly scriptMessages?: string
  readonly children: ReactNode
}

/** The HTML document of every customer page: style, language links, header and footer. */
export const PageFrame = ({
  view,
  title,
  style,
  addressIn,
  isTest,
  branded,
  colour,
  head,
  scriptMessages,
  children,
}: FrameProps) => {
  const t = textIn(view.language)
  const link = (language: PageLanguage) => (
    <a lang={language} hrefLang={language} href={addressIn(language)}>
      {PAGE_LANGUAGES[language]}
    </a>
  )
  return (
    <html lang={view.language} dir={directionOf(view.language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>{title}</title>
        <meta name="robots" content="noindex,nofollow" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href={FAVICON} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, allowed by its hash */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
        {head}
      </head>
      <body className={colour ?? undefined} data-messages={scriptMessages}>
        <header>
          {isTest && <p className="test">{t('testMode')}</p>}
          <p className="offered">{link(view.offeredLanguage)}</p>
        </header>
        <TextProvider value={t}>{children}</TextProvider>
        <footer>
          {branded && <p className="brand">{t('poweredBy')}</p>}
          <ul className="languages" aria-label={t('otherLanguages')}>
            {PAGE_LANGUAGE_CODES.filter((language) => language !== view.language).map((language) => (
              <li key={language}>{link(language)}</li>
            ))}
          </ul>
        </footer>
        {scriptMessages !== undefined && <p className="unseen" role="status" data-say />}
      </body>
    </html>
  )
}
