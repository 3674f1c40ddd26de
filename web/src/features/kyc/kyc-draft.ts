import { useLayoutEffect, useState } from 'react'
import { dropDraft, storeDraft, storedDraft } from '../../components/form/stored-draft.ts'
import { useUser } from '../../session/session.tsx'
import { draftOf, EMPTY_FIELDS, type KycFormFields } from './kyc-form-fields.ts'

const DRAFT = 'kyc'

/** What of the form outlives a reload: what was typed, and how many files were chosen, which no browser brings back. */
export function useKycDraft(files: number) {
  const { id } = useUser()
  const [kept] = useState(() => storedDraft(DRAFT, id, { ...EMPTY_FIELDS, files: '' }))
  const [fields, setFields] = useState<KycFormFields>({
    documentType: kept.documentType,
    documentNumber: kept.documentNumber,
  })
  const [lost, setLost] = useState(Number(kept.files))
  if (lost > 0 && files > 0) setLost(0)
  const isEmpty = files + lost === 0 && Object.values(fields).every((text) => text === '')
  useLayoutEffect(() => {
    if (isEmpty) dropDraft(DRAFT, id)
    else storeDraft(DRAFT, id, draftOf(fields, files === 0 ? lost : files))
  }, [id, isEmpty, fields, files, lost])
  return {
    fields,
    setFields,
    /** How many files have to be chosen again; none once one was. */
    lost,
    clear() {
      setFields(EMPTY_FIELDS)
      setLost(0)
    },
  }
}
