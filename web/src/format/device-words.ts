import { t } from '../locales/translate.ts'

/** A device as the server names it, such as "Chrome on Android", in the page's language. */
export const deviceInWords = (device: string): string => {
  const [browser = '', system] = device.split(' on ')
  if (system === undefined) return device.startsWith('Unknown ') ? t('Unknown device') : device
  return t('{browser} on {system}', { browser: browser === 'A browser' ? t('A browser') : browser, system })
}
