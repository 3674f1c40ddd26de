import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'

/** HTML that the build made from our own Markdown. Its links are followed without loading the page again. */
export function Prose({ html, className }: { html: string; className?: string | undefined }) {
  const navigate = useNavigate()
  const followed = (event: MouseEvent<HTMLDivElement>) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const href = link?.getAttribute('href') ?? ''
    // Files of the server, such as a text or a download, are no pages of this app.
    if (!href.startsWith('/') || /\.\w+$/.test(href) || event.metaKey || event.ctrlKey || event.shiftKey)
      return
    event.preventDefault()
    void navigate(href)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its links are followed without loading the page again
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link's click event comes from the keyboard too
    <div
      className={className}
      onClick={followed}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
