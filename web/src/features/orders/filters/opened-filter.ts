import { useState } from 'react'
import { draftOwner, hasDraft } from '../../../components/form/stored-draft.ts'
import { t } from '../../../locales/translate.ts'
import { useUser } from '../../../session/session.tsx'

/** Starts closed, unless a reload interrupted unapplied input. */
export function useOpenedFilter(form: string) {
  const owner = draftOwner(useUser())
  return useState(() => hasDraft(form, owner))
}

export const FILTER_FAILED = t('The filter could not be opened. Try again.')

/** The drafts of the filters' forms. */
export const AMOUNT_DRAFT = 'orders-amount'
export const DATES_DRAFT = 'orders-dates'

export type Bounds = { readonly least: string; readonly most: string }
