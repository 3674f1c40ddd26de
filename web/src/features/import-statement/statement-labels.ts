import { t, translateServerText } from '../../locales/translate.ts'

export const STATEMENT_FAILURE = {
  failed: t('The statement could not be read. Please try again.'),
  unreachable: t('The server could not be reached. Please check your connection and try again.'),
}

/** What a row is, or why it cannot be read; its cell may follow a colon. */
export const rowText = (said: string): string => {
  const [text = '', ...cell] = said.split(': ')
  return [translateServerText(text), ...cell].join(': ')
}
