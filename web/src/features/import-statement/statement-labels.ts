import { t } from '../../locales/translate.ts'
export const STATEMENT_FAILURE = {
  failed: t('The statement could not be read. Please try again.'),
  unreachable: t('The server could not be reached. Please check your connection and try again.'),
}
