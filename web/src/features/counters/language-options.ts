import { PAGE_LANGUAGES } from '@galla/contract/payment-page/page-languages'

export const LANGUAGE_OPTIONS = Object.entries(PAGE_LANGUAGES).map(([value, label]) => ({ value, label }))
