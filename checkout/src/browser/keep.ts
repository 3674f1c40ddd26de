import * as messages from './messages.ts'
import { main, request } from './view.ts'

const COPIED_MS = 2000
const MESSAGE_MS = 3000

let messageTimer: ReturnType<typeof setTimeout> | undefined

const showMessage = (text: string): void => {
  const line = main().querySelector('[data-message]')
  if (!line) return
  line.textContent = text
  clearTimeout(messageTimer)
  messageTimer = setTimeout(() => {
    line.textContent = ''
  }, MESSAGE_MS)
}

/** Without the clipboard API (plain HTTP) the text is selected, so that the customer can copy it. */
export const copy = async (button: HTMLElement): Promise<void> => {
  try {
    await navigator.clipboard.writeText(button.dataset.copy || location.href)
    const own = button.textContent
    // Pressed again, it must not keep this text as its own.
    if (own === messages.copied) return
    button.textContent = messages.copied
    setTimeout(() => {
      button.textContent = own
    }, COPIED_MS)
  } catch {
    const text = button.previousElementSibling
    if (text) getSelection()?.selectAllChildren(text)
  }
}

const picture = async (): Promise<File> => {
  const link = main().querySelector('[data-file]') as HTMLAnchorElement
  const response = await request(link.href)
  if (!response.ok) throw new Error('no picture')
  return new File([await response.blob()], link.download, { type: 'image/png' })
}

export const share = async (what: string | undefined): Promise<void> => {
  if (!navigator.share) return showMessage(messages.shareMissing)
  const probe = { files: [new File([''], 'qr.png', { type: 'image/png' })] }
  if (what === 'qr' && !navigator.canShare?.(probe)) return showMessage(messages.shareNoFiles)
  try {
    await navigator.share(what === 'qr' ? { files: [await picture()] } : { url: location.href })
  } catch (error) {
    showMessage((error as Error).name === 'AbortError' ? messages.shareCancelled : messages.shareFailed)
  }
}
